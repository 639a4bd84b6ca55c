/**
 * How the parts share the processors and the memory of one machine. When time is short, work that callers wait for has priority (measured by
 * `npm run bench -- --only mixed`). V8, glibc and Go size memory for a server that is always busy (`--only footprint`).
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

/**
 * V8 lets a heap grow to several times its live size before a full collection. Under a mix of requests the API used 299 MB, with this limit
 * 239, for as much processor time.
 */
const heapGrowth = '--heap-growing-percent=40';

/** V8 keeps its young generation as large as a start that reads weeks of history has made it: 61 MB in the pipeline, 17 MB of them used. */
export const nodeFlags: readonly string[] = [heapGrowth, '--max-semi-space-size=8'];

/** Requests allocate much, so the size of the API's young generation is left to V8. */
export const apiFlags: readonly string[] = [heapGrowth];

/**
 * glibc makes up to eight arenas per core, which do not share free memory. After a large block was freed it takes blocks of that size from
 * the heap, where they leave holes. Values in the environment take precedence.
 */
export const mallocSettings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/**
 * Go lets a heap double before it collects: nats-server grew to 160 MB in an hour of load. With one thread for its code it wakes no others for
 * each message. The environment takes precedence.
 */
export const goSettings: Readonly<Record<string, string>> = { GOGC: '50', GOMAXPROCS: '1' };
