-- The feed log in tables.

CREATE TABLE IF NOT EXISTS feed
(
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    uid UInt64 CODEC(NONE),
    story_id UInt64 CODEC(LZ4),
    is_root Bool,
    published_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    stated_at Nullable(DateTime64(3, 'UTC')) CODEC(Delta(8), ZSTD(1)),
    seen_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    fetched_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    refined_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    visible_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    category LowCardinality(String),
    relevance UInt8,
    source_type LowCardinality(String),
    source LowCardinality(String),
    source_domain LowCardinality(String),
    tickers Array(LowCardinality(String)),
    items Array(LowCardinality(String)),
    is_10b5_1 Enum8('none' = 0, 'unknown' = 1, 'false' = 2, 'true' = 3),
    doc String CODEC(ZSTD(1)),
    detail String CODEC(ZSTD(1)),
    INDEX visible_at_range visible_at TYPE minmax GRANULARITY 64
)
ENGINE = ReplacingMergeTree
ORDER BY seq
SETTINGS index_granularity = 64,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS feed_keys
(
    scope LowCardinality(String),
    newest Int64 CODEC(Delta(8), ZSTD(1)),
    uid UInt64 CODEC(NONE),
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    category LowCardinality(String),
    relevance UInt8,
    source_type LowCardinality(String),
    items Array(LowCardinality(String)),
    is_10b5_1 Enum8('none' = 0, 'unknown' = 1, 'false' = 2, 'true' = 3),
    is_root Bool,
    INDEX seq_range seq TYPE minmax GRANULARITY 1,
    INDEX created_at_range created_at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
ORDER BY (scope, newest, uid)
SETTINGS index_granularity = 1024,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS feed_uids
(
    uid UInt64 CODEC(Delta(8), ZSTD(1)),
    seq UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (uid, seq)
SETTINGS index_granularity = 1024,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS drops
(
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    batch_row_seq UInt64 CODEC(Delta(8), ZSTD(1)),
    type LowCardinality(String),
    uid UInt64 CODEC(NONE),
    refined_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    reason LowCardinality(String),
    source_type LowCardinality(String),
    source LowCardinality(String),
    record String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY seq
SETTINGS index_granularity = 256,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS story_sources
(
    story_id UInt64 CODEC(Delta(8), ZSTD(1)),
    seq UInt64 CODEC(T64, ZSTD(1)),
    uid UInt64 CODEC(NONE),
    source_domain LowCardinality(String)
)
ENGINE = ReplacingMergeTree
ORDER BY (story_id, seq)
SETTINGS index_granularity = 1024,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
