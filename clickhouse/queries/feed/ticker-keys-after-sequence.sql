-- Which rows of some tickers come next in the log? Key: feed_keys (scope), narrowed by the index seq_range.
-- A row has one key per ticker; keys of rows that feed does not have yet are left out.
SELECT seq
FROM feed_keys
WHERE scope IN {tickers:Array(String)}
    AND seq > {after:UInt64}
    AND seq <= (SELECT max(seq) FROM feed)
    -- include: feed/as-of
    AND NOT is_history
    -- include: feed/spans
    -- include: feed/filter
ORDER BY seq
LIMIT {limit:UInt32}
