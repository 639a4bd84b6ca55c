-- How many rows does each of these tickers have since an instant? Key: feed_keys (scope, newest).
SELECT scope AS ticker, toUInt32(count()) AS row_count
FROM feed_keys
WHERE scope IN {tickers:Array(String)} AND newest <= {newest:Int64}
GROUP BY scope
ORDER BY scope
