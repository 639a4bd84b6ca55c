-- Which of these documents does the feed log have, and as which type of record? Key: feed_uids (uid). Of drops, whose key is the sequence, the
-- whole column uid is read.
SELECT hex(uid) AS uid_hex, 'row' AS type, '' AS reason
FROM feed_uids
WHERE uid IN {uids:Array(UInt64)}
UNION ALL
SELECT hex(uid) AS uid_hex, toString(type) AS type, toString(reason) AS reason
FROM drops
WHERE uid IN {uids:Array(UInt64)}
