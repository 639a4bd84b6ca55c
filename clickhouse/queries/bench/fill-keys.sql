-- Fills feed_keys for a range of the log, as one part.
INSERT INTO feed_keys
SELECT scope, -toUnixTimestamp64Milli(published_at) AS newest, uid, version, seq, created_at, category, relevance, source_type, items, is_10b5_1, is_root, is_history, is_plan_sale
FROM feed
ARRAY JOIN arrayConcat([''], tickers) AS scope
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
SETTINGS min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 0, max_threads = 2, max_insert_threads = 1
