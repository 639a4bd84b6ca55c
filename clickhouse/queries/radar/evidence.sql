-- Returns the headlines of these rows. Key: feed (seq).
SELECT
    -- include: radar/evidence-columns
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
    AND version = 0
ORDER BY seq
LIMIT 1 BY seq
