-- Every record of the feed log that is no row: drops, gaps, trades without an article, revisions, and records of later releases. The rows that
-- revisions change are in feed. Written before feed.
CREATE TABLE IF NOT EXISTS drops
(
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    -- Sequence of the last row in the record's batch, or 0. The checkpoint counts the record only if feed has that row (checkpoint.sql).
    batch_row_seq UInt64 CODEC(Delta(8), ZSTD(1)),
    -- drop, trade, revision, gap, or a type of a later release.
    type LowCardinality(String),
    uid UInt64 CODEC(NONE),
    refined_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    reason LowCardinality(String),
    source_type LowCardinality(String),
    source LowCardinality(String),
    -- The record as JSON.
    record String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY seq
SETTINGS index_granularity = 256,
    -- A page reads few rows from many places, so blocks are small: little is decompressed for one row.
    min_compress_block_size = 8192,
    -- The checkpoint relies on the order of the inserts, so each is flushed to disk before the next begins.
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
