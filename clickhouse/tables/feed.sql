-- The rows of the feed log, in its order. A batch is written here last, which makes its rows visible. Duplicates of a row differ only in
-- visible_at. A corrected row has one row per version; queries select the newest with LIMIT 1 BY seq.
CREATE TABLE IF NOT EXISTS feed
(
    -- Sequence in the stream FEED, which delta cursors contain.
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    -- Sequence of the revision that made this version; 0 for the original row.
    version UInt64 CODEC(ZSTD(1)),
    -- The 16 hex digits of the API as a number, which has the same order.
    uid UInt64 CODEC(NONE),
    -- uid of the story's first row.
    story_id UInt64 CODEC(LZ4),
    -- Whether the row is the root of its story.
    is_root Bool,
    -- Whether a backfill brought the row in. Delta mode omits it.
    is_history Bool,
    -- original.time_published, clipped to the years 1900 to 2299; doc has the exact text.
    published_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- original.created_at, when the article entered the feed.
    created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- Instants of the record; NULL if the source gave no publication time.
    stated_at Nullable(DateTime64(3, 'UTC')) CODEC(Delta(8), ZSTD(1)),
    seen_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    fetched_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    refined_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- When ClickHouse received the row.
    visible_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    category LowCardinality(String),
    relevance UInt8,
    source_type LowCardinality(String),
    -- Id of the configured source or stage.
    source LowCardinality(String),
    source_domain LowCardinality(String),
    tickers Array(LowCardinality(String)),
    -- Items of an 8-K; empty on every other row.
    items Array(LowCardinality(String)),
    -- none: no insider trade. unknown: the form does not say, as forms before the checkbox.
    is_10b5_1 Enum8('none' = 0, 'unknown' = 1, 'false' = 2, 'true' = 3),
    -- The item as lists serve it: JSON whose last keys are story_id, sources_count and sources, all null.
    doc String CODEC(ZSTD(3)),
    -- The record as JSON, with null in place of values that other columns have (record.ts).
    detail String CODEC(ZSTD(3)),
    -- One number per ticker, in the order of tickers: 4 * (1 negative, 2 neutral, 3 positive) + (1 low, 2 medium, 3 high); 0 if doc has none.
    tones Array(UInt8) CODEC(ZSTD(1)),
    -- Whether the row is a sale under a Rule 10b5-1 plan, which the parameter is_10b5_1=false omits.
    is_plan_sale Bool,
    -- Lag is queried by time. Its order is nearly that of the log.
    INDEX visible_at_range visible_at TYPE minmax GRANULARITY 64
)
ENGINE = ReplacingMergeTree
PRIMARY KEY seq
ORDER BY (seq, version)
SETTINGS index_granularity = 64,
    -- A page reads few rows from many places, so blocks are small: little is decompressed for one row.
    min_compress_block_size = 8192,
    -- The checkpoint relies on the order of the inserts, so each is flushed to disk before the next begins.
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
