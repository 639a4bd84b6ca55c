-- Which corrections and withdrawals are in this range of the log? Key: drops (seq).
SELECT seq, record
FROM drops
WHERE seq > {after:UInt64}
    AND seq <= {to:UInt64}
    AND type = 'revision'
ORDER BY seq
LIMIT 1 BY seq
LIMIT {limit:UInt32}
