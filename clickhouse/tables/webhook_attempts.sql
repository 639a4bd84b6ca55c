-- Attempts to deliver to webhooks, for the owner of the webhook.
CREATE TABLE IF NOT EXISTS webhook_attempts
(
    account_id String CODEC(ZSTD(1)),
    webhook_id String CODEC(ZSTD(1)),
    attempted_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- Number of the delivery, and number of the attempt.
    number UInt64 CODEC(T64, ZSTD(1)),
    attempt UInt32 CODEC(T64, ZSTD(1)),
    -- news, test or repeat.
    kind LowCardinality(String),
    created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- Ticker and article in the body of the request; feed_seq is the article's sequence, 0 for a test event.
    ticker LowCardinality(String),
    feed_seq UInt64 CODEC(T64, ZSTD(1)),
    uid UInt64 CODEC(ZSTD(1)),
    duration_ms UInt32 CODEC(T64, ZSTD(1)),
    -- HTTP status; 0 without an answer.
    status UInt16 CODEC(T64, ZSTD(1)),
    -- Why the attempt failed, or ''.
    error String CODEC(ZSTD(3)),
    -- The first kilobyte of the answer's body.
    answer String CODEC(ZSTD(3)),
    -- When the next attempt is due, or NULL.
    next_at Nullable(DateTime64(3, 'UTC')) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMMDD(attempted_at)
ORDER BY (account_id, webhook_id, attempted_at, number, attempt)
TTL toDateTime(attempted_at) + INTERVAL 30 DAY
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1;
