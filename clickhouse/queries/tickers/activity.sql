-- How many rows since an instant does each of these tickers, or of all tickers, have, and when was the newest published?
-- Key: feed_keys (scope, newest).
SELECT scope AS ticker, toUInt32(uniqExact(seq)) AS row_count, -min(newest) AS newest_ms
FROM feed_keys
WHERE scope != ''
    AND scope IN {tickers:Array(String)} -- if: tickers
    AND newest <= {newest:Int64}
    -- Only keys of the newest version of each row count. A withdrawn row has none.
    AND (
        version = 0 AND seq NOT IN (SELECT seq FROM feed WHERE version > 0)
        OR (seq, version) IN (SELECT seq, max(version) FROM feed WHERE version > 0 GROUP BY seq))
GROUP BY scope
ORDER BY scope
