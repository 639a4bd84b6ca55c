/**
 * Imported first: the engine's calls run on libuv's thread pool, whose size is read once, at first use.
 * Room for every session, and beside them for compression and files.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
