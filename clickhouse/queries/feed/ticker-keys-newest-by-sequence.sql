-- Which rows of some tickers are last in the log? Key: feed_keys (scope), in which a row has one key per ticker.
SELECT seq
FROM feed_keys
WHERE scope IN {tickers:Array(String)}
    AND seq < {before:UInt64}
    -- include: feed/as-of
    AND NOT is_history
    -- include: feed/spans
    -- include: feed/filter
ORDER BY seq DESC
LIMIT {limit:UInt32}
