-- Radar's snapshots of the last hours.
-- Compatible from: 0003, which does not read these tables.
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
