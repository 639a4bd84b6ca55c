-- Coverage reports (specification.md C11), the newest of which is served. Newest last.
CREATE TABLE IF NOT EXISTS coverage
(
    generated_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    -- JSON, see schemas/coverage.ts.
    report String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
ORDER BY generated_at
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
