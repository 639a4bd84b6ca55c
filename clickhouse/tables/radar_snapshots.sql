-- Heads of Radar snapshots, one per minute and window, or the reason why a minute has none. A head is written after its rows,
-- never changed, and deleted when it can no longer be read.
CREATE TABLE IF NOT EXISTS radar_snapshots
(
    -- 4h or 24h.
    span LowCardinality(String),
    -- The time of the snapshot, a whole minute.
    as_of DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- The first 16 hex digits of the snapshot's digest; '' if there is no snapshot.
    snapshot_id String CODEC(ZSTD(1)),
    -- Why there is no snapshot (schemas/radar.ts), or ''.
    reason LowCardinality(String),
    -- RadarHead as JSON; '' if there is no snapshot.
    head String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toStartOfHour(as_of)
ORDER BY (span, as_of, snapshot_id)
TTL toDateTime(as_of) + INTERVAL 270 MINUTE
SETTINGS index_granularity = 64, ttl_only_drop_parts = 1, merge_with_ttl_timeout = 600;
