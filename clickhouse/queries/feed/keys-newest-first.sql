-- Which rows of the feed, or of one ticker, come next, newest first?
-- Key: feed_keys (scope, newest, uid), read forward up to the limit.
SELECT seq, version, -newest AS published_at_ms, hex(uid) AS uid_hex
FROM feed_keys
WHERE scope = {scope:String}
    -- include: feed/as-of
    -- include: feed/newest-range
    -- include: feed/filter
ORDER BY scope, newest, uid
LIMIT {limit:UInt32}
