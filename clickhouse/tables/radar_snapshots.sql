-- The head of each snapshot of Radar, one per minute and window, and why a minute has none. Written after its rows, never changed,
-- deleted some time after the last moment at which it may be read.
CREATE TABLE IF NOT EXISTS radar_snapshots
(
    -- 4h or 24h.
    span LowCardinality(String),
    -- The cutoff, a whole minute.
    as_of DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- 16 hex digits of the SHA-256 of what it says; '' where there is no snapshot.
    snapshot_id String CODEC(ZSTD(1)),
    -- Why there is none (schemas/radar.ts); '' where there is one.
    reason LowCardinality(String),
    -- RadarHead as JSON; without a snapshot the instants of the failure.
    head String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toStartOfHour(as_of)
ORDER BY (span, as_of, snapshot_id)
TTL toDateTime(as_of) + INTERVAL 270 MINUTE
SETTINGS index_granularity = 64, ttl_only_drop_parts = 1, merge_with_ttl_timeout = 600;
