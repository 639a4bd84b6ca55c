-- Which of these documents does the feed log hold, and as what? Key: feed_uids (uid); of drops, whose key is the
-- place in the log, the column uid is read whole.
SELECT hex(uid) AS uid_hex, 'row' AS type, '' AS reason
FROM feed_uids
WHERE uid IN {uids:Array(UInt64)}
UNION ALL
SELECT hex(uid) AS uid_hex, toString(type) AS type, toString(reason) AS reason
FROM drops
WHERE uid IN {uids:Array(UInt64)}
