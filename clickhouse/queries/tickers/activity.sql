-- Which tickers, of these or of all, have rows since an instant, how many, and when was the newest published?
-- Key: feed_keys (scope, newest); of all tickers, its scopes one after the other.
SELECT scope AS ticker, toUInt32(uniqExact(seq)) AS row_count, -min(newest) AS newest_ms
FROM feed_keys
WHERE scope != ''
    AND scope IN {tickers:Array(String)} -- if: tickers
    AND newest <= {newest:Int64}
    -- Keys of the newest version of each row: few rows were ever corrected, and a withdrawn one has no key of its last version.
    AND (
        version = 0 AND seq NOT IN (SELECT seq FROM feed WHERE version > 0)
        OR (seq, version) IN (SELECT seq, max(version) FROM feed WHERE version > 0 GROUP BY seq))
GROUP BY scope
ORDER BY scope
