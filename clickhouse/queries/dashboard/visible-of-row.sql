-- When did each version of the row with this uid become visible? Keys: feed_uids (uid), then feed (seq).
SELECT version, toUnixTimestamp64Milli(min(visible_at)) AS visible_at_ms
FROM feed
WHERE seq IN (SELECT seq FROM feed_uids WHERE uid = {uid:UInt64})
GROUP BY version
ORDER BY version
