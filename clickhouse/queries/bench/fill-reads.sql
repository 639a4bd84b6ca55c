-- Fills earnings_reads for a range of the log from those rows that have an earnings read; the result is one data part.
INSERT INTO earnings_reads
SELECT tickers[1] AS ticker, -toUnixTimestamp64Milli(published_at) AS newest, uid, seq
FROM feed
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64} AND source_type = 'sec_form8k' AND position(detail, '"earnings":{') > 0
SETTINGS min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 0, max_threads = 2, max_insert_threads = 1
