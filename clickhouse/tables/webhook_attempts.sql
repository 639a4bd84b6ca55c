-- Attempts at deliveries to webhooks, for the owner of the webhook.
CREATE TABLE IF NOT EXISTS webhook_attempts
(
    account_id String CODEC(ZSTD(1)),
    webhook_id String CODEC(ZSTD(1)),
    attempted_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- The delivery, and which attempt at it.
    number UInt64 CODEC(T64, ZSTD(1)),
    attempt UInt32 CODEC(T64, ZSTD(1)),
    -- news, test or repeat.
    kind LowCardinality(String),
    created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- The contents of the request's body: the ticker, and the article by its place in the feed log (0: a test event) and its uid.
    ticker LowCardinality(String),
    feed_seq UInt64 CODEC(T64, ZSTD(1)),
    uid UInt64 CODEC(ZSTD(1)),
    duration_ms UInt32 CODEC(T64, ZSTD(1)),
    -- 0: no answer.
    status UInt16 CODEC(T64, ZSTD(1)),
    -- Why it failed; empty: it did not.
    error String CODEC(ZSTD(3)),
    -- The first kilobyte of the answer's body.
    answer String CODEC(ZSTD(3)),
    -- When the next attempt is due; null: there is none.
    next_at Nullable(DateTime64(3, 'UTC')) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMMDD(attempted_at)
ORDER BY (account_id, webhook_id, attempted_at, number, attempt)
TTL toDateTime(attempted_at) + INTERVAL 30 DAY
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1;
