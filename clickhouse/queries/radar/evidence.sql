-- What do these rows of the feed say in a list of headlines? Key: feed (seq).
SELECT
    -- include: radar/evidence-columns
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
    AND version = 0
ORDER BY seq
LIMIT 1 BY seq
