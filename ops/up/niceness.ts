/**
 * How the parts share the processors of one machine. When time is short, work that callers wait for has priority. Measured by `npm run bench -- --only mixed`.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Nice values from 0 to 19, as in nice(1); a part without one has the highest priority. With more, the pipeline would show new rows seconds
 * late while the past is loaded.
 */
export const nicenessOf: Readonly<Partial<Record<string, number>>> = { clickhouse: 3, pipeline: 3, webhooks: 5, upstream: 5 };

/** Returns a command that runs under nice(1), which becomes the program, so the process id stays. */
export const withNiceness = (command: string, args: readonly string[], niceness: number): [string, readonly string[]] =>
  niceness === 0 ? [command, args] : ['nice', ['-n', String(niceness), command, ...args]];

/** The kernel accepts one such change per tenth of a second from all users other than root. */
const attempts = { count: 30, everyMs: 110 } as const;

/**
 * Sets the nice value of Linux's autogroup, if it has them (sched(7)): a part leads a session, whose value counts among sessions, while its
 * processes' values count only within it.
 */
export async function setAutogroup(pid: number, niceness: number): Promise<void> {
  if (process.platform !== 'linux' || niceness === 0) return;
  for (let attempt = 1; attempt <= attempts.count; attempt += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' });
    } catch (error) {
      // Any error except "try again": there are no autogroups, or the process has ended.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await sleep(attempts.everyMs * (1 + Math.random()), undefined, { ref: false });
    }
  }
}
