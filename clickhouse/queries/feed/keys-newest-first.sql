-- Which rows of the feed, or of one ticker, were published last before a place in that order?
-- Key: feed_keys (scope, newest, uid), read forward, ended by the limit.
SELECT
    seq,
    -newest AS published_at_ms,
    lower(leftPad(hex(uid), 16, '0')) AS uid
FROM feed_keys
WHERE scope = {scope:String}
    AND newest >= greatest({newest_from:Int64}, {after_newest:Int64})
    AND newest <= {newest_to:Int64}
    AND (newest > {after_newest:Int64} OR feed_keys.uid > {after_uid:UInt64})
    AND ({any_arrival:Bool} OR created_at BETWEEN {created_from:DateTime64(3, 'UTC')} AND {created_to:DateTime64(3, 'UTC')})
    -- include: feed/filter
ORDER BY scope, newest, feed_keys.uid
LIMIT {limit:UInt32}
