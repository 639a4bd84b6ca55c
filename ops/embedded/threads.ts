/** Sets the size of libuv's thread pool before its first use. It needs a thread for each session, and some for files. */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
