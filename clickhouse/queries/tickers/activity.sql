-- How many rows does each of these tickers have since an instant, and when was the newest published? Key: feed_keys (scope, newest).
SELECT scope AS ticker, toUInt32(uniqExact(seq)) AS row_count, -min(newest) AS newest_ms
FROM feed_keys
WHERE scope IN {tickers:Array(String)} AND newest <= {newest:Int64}
    -- include: tickers/current-keys
GROUP BY scope
ORDER BY scope
