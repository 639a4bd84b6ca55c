/**
 * How the parts hold their memory on one machine. V8, glibc and Go size it for a server that is busy all the
 * time; measured by `npm run bench -- --only footprint`.
 */

/**
 * V8 lets a heap grow to several times what is alive in it before it collects all of it: under a mix of requests the API held 299 MB, with this
 * bound 239, for as much processor time.
 */
const heapGrowth = '--heap-growing-percent=40';

/**
 * V8 was seen to keep its young generation as large as a start that reads weeks of history had made it: 61 MB in the
 * pipeline, 17 MB of them used.
 */
export const nodeFlags: readonly string[] = [heapGrowth, '--max-semi-space-size=8'];

/** What each request allocates needs room: the API's young generation is V8's own choice. */
export const apiFlags: readonly string[] = [heapGrowth];

/**
 * glibc makes up to eight arenas a core, which free to each other nothing, and once a large block was freed it takes blocks
 * of that size out of the heap, where they leave holes. What the environment says holds.
 */
export const mallocSettings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/** Go lets a heap double before it collects: in an hour of load nats-server came to 160 MB that way. What the environment says holds. */
export const goSettings: Readonly<Record<string, string>> = { GOGC: '50' };
