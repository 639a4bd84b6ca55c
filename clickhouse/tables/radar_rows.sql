-- Rows of Radar snapshots, one per ticker. All are written before the snapshot's head and never changed.
CREATE TABLE IF NOT EXISTS radar_rows
(
    snapshot_id String CODEC(ZSTD(1)),
    ticker String CODEC(ZSTD(1)),
    as_of DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    market LowCardinality(String),
    -- The columns by which pages are sorted and filtered. NULL means unknown and sorts last in both directions. score is news_z.
    score Nullable(Float64) CODEC(ZSTD(1)),
    stories UInt32 CODEC(ZSTD(1)),
    model_stories UInt32 CODEC(ZSTD(1)),
    sentiment Nullable(Float64) CODEC(ZSTD(1)),
    sentiment_change Nullable(Float64) CODEC(ZSTD(1)),
    -- Number of stories on each day of the baseline, newest first, for the sparkline.
    cells Array(UInt32) CODEC(ZSTD(1)),
    -- RadarRow as JSON.
    doc String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toStartOfHour(as_of)
ORDER BY (snapshot_id, ticker)
TTL toDateTime(as_of) + INTERVAL 270 MINUTE
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, merge_with_ttl_timeout = 600;
