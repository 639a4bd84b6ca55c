-- Which served rows are in this range of the log, whole, as they entered it? Key: feed (seq).
SELECT
    -- include: feed/record-columns
FROM feed
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
    AND version = 0
ORDER BY seq
LIMIT 1 BY seq
