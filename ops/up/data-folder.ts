/** Creates the folders of a data folder, reports a full disk, and retries writes while the disk cannot be written. */
import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { UsageError } from '../scripts/command-line.ts';

/** Creates a folder, readable by its owner only, and its parents. Throws a UsageError that names the folder. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UsageError(`--data-dir: the folder ${path} cannot be created (${reasonOf(error)}): choose another one, or let this user write there`);
  }
}

/** Returns the first part of a Node error's message, for example `ENOSPC: no space left on device`. */
const reasonOf = (error: unknown): string => (error as Error).message.split(',')[0]!;

/** With less free space than this, a server may be unable to create its next file. */
const roomLeast = 16_000_000;

/** Returns `no space: 0 MB left on the disk of /data` when the disk is full; null when it is not or its state is unknown. */
export async function fullDisk(path: string): Promise<string | null> {
  const room = await statfs(path).catch(() => null);
  if (room === null) return null;
  const bytes = room.bavail * room.bsize;
  return bytes >= roomLeast ? null : `no space: ${Math.floor(bytes / 1e6)} MB left on the disk of ${path}`;
}

/** Returns a function that runs `write`, and every `everyMs` again while it fails. The first failure and the recovery are reported. */
export function keepWriting(write: () => void, report: (text: string) => void, everyMs = 1_000): () => void {
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  return function attempt(): void {
    clearTimeout(timer);
    try {
      write();
    } catch (error) {
      if (!isFailing)
        report(`the data folder cannot be written (${reasonOf(error)}): free space there; the service continues and retries each second`);
      isFailing = true;
      timer = setTimeout(attempt, everyMs).unref();
      return;
    }
    if (isFailing) report('the data folder can be written again');
    isFailing = false;
  };
}
