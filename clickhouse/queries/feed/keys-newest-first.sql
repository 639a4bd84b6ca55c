-- Which rows of the feed, or of one ticker, were published last before a place in that order?
-- Key: feed_keys (scope, newest, uid), read forward, ended by the limit.
SELECT seq, version, -newest AS published_at_ms, hex(uid) AS uid_hex
FROM feed_keys
WHERE scope = {scope:String}
    -- include: feed/as-of
    -- include: feed/newest-range
    -- include: feed/filter
ORDER BY scope, newest, uid
LIMIT {limit:UInt32}
