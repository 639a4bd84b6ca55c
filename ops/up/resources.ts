/**
 * How the parts share one machine. When processor time is short, work that callers wait for has priority (`npm run bench -- --only mixed`
 * measures it). Memory settings replace defaults of V8, glibc and Go that suit servers which are always busy (`--only footprint`).
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Nice values by part (nice(1)). Higher ones for the pipeline would delay new rows by seconds while past articles are loaded. */
export const nicenessOf: Readonly<Partial<Record<string, number>>> = { clickhouse: 3, pipeline: 3, webhooks: 5, upstream: 5 };

/** Returns the command under nice(1), which executes the program in its own process, so the process id stays. */
export const withNiceness = (command: string, args: readonly string[], niceness: number): [string, readonly string[]] =>
  niceness === 0 ? [command, args] : ['nice', ['-n', String(niceness), command, ...args]];

/** The kernel accepts one such change per 100 ms from users other than root. */
const attempts = { count: 30, everyMs: 110 } as const;

/**
 * Sets the nice value of the part's autogroup, where Linux has them (sched(7)). Each part leads a session and so an autogroup; nice values of
 * its processes only count within it.
 */
export async function setAutogroup(pid: number, niceness: number): Promise<void> {
  if (process.platform !== 'linux' || niceness === 0) return;
  for (let attempt = 1; attempt <= attempts.count; attempt += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' });
    } catch (error) {
      // With any other error there are no autogroups, or the process has ended.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await sleep(attempts.everyMs * (1 + Math.random()), undefined, { ref: false });
    }
  }
}

/** Collects a V8 heap that has grown by 40 %. Under mixed requests the API then used 239 MB, not 299 MB, with equal processor time. */
const heapGrowth = '--heap-growing-percent=40';

/** V8 does not shrink the young generation after a start that reads weeks of history: 61 MB in the pipeline, of which 17 MB were used. */
export const nodeFlags: readonly string[] = [heapGrowth, '--max-semi-space-size=8'];

/** Requests allocate much, so V8 chooses the size of the API's young generation. */
export const apiFlags: readonly string[] = [heapGrowth];

/**
 * glibc makes up to eight arenas per core, which do not share free memory. After a large block was freed, it allocates blocks of that size
 * from the heap, which fragments it. Values of the environment take precedence.
 */
export const mallocSettings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/**
 * Go lets a heap double before it collects: nats-server grew to 160 MB in an hour of load. One thread for Go code saves waking others for
 * each message. Values of the environment take precedence.
 */
export const goSettings: Readonly<Record<string, string>> = { GOGC: '50', GOMAXPROCS: '1' };
