-- The rows of these uids, in each of their versions. Keys: feed_uids (uid), then feed (seq).
SELECT
    -- include: feed/page-columns
FROM feed
WHERE seq IN (SELECT seq FROM feed_uids WHERE uid IN {uids:Array(UInt64)})
    AND version <= {at_seq:UInt64} -- if: at_seq
ORDER BY seq, version
LIMIT 1 BY seq, version
