-- Which rows have the newest earnings reads of these tickers? Key: earnings_reads (ticker, newest).
SELECT seq
FROM earnings_reads
WHERE ticker IN {tickers:Array(String)}
    AND seq <= {at_seq:UInt64} -- if: at_seq
    AND arrayExists((held, newest_from, newest_to) -> ticker = held AND newest BETWEEN newest_from AND newest_to, {span_tickers:Array(String)}, {span_from:Array(Int64)}, {span_to:Array(Int64)}) -- if: span_tickers
ORDER BY newest, uid
LIMIT 1 BY uid
LIMIT {limit:UInt32}
