-- Fills search_terms for a range of the log: the words of each row's document (bench_terms), its tickers, and the entry of every row.
INSERT INTO search_terms
SELECT entry.1 AS term, -toUnixTimestamp64Milli(published_at) AS newest, seq, version, category, relevance, source_type, is_root, entry.2 AS impact
FROM
(
    SELECT seq, version, published_at, category, relevance, source_type, is_root, tickers, cityHash64('other dice', seq) % {docs:UInt64} AS place
    FROM feed
    WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
) AS rows
ANY LEFT JOIN bench_terms ON bench_terms.place = rows.place
ARRAY JOIN arrayConcat([('', toUInt8(0))], arrayMap(ticker -> (concat('$', ticker), toUInt8(22)), tickers), bench_terms.entries) AS entry
SETTINGS min_insert_block_size_rows = 10000000, min_insert_block_size_bytes = 0, max_threads = 1, max_insert_threads = 1
