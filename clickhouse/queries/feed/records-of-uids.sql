-- Returns the rows with these uids in their last versions before a sequence. Keys: feed_uids (uid), then feed (seq).
SELECT
    -- include: feed/record-columns
FROM feed
WHERE seq IN (SELECT seq FROM feed_uids WHERE uid IN {uids:Array(UInt64)})
    AND version < {before:UInt64}
ORDER BY seq, version DESC
LIMIT 1 BY seq
