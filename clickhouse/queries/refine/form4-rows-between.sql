-- Which Form 4 rows are in this range of the log, in their original version? Key: feed (seq).
SELECT
    -- include: feed/record-columns
FROM feed
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
    AND version = 0
    AND source_type = 'sec_form4'
ORDER BY seq
LIMIT 1 BY seq
