-- The served rows of the feed log, in log order. A batch is written here last, which makes its rows visible. A row that was
-- written twice (by a writer that was believed dead) differs in visible_at only. A corrected row has one row per version;
-- reads take the newest by LIMIT 1 BY seq.
CREATE TABLE IF NOT EXISTS feed
(
    -- Sequence in the FEED stream: the position a delta cursor names.
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    -- Sequence of the revision that made this version; 0: as it entered the log.
    version UInt64 CODEC(ZSTD(1)),
    -- The 16 hex digits of the API as a number, which sorts alike.
    uid UInt64 CODEC(NONE),
    -- uid of the story's first row.
    story_id UInt64 CODEC(LZ4),
    -- The row represents its story: the first of its rows that was not withdrawn.
    is_root Bool,
    -- Replayed from the past: delta mode leaves it out.
    is_history Bool,
    -- original.time_published; outside 1900 to 2299 the nearest of them, the exact text is in doc.
    published_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- original.created_at: when the article reached the feed.
    created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- Instants of the record; NULL where the source gave no publication time.
    stated_at Nullable(DateTime64(3, 'UTC')) CODEC(Delta(8), ZSTD(1)),
    seen_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    fetched_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    refined_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- When the store received the row; the lags begin at the other instants and end here.
    visible_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    category LowCardinality(String),
    relevance UInt8,
    source_type LowCardinality(String),
    -- Configured source or stage that brought it.
    source LowCardinality(String),
    source_domain LowCardinality(String),
    tickers Array(LowCardinality(String)),
    -- Items of an 8-K; empty on every other row.
    items Array(LowCardinality(String)),
    -- none: no insider trade. unknown: a form older than the checkbox.
    is_10b5_1 Enum8('none' = 0, 'unknown' = 1, 'false' = 2, 'true' = 3),
    -- The item as a list serves it: JSON whose last keys are story_id, sources_count and sources, all null.
    doc String CODEC(ZSTD(3)),
    -- The rest of the record, as JSON: null where another column has the value (record.ts).
    detail String CODEC(ZSTD(3)),
    -- One number per ticker, in the order of the tickers: 4 * (1 negative, 2 neutral, 3 positive) + (1 low, 2 medium, 3 high); 0 where doc does not say.
    tones Array(UInt8) CODEC(ZSTD(1)),
    -- A sale under a Rule 10b5-1 plan, which is_10b5_1=false leaves out.
    is_plan_sale Bool,
    -- Lag is queried by time, which follows the order of the log closely.
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
