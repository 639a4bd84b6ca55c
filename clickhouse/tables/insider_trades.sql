-- Insiders' trades: of served Form 4 rows, and without article those of EDGAR's past and further reports by co-owners. Derived; written before feed.
-- a corrected trade has one row per version: readers take the newest, LIMIT 1 BY uid.
CREATE TABLE IF NOT EXISTS insider_trades
(
    ticker LowCardinality(String),
    -- Day of the last fill.
    last_date Date32 CODEC(Delta(4), ZSTD(1)),
    -- The article's, where there is one.
    uid UInt64 CODEC(NONE),
    -- Sequence of the revision that says so; 0: as first filed.
    version UInt64 CODEC(ZSTD(1)),
    issuer_cik UInt64 CODEC(ZSTD(1)),
    -- The owner named first.
    owner_cik UInt64 CODEC(ZSTD(1)),
    transaction_code LowCardinality(String),
    -- unknown: a form older than the checkbox.
    is_10b5_1 Enum8('unknown' = 1, 'false' = 2, 'true' = 3),
    -- NULL: no tranche is priced.
    total_value_usd Nullable(Decimal(38, 2)) CODEC(ZSTD(1)),
    owner_name String CODEC(ZSTD(1)),
    owner_title String CODEC(ZSTD(1)),
    -- The trade whole and its article's title and time, as JSON (insider-trades.ts).
    doc String CODEC(ZSTD(3)),
    -- A further report of a trade by its co-owners: it counts in no sum.
    is_joint_duplicate Bool
)
ENGINE = ReplacingMergeTree
ORDER BY (ticker, last_date, uid, version)
SETTINGS index_granularity = 256,
    -- A page reads few rows of many places: what is unpacked for one is kept small.
    min_compress_block_size = 8192,
    -- The order of the inserts is what the checkpoint rests on: each is on disk before the next begins.
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
