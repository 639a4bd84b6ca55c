-- Every record of the feed log that is no row: drops with their reason, gaps, trades without an article, records of
-- later releases, and revisions, whose rows are in feed at their own places. Written before feed.
CREATE TABLE IF NOT EXISTS drops
(
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    -- Sequence of the last served row in the record's batch; 0 if the batch has none. Only once feed has that row
    -- does this one count for the checkpoint (checkpoint.sql).
    batch_row_seq UInt64 CODEC(Delta(8), ZSTD(1)),
    -- drop, trade, revision, or gap: the place of a record that is lost for good.
    type LowCardinality(String),
    uid UInt64 CODEC(NONE),
    refined_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    reason LowCardinality(String),
    source_type LowCardinality(String),
    source LowCardinality(String),
    -- The whole record, as JSON.
    record String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY seq
SETTINGS index_granularity = 256,
    -- A page reads few rows from many places, so blocks are small: little is decompressed for one row.
    min_compress_block_size = 8192,
    -- The checkpoint relies on the order of the inserts, so each is flushed to disk before the next begins.
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
