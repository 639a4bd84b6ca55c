-- Which rows of several tickers come next, newest first? Key: feed_keys (scope, newest).
-- A row has one key per ticker and version; only the newest version counts.
SELECT seq, version, -newest AS published_at_ms, hex(uid) AS uid_hex
FROM feed_keys
WHERE scope IN {tickers:Array(String)}
    -- include: feed/as-of
    -- include: feed/spans
    -- include: feed/newest-range
    -- include: feed/filter
ORDER BY newest, uid, version DESC
LIMIT 1 BY seq
LIMIT {limit:UInt32}
