/** Allows one supervisor per data folder: claims it, refuses a second one, and ends the processes that a killed one left running. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../scripts/service-config.ts';
import { isRunning, ProcessRecord, recordOf } from './process-record.ts';
import { writeWhole } from './write-whole.ts';
import { z } from 'zod';

/** The data folder cannot be claimed; the message says what holds it. */
export class ClaimError extends CommandError {}

const attemptsMax = 50;

/** Claims the folder for this process; the returned function releases it. Throws a ClaimError while another process has it. */
export function claimFolder(dir: string): () => void {
  const path = join(dir, 'lock');
  const mine = `${path}.${process.pid}`;
  const record = recordOf(process.pid);
  writeFileSync(mine, JSON.stringify(record));
  try {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      if (linked(mine, path)) return () => release(path, record);
      const holder = readRecord(path);
      if (holder !== null && isRunning(holder)) throw inUse(dir, holder);
      moveAside(path, `${mine}.stale`, dir);
    }
    throw new ClaimError(`${dir} is being opened by several processes at once: try again`);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Throws a ClaimError when another process has the folder; writes nothing. */
export function refuseInUse(dir: string): void {
  const holder = readRecord(join(dir, 'lock'));
  if (holder !== null && isRunning(holder)) throw inUse(dir, holder);
}

const inUse = (dir: string, holder: ProcessRecord): ClaimError =>
  new ClaimError(`${dir} is in use by process ${holder.pid}: stop that one, or choose another folder with --data-dir`);

/** Removes the lock of a dead process. It is checked again after the move, because a faster claim may have replaced it. */
function moveAside(path: string, aside: string, dir: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readRecord(aside);
  if (moved !== null && isRunning(moved)) {
    linked(aside, path);
    rmSync(aside, { force: true });
    throw inUse(dir, moved);
  }
  rmSync(aside, { force: true });
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readRecord(path: string): ProcessRecord | null {
  try {
    return ProcessRecord.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

function release(path: string, record: ProcessRecord | null): void {
  if (readRecord(path)?.started === record?.started) rmSync(path, { force: true });
}

const Processes = z.record(z.string(), ProcessRecord);

export interface ProcessList {
  /** Records that `name` now runs as `pid`; null: no longer. */
  readonly note: (name: string, pid: number | null) => void;
  /** Writes the list to disk, where the next supervisor finds the processes that it must end. */
  readonly save: () => void;
}

/** Keeps the list of the processes that run for this folder. */
export function keepProcessList(dir: string): ProcessList {
  const path = join(dir, 'processes.json');
  const processes = new Map<string, ProcessRecord>();
  return {
    note: (name, pid) => {
      const record = pid === null ? null : recordOf(pid);
      if (record === null) processes.delete(name);
      else processes.set(name, record);
    },
    save: () => writeWhole(path, JSON.stringify(Object.fromEntries(processes))),
  };
}

const politeMs = 3_000;
const checkMs = 20;

/** Ends the processes that the last supervisor of this folder left behind: SIGTERM first, then SIGKILL. Returns their names. */
export async function endLeftovers(dir: string): Promise<string[]> {
  let listed: [string, ProcessRecord][];
  try {
    listed = Object.entries(Processes.parse(JSON.parse(readFileSync(join(dir, 'processes.json'), 'utf8'))));
  } catch {
    return [];
  }
  const left = listed.filter(([, record]) => isRunning(record));
  for (const [, record] of left) signal(record, 'SIGTERM');
  const deadline = performance.now() + politeMs;
  while (left.some(([, record]) => isRunning(record))) {
    if (performance.now() > deadline) for (const [, record] of left) signal(record, 'SIGKILL');
    await sleep(checkMs);
  }
  return left.map(([name]) => name);
}

/** Signals a process; SIGKILL goes to its process group too, so that its children end. */
function signal(record: ProcessRecord, name: NodeJS.Signals): void {
  if (!isRunning(record)) return;
  for (const pid of name === 'SIGKILL' ? [-record.pid, record.pid] : [record.pid]) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended meanwhile.
    }
  }
}
