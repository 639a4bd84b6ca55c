-- Which of these rows have an earnings read? Key: earnings_reads (ticker).
SELECT DISTINCT seq
FROM earnings_reads
WHERE ticker IN {tickers:Array(String)}
    AND seq IN {seqs:Array(UInt64)}
