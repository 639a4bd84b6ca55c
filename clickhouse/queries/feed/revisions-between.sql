-- Which corrections and withdrawals are in this stretch of the log? Key: drops (seq).
SELECT seq, record
FROM drops
WHERE seq > {after:UInt64}
    AND seq <= {to:UInt64}
    AND type = 'revision'
ORDER BY seq
LIMIT 1 BY seq
LIMIT {limit:UInt32}
