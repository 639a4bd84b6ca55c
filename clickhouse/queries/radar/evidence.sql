-- Returns these rows of the feed as a list of headlines shows them. Key: feed (seq).
SELECT
    -- include: radar/evidence-columns
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
    AND version = 0
ORDER BY seq
LIMIT 1 BY seq
