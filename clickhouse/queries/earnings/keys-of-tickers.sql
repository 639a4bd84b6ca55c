-- Which rows carry the newest earnings reads of these tickers? Key: earnings_reads (ticker, newest).
SELECT seq
FROM earnings_reads
WHERE ticker IN {tickers:Array(String)}
ORDER BY newest, uid
LIMIT 1 BY uid
LIMIT {limit:UInt32}
