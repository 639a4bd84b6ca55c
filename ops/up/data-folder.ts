/** Makes the folders of a data folder, which only their owner can read; tells a full disk, and outlasts a disk that cannot be written. */
import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { UsageError } from '../scripts/command-line.ts';

/** Makes a folder and its missing parents; throws a UsageError that names the folder. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UsageError(`--data-dir: the folder ${path} cannot be created (${reasonOf(error)}): choose another one, or let this user write there`);
  }
}

/** Returns e.g. `ENOSPC: no space left on device`. */
const reasonOf = (error: unknown): string => (error as Error).message.split(',')[0]!;

/** Less than a server needs for its next file. */
const roomLeast = 16_000_000;

/** Returns `no space: 0 MB left on the disk of /data` when a disk is full, else null; null where that cannot be read. */
export async function fullDisk(path: string): Promise<string | null> {
  const room = await statfs(path).catch(() => null);
  if (room === null) return null;
  const bytes = room.bavail * room.bsize;
  return bytes >= roomLeast ? null : `no space: ${Math.floor(bytes / 1e6)} MB left on the disk of ${path}`;
}

/**
 * Returns a function that runs `write` and, while it fails, runs it again every `everyMs`. The first failure and the recovery after it are
 * reported, failures between them are not.
 */
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
