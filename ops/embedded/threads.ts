/**
 * Imported first: the engine's calls run on libuv's thread pool, whose size is read once, at first use. It has room for every session, and
 * for compression and files.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
