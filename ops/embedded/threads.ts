/**
 * Sets the size of libuv's thread pool, which is read at its first use, so this file is imported first. The engine's calls run on the pool;
 * it needs a thread for every session, and some for compression and files.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
