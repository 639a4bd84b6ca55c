/** Reads the CPU time of a process from /proc, on Linux only. */
import { readFileSync } from 'node:fs';

/** Unit of times in /proc/PID/stat; 100 on every architecture that Node runs on. */
const ticksPerSecond = 100;

export const statOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

export function cpuMsOf(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13).map(Number);
  return ((user! + system!) * 1_000) / ticksPerSecond;
}
