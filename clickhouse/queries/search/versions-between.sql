-- Which versions of rows stand in this stretch of the log, whole? Key: feed (seq).
SELECT
    -- include: feed/record-columns
FROM feed
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY seq, version
LIMIT 1 BY seq, version
