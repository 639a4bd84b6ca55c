-- What do these rows say, whole, in their newest version? Key: feed (seq).
SELECT
    -- include: feed/record-columns
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
ORDER BY seq, version DESC
LIMIT 1 BY seq
