-- Digests of past Radar snapshots: hashes of their inputs, with which a replay is compared when the rows have expired.
CREATE TABLE IF NOT EXISTS radar_digests
(
    span LowCardinality(String),
    as_of DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    snapshot_id String CODEC(ZSTD(1)),
    -- Last sequence of the feed log that the snapshot includes.
    to_seq UInt64 CODEC(T64, ZSTD(1)),
    -- Name -> SHA-256, as JSON.
    hashes String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(as_of)
ORDER BY (span, as_of, snapshot_id)
TTL toDateTime(as_of) + INTERVAL 200 DAY
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1;
