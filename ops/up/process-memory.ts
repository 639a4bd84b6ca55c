/**
 * Memory settings of the parts on one machine. V8, glibc and Go size memory for a server that is always busy; measured by `npm run bench --
 * --only footprint`.
 */

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
