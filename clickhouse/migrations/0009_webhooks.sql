-- The log of deliveries to webhooks.
-- Compatible from: 0003, which does not read this table.
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
