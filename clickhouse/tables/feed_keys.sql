-- Keys for pages, newest first: each row has one key for the whole feed and one per ticker.
-- A corrected row has keys of each version; readers ignore those of old versions.
CREATE TABLE IF NOT EXISTS feed_keys
(
    -- '' for the whole feed, else a ticker.
    scope LowCardinality(String),
    -- The negated milliseconds of original.time_published, so that ascending order is newest first.
    newest Int64 CODEC(Delta(8), ZSTD(1)),
    uid UInt64 CODEC(NONE),
    -- As in feed.
    version UInt64 CODEC(ZSTD(1)),
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    category LowCardinality(String),
    relevance UInt8,
    source_type LowCardinality(String),
    items Array(LowCardinality(String)),
    is_10b5_1 Enum8('none' = 0, 'unknown' = 1, 'false' = 2, 'true' = 3),
    is_root Bool,
    is_history Bool,
    -- As in feed.
    is_plan_sale Bool,
    -- For delta pages of a ticker, and for ranges of arrival times.
    INDEX seq_range seq TYPE minmax GRANULARITY 1,
    INDEX created_at_range created_at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PRIMARY KEY (scope, newest, uid)
ORDER BY (scope, newest, uid, version)
SETTINGS index_granularity = 1024,
    -- A page reads few rows from many places, so blocks are small: little is decompressed for one row.
    min_compress_block_size = 8192,
    -- The checkpoint relies on the order of the inserts, so each is flushed to disk before the next begins.
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
