-- Insider trades of Form 4 rows, and trades without an article: backfilled ones, and co-owners' reports of known trades. Written before feed.
-- A corrected trade has one row per version; queries select the newest with LIMIT 1 BY uid.
CREATE TABLE IF NOT EXISTS insider_trades
(
    ticker LowCardinality(String),
    -- Day of the last fill.
    last_date Date32 CODEC(Delta(4), ZSTD(1)),
    -- The uid of the trade's record, which is also that of its article, if any.
    uid UInt64 CODEC(NONE),
    -- Sequence of the revision that made this version; 0 for the original.
    version UInt64 CODEC(ZSTD(1)),
    issuer_cik UInt64 CODEC(ZSTD(1)),
    -- The first owner on the form.
    owner_cik UInt64 CODEC(ZSTD(1)),
    transaction_code LowCardinality(String),
    -- unknown: the form does not say, as forms before the checkbox.
    is_10b5_1 Enum8('unknown' = 1, 'false' = 2, 'true' = 3),
    -- NULL if no tranche is priced.
    total_value_usd Nullable(Decimal(38, 2)) CODEC(ZSTD(1)),
    owner_name String CODEC(ZSTD(1)),
    owner_title String CODEC(ZSTD(1)),
    -- The trade with title and time of its article, as JSON (insider-trades.ts).
    doc String CODEC(ZSTD(3)),
    -- Whether it is a co-owner's report of a known trade, which sums omit.
    is_joint_duplicate Bool
)
ENGINE = ReplacingMergeTree
ORDER BY (ticker, last_date, uid, version)
SETTINGS index_granularity = 256,
    -- A page reads few rows from many places, so blocks are small: little is decompressed for one row.
    min_compress_block_size = 8192,
    -- The checkpoint relies on the order of the inserts, so each is flushed to disk before the next begins.
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
