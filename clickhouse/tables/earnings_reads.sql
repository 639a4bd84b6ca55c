-- Which rows carry an earnings read, by the ticker the filing was made under, newest first. Derived; written before feed, which holds the reads.
CREATE TABLE IF NOT EXISTS earnings_reads
(
    ticker LowCardinality(String),
    -- Minus the milliseconds of original.time_published: forward is newest first.
    newest Int64 CODEC(Delta(8), ZSTD(1)),
    uid UInt64 CODEC(NONE),
    seq UInt64 CODEC(Delta(8), ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (ticker, newest, uid)
SETTINGS index_granularity = 1024,
    -- A page reads few rows of many places: what is unpacked for one is kept small.
    min_compress_block_size = 8192,
    -- The order of the inserts is what the checkpoint rests on: each is on disk before the next begins.
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
