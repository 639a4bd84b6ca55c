-- Which drops and gaps stand in this stretch of the log? Key: drops (seq).
SELECT seq, record
FROM drops
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY seq
LIMIT 1 BY seq
