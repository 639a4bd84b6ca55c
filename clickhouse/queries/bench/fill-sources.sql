-- Fills story_sources for a range of the log, as one part.
INSERT INTO story_sources
SELECT story_id, seq, uid, source_domain
FROM feed
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
SETTINGS min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 0, max_insert_threads = 1
