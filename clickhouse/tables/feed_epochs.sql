-- Generations of the feed log, each with the sequence after which it begins (schemas/generation.ts). A generation is written
-- before its first record. If a generation has two sequences, the lower one counts.
CREATE TABLE IF NOT EXISTS feed_epochs
(
    id UInt64 CODEC(Delta(8), ZSTD(1)),
    after_seq UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (id, after_seq)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
