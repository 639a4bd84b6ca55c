/** Reads a process's figures from /proc; Linux only. */
import { readFileSync } from 'node:fs';

/** The kernel's unit in /proc/PID/stat, the same on all architectures on which Linux runs Node. */
const ticksPerSecond = 100;

/** Returns the fields of /proc/PID/stat after the command's name. */
export const statOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

/** Returns user and system time since the process started, in ms. */
export function cpuMsOf(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13).map(Number);
  return ((user! + system!) * 1_000) / ticksPerSecond;
}
