-- Which documents of this source were dropped last, among the newest sequences of the log? Key: drops (seq).
SELECT seq, record
FROM drops
WHERE seq > {after:UInt64} AND source = {source:String} AND type = 'drop'
ORDER BY seq DESC
LIMIT 1 BY seq
LIMIT {limit:UInt32}
