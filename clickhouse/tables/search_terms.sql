-- The search index. Each served row has one entry under '', one per word of its title, summary and entities, one per ticker
-- and one per item of its 8-K. Written before feed. A corrected row has entries of each version; readers ignore those of old versions.
CREATE TABLE IF NOT EXISTS search_terms
(
    -- '' for every row, a word as search/words.ts makes it, '$NVDA' a ticker, '#2.02' an item.
    term String CODEC(ZSTD(1)),
    -- The negated milliseconds of original.time_published, so that ascending order is newest first.
    newest Int64 CODEC(T64('bit'), ZSTD(1)),
    seq UInt64 CODEC(T64('bit'), ZSTD(1)),
    -- As in feed.
    version UInt64 CODEC(ZSTD(1)),
    category LowCardinality(String) CODEC(ZSTD(1)),
    relevance UInt8 CODEC(ZSTD(1)),
    source_type LowCardinality(String) CODEC(ZSTD(1)),
    is_root Bool CODEC(ZSTD(1)),
    -- Impact of the term on the row, 0 to 31 (search/postings.ts); 0 for the term ''.
    impact UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PRIMARY KEY (term, newest)
ORDER BY (term, newest, seq, version)
SETTINGS index_granularity = 2048,
    -- The checkpoint relies on the order of the inserts, so each is flushed to disk before the next begins.
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
