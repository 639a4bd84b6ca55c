-- The tables of the first release.
CREATE TABLE IF NOT EXISTS coverage
(
    generated_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    report String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
ORDER BY generated_at
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

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

CREATE TABLE IF NOT EXISTS earnings_reads
(
    ticker LowCardinality(String),
    newest Int64 CODEC(Delta(8), ZSTD(1)),
    uid UInt64 CODEC(NONE),
    seq UInt64 CODEC(Delta(8), ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (ticker, newest, uid)
SETTINGS index_granularity = 1024,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS feed
(
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    version UInt64 CODEC(ZSTD(1)),
    uid UInt64 CODEC(NONE),
    story_id UInt64 CODEC(LZ4),
    is_root Bool,
    is_history Bool,
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
    doc String CODEC(ZSTD(3)),
    detail String CODEC(ZSTD(3)),
    tones Array(UInt8) CODEC(ZSTD(1)),
    is_plan_sale Bool,
    INDEX visible_at_range visible_at TYPE minmax GRANULARITY 64
)
ENGINE = ReplacingMergeTree
PRIMARY KEY seq
ORDER BY (seq, version)
SETTINGS index_granularity = 64,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS feed_epochs
(
    id UInt64 CODEC(Delta(8), ZSTD(1)),
    after_seq UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (id, after_seq)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS feed_keys
(
    scope LowCardinality(String),
    newest Int64 CODEC(Delta(8), ZSTD(1)),
    uid UInt64 CODEC(NONE),
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
    is_plan_sale Bool,
    INDEX seq_range seq TYPE minmax GRANULARITY 1,
    INDEX created_at_range created_at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PRIMARY KEY (scope, newest, uid)
ORDER BY (scope, newest, uid, version)
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

CREATE TABLE IF NOT EXISTS insider_trades
(
    ticker LowCardinality(String),
    last_date Date32 CODEC(Delta(4), ZSTD(1)),
    uid UInt64 CODEC(NONE),
    version UInt64 CODEC(ZSTD(1)),
    issuer_cik UInt64 CODEC(ZSTD(1)),
    owner_cik UInt64 CODEC(ZSTD(1)),
    transaction_code LowCardinality(String),
    is_10b5_1 Enum8('unknown' = 1, 'false' = 2, 'true' = 3),
    total_value_usd Nullable(Decimal(38, 2)) CODEC(ZSTD(1)),
    owner_name String CODEC(ZSTD(1)),
    owner_title String CODEC(ZSTD(1)),
    doc String CODEC(ZSTD(3)),
    is_joint_duplicate Bool
)
ENGINE = ReplacingMergeTree
ORDER BY (ticker, last_date, uid, version)
SETTINGS index_granularity = 256,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS radar_digests
(
    span LowCardinality(String),
    as_of DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    snapshot_id String CODEC(ZSTD(1)),
    to_seq UInt64 CODEC(T64, ZSTD(1)),
    hashes String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(as_of)
ORDER BY (span, as_of, snapshot_id)
TTL toDateTime(as_of) + INTERVAL 200 DAY
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS radar_rows
(
    snapshot_id String CODEC(ZSTD(1)),
    ticker String CODEC(ZSTD(1)),
    as_of DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    market LowCardinality(String),
    score Nullable(Float64) CODEC(ZSTD(1)),
    stories UInt32 CODEC(ZSTD(1)),
    model_stories UInt32 CODEC(ZSTD(1)),
    sentiment Nullable(Float64) CODEC(ZSTD(1)),
    sentiment_change Nullable(Float64) CODEC(ZSTD(1)),
    cells Array(UInt32) CODEC(ZSTD(1)),
    doc String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toStartOfHour(as_of)
ORDER BY (snapshot_id, ticker)
TTL toDateTime(as_of) + INTERVAL 270 MINUTE
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, merge_with_ttl_timeout = 600;

CREATE TABLE IF NOT EXISTS radar_snapshots
(
    span LowCardinality(String),
    as_of DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    snapshot_id String CODEC(ZSTD(1)),
    reason LowCardinality(String),
    head String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toStartOfHour(as_of)
ORDER BY (span, as_of, snapshot_id)
TTL toDateTime(as_of) + INTERVAL 270 MINUTE
SETTINGS index_granularity = 64, ttl_only_drop_parts = 1, merge_with_ttl_timeout = 600;

CREATE TABLE IF NOT EXISTS search_terms
(
    term String CODEC(ZSTD(1)),
    newest Int64 CODEC(T64('bit'), ZSTD(1)),
    seq UInt64 CODEC(T64('bit'), ZSTD(1)),
    version UInt64 CODEC(ZSTD(1)),
    category LowCardinality(String) CODEC(ZSTD(1)),
    relevance UInt8 CODEC(ZSTD(1)),
    source_type LowCardinality(String) CODEC(ZSTD(1)),
    is_root Bool CODEC(ZSTD(1)),
    impact UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PRIMARY KEY (term, newest)
ORDER BY (term, newest, seq, version)
SETTINGS index_granularity = 2048,
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

CREATE TABLE IF NOT EXISTS webhook_attempts
(
    account_id String CODEC(ZSTD(1)),
    webhook_id String CODEC(ZSTD(1)),
    attempted_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    number UInt64 CODEC(T64, ZSTD(1)),
    attempt UInt32 CODEC(T64, ZSTD(1)),
    kind LowCardinality(String),
    created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    ticker LowCardinality(String),
    feed_seq UInt64 CODEC(T64, ZSTD(1)),
    uid UInt64 CODEC(ZSTD(1)),
    duration_ms UInt32 CODEC(T64, ZSTD(1)),
    status UInt16 CODEC(T64, ZSTD(1)),
    error String CODEC(ZSTD(3)),
    answer String CODEC(ZSTD(3)),
    next_at Nullable(DateTime64(3, 'UTC')) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMMDD(attempted_at)
ORDER BY (account_id, webhook_id, attempted_at, number, attempt)
TTL toDateTime(attempted_at) + INTERVAL 30 DAY
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1;
