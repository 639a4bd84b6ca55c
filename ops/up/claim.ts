/** Allows one supervisor per data folder, and ends the processes that a killed supervisor left running. */
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { signalQuietly } from '../process/signal-quietly.ts';
import { CommandError } from '../scripts/service-config.ts';
import { isRunning, ProcessRecord, recordOf } from './process-record.ts';
import { readStored, writeWhole } from './stored-file.ts';

export class ClaimError extends CommandError {}

const attemptsMax = 50;

/** Claims the folder for this process. Returns a function that releases it. Throws a ClaimError when another process has the folder. */
export function claimFolder(dir: string): () => void {
  const path = join(dir, 'lock');
  const mine = `${path}.${process.pid}`;
  const record = recordOf(process.pid);
  writeFileSync(mine, JSON.stringify(record));
  try {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      if (tryLink(mine, path)) return () => release(path, record);
      refuseInUse(dir);
      moveAside(path, `${mine}.stale`, dir);
    }
    throw new ClaimError(`${dir} is being opened by several processes at once: try again`);
  } finally {
    rmSync(mine, { force: true });
  }
}

export function refuseInUse(dir: string): void {
  const holder = readRecord(join(dir, 'lock'));
  if (holder !== null && isRunning(holder)) throw inUse(dir, holder);
}

const inUse = (dir: string, holder: ProcessRecord): ClaimError =>
  new ClaimError(`${dir} is in use by process ${holder.pid}: stop that one, or choose another folder with --data-dir`);

/** Removes the lock of a dead process. A faster claim may have replaced it, so the file is checked again after the move. */
function moveAside(path: string, aside: string, dir: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readRecord(aside);
  if (moved !== null && isRunning(moved)) {
    tryLink(aside, path);
    rmSync(aside, { force: true });
    throw inUse(dir, moved);
  }
  rmSync(aside, { force: true });
}

/** Returns false when `to` exists. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const readRecord = (path: string): ProcessRecord | null => readStored(path, ProcessRecord);

function release(path: string, record: ProcessRecord | null): void {
  if (readRecord(path)?.started === record?.started) rmSync(path, { force: true });
}

export interface ProcessList {
  /** Records that the part `name` runs as process `pid`, or with null that it has ended. */
  readonly note: (name: string, pid: number | null) => void;
  /** Writes the list to disk, where the next supervisor finds processes that it must end. */
  readonly save: () => void;
}

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

const killAfterMs = 3_000;
const checkMs = 20;

/** Ends the processes that the folder's last supervisor left running, with SIGTERM, then SIGKILL. Returns the names of their parts. */
export async function endLeftovers(dir: string): Promise<string[]> {
  const listed = readStored(join(dir, 'processes.json'), z.record(z.string(), ProcessRecord)) ?? {};
  const left = Object.entries(listed).filter(([, record]) => isRunning(record));
  for (const [, record] of left) signal(record, 'SIGTERM');
  const deadline = performance.now() + killAfterMs;
  while (left.some(([, record]) => isRunning(record))) {
    if (performance.now() > deadline) for (const [, record] of left) signal(record, 'SIGKILL');
    await sleep(checkMs);
  }
  return left.map(([name]) => name);
}

/** Signals a process. SIGKILL also goes to its process group, so that its children end. */
function signal(record: ProcessRecord, name: NodeJS.Signals): void {
  if (!isRunning(record)) return;
  if (name === 'SIGKILL') signalQuietly(-record.pid, name);
  signalQuietly(record.pid, name);
}
