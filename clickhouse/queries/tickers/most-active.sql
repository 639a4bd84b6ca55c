-- Which tickers have rows since an instant, and how many? Key: feed_keys (scope, newest), its scopes one after the other.
SELECT scope AS ticker, toUInt32(uniqExact(seq)) AS row_count, -min(newest) AS newest_ms
FROM feed_keys
WHERE scope != '' AND newest <= {newest:Int64}
    -- include: tickers/current-keys
GROUP BY scope
ORDER BY scope
