-- The sequence of each row, by uid.
CREATE TABLE IF NOT EXISTS feed_uids
(
    uid UInt64 CODEC(Delta(8), ZSTD(1)),
    seq UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (uid, seq)
SETTINGS index_granularity = 1024,
    -- A page reads few rows from many places, so blocks are small: little is decompressed for one row.
    min_compress_block_size = 8192,
    -- The checkpoint relies on the order of the inserts, so each is flushed to disk before the next begins.
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
