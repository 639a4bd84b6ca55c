-- Returns the rows of these uids as they entered the log. Keys: feed_uids (uid), then feed (seq).
SELECT
    -- include: feed/record-columns
FROM feed
WHERE seq IN (SELECT seq FROM feed_uids WHERE uid IN {uids:Array(UInt64)})
    AND version = 0
ORDER BY seq
LIMIT 1 BY seq
