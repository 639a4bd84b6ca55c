-- Returns the full record of this uid in its newest version. Keys: feed_uids (uid), then feed (seq).
SELECT
    -- include: feed/record-columns
FROM feed
WHERE seq IN (SELECT seq FROM feed_uids WHERE uid = {uid:UInt64})
    -- include: feed/as-of
ORDER BY seq, version DESC
LIMIT 1
