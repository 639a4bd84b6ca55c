-- Which records that are not rows are in this range of the log: drops, gaps, trades, revisions? Key: drops (seq).
SELECT seq, record
FROM drops
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY seq
LIMIT 1 BY seq
