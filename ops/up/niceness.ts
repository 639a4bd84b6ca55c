/**
 * How the parts share the processors of one machine: where time is short, what a caller waits for goes first, and what
 * customers' receivers and a made-up world wait for goes last. Measured by `npm run bench -- --only mixed`.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** 0 to 19, as nice(1) has them; a part without one goes first. Further back, the pipeline shows new rows seconds late while the past is read in. */
export const nicenessOf: Readonly<Partial<Record<string, number>>> = { clickhouse: 3, pipeline: 3, writer: 5, webhooks: 10, upstream: 15 };

/** nice(1) becomes the program, so the process id stays. */
export const withNiceness = (command: string, args: readonly string[], niceness: number): [string, readonly string[]] =>
  niceness === 0 ? [command, args] : ['nice', ['-n', String(niceness), command, ...args]];

/** The kernel takes one such change each tenth of a second from all that are not root. */
const attempts = { count: 30, everyMs: 110 } as const;

/**
 * Says the same to Linux's autogroups, where it has them (sched(7)): a part leads a session, whose nice value counts
 * among sessions, and that of its processes only within it.
 */
export async function setAutogroup(pid: number, niceness: number): Promise<void> {
  if (process.platform !== 'linux' || niceness === 0) return;
  for (let attempt = 1; attempt <= attempts.count; attempt += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' });
    } catch (error) {
      // Anything but "try again": there are none, or it has ended.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await sleep(attempts.everyMs * (1 + Math.random()), undefined, { ref: false });
    }
  }
}
