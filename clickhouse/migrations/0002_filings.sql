-- Filings whole: rows that an amendment revised, history that delta mode leaves out, insiders' trades, earnings reads.

ALTER TABLE feed
    ADD COLUMN IF NOT EXISTS version UInt64 CODEC(ZSTD(1)) AFTER seq,
    MODIFY ORDER BY (seq, version);

ALTER TABLE feed
    ADD COLUMN IF NOT EXISTS is_history Bool AFTER is_root;

ALTER TABLE feed_keys
    ADD COLUMN IF NOT EXISTS version UInt64 CODEC(ZSTD(1)) AFTER uid,
    MODIFY ORDER BY (scope, newest, uid, version);

ALTER TABLE feed_keys
    ADD COLUMN IF NOT EXISTS is_history Bool AFTER is_root;

CREATE TABLE IF NOT EXISTS insider_trades
(
    ticker LowCardinality(String),
    last_date Date32 CODEC(Delta(4), ZSTD(1)),
    uid UInt64 CODEC(NONE),
    version UInt64 CODEC(ZSTD(1)),
    issuer_cik UInt64 CODEC(ZSTD(1)),
    owner_cik UInt64 CODEC(ZSTD(1)),
    transaction_code LowCardinality(String),
    is_10b5_1 Enum8('unknown' = 1, 'false' = 2, 'true' = 3),
    total_value_usd Nullable(Decimal(38, 2)) CODEC(ZSTD(1)),
    owner_name String CODEC(ZSTD(1)),
    owner_title String CODEC(ZSTD(1)),
    doc String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (ticker, last_date, uid, version)
SETTINGS index_granularity = 256,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS earnings_reads
(
    ticker LowCardinality(String),
    newest Int64 CODEC(Delta(8), ZSTD(1)),
    uid UInt64 CODEC(NONE),
    seq UInt64 CODEC(Delta(8), ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (ticker, newest, uid)
SETTINGS index_granularity = 1024,
    min_compress_block_size = 8192,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
