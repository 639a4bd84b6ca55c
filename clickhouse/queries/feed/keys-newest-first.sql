-- Which rows of the feed, or of one ticker, were published last before a place in that order?
-- Key: feed_keys (scope, newest, uid), read forward, ended by the limit.
SELECT seq, -newest AS published_at_ms, hex(uid) AS uid_hex
FROM feed_keys
WHERE scope = {scope:String}
    AND newest >= {newest_from:Int64} -- if: newest_from
    AND newest <= {newest_to:Int64} -- if: newest_to
    AND (newest > {newest_from:Int64} OR uid > {after_uid:UInt64}) -- if: after_uid
    AND created_at >= {created_from:DateTime64(3, 'UTC')} -- if: created_from
    AND created_at <= {created_to:DateTime64(3, 'UTC')} -- if: created_to
    -- include: feed/filter
ORDER BY scope, newest, uid
LIMIT {limit:UInt32}
