/**
 * Where this process keeps its snapshot: the first place under the configured folder that no other process of this machine
 * holds. Nothing hangs on it but time: files carry checksums and names of their own process, so that two that take the same
 * place by mistake, on two machines say, lose snapshots and never mix them.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const placesMax = 16;
/** A holder says that it is there so often; one on another machine is believed for a few times as long. */
const touchEveryMs = 10_000;
const believedMs = 45_000;

const Holder = z.object({ host: z.string(), pid: z.int().positive(), started: z.string().nullable() });
type Holder = z.infer<typeof Holder>;

export interface StateFolder {
  readonly path: string;
  readonly release: () => void;
}

/** proc(5): fields count from the last `)`; the start time is the 22nd. Null where the system does not tell. */
function startedAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isHeld(path: string): boolean {
  let holder: Holder;
  try {
    holder = Holder.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return false;
  }
  if (holder.host !== hostname()) return ageMs(path) < believedMs;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  return holder.started === startedAt(holder.pid);
}

/** By the clock of the file system, which both have in common. */
function ageMs(path: string): number {
  const probe = `${path}.${process.pid}`;
  try {
    writeFileSync(probe, '');
    return statSync(probe).mtimeMs - statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Null: all places are held. Throws where the folder cannot be made. */
export function claimStateFolder(base: string): StateFolder | null {
  const mine = JSON.stringify({ host: hostname(), pid: process.pid, started: startedAt(process.pid) } satisfies Holder);
  for (let place = 0; place < placesMax; place += 1) {
    const path = join(base, `place-${place}`);
    const lock = join(path, 'holder.json');
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (isHeld(lock)) continue;
    rmSync(lock, { force: true });
    try {
      writeFileSync(lock, mine, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    const touching = setInterval(() => touch(lock), touchEveryMs).unref();
    return {
      path,
      release: () => {
        clearInterval(touching);
        rmSync(lock, { force: true });
      },
    };
  }
  return null;
}

function touch(path: string): void {
  try {
    // Written anew: only so is its time the file system's.
    writeFileSync(path, readFileSync(path));
  } catch {
    // The folder is gone or full: the next start finds this place free.
  }
}
