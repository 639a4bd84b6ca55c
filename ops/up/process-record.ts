/** Identifies a running process by its id and start time, so that a later process with the same id is not mistaken for it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const ProcessRecord = z.object({
  pid: z.int().positive(),
  /** Start time as the system reports it, compared for equality only. */
  started: z.string().min(1),
});
export type ProcessRecord = z.infer<typeof ProcessRecord>;

export function recordOf(pid: number): ProcessRecord | null {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedElsewhere(pid);
  return started === null ? null : { pid, started };
}

/** Returns whether the recorded process still runs, and not another one with its id. */
export const isRunning = (record: ProcessRecord): boolean => recordOf(record.pid)?.started === record.started;

/**
 * Returns boot id and start time from proc(5). The command, in parentheses, may contain anything, so fields are counted from the last `)`:
 * the state is field 3, the start time field 22.
 */
function startedOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    if (startTicks === undefined || state === 'Z' || state === 'X') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}:${startTicks}`;
  } catch {
    return null;
  }
}

function startedElsewhere(pid: number): string | null {
  try {
    const line = execFileSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 }).trim();
    return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '');
  } catch {
    return null;
  }
}
