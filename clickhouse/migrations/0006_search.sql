-- The index of search. What stands in feed already is indexed by the writer once it runs (pipeline/write/index-search.ts).
-- Compatible from: 0003, which neither reads nor fills this table: the next writer that does fills what is missing.
CREATE TABLE IF NOT EXISTS search_terms
(
    term String CODEC(ZSTD(1)),
    newest Int64 CODEC(Delta(8), ZSTD(1)),
    seq UInt64 CODEC(Delta(8), ZSTD(1)),
    version UInt64 CODEC(ZSTD(1)),
    category LowCardinality(String),
    relevance UInt8,
    source_type LowCardinality(String),
    is_root Bool,
    impact UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PRIMARY KEY (term, newest)
ORDER BY (term, newest, seq, version)
SETTINGS index_granularity = 2048,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
