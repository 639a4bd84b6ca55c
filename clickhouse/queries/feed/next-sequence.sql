-- Which is the first stored sequence from a sequence on? Keys: feed (seq), drops (seq).
SELECT min(first) AS seq
FROM
(
    SELECT min(seq) AS first FROM feed WHERE seq >= {from:UInt64} HAVING count() > 0
    UNION ALL
    SELECT min(seq) AS first FROM drops WHERE seq >= {from:UInt64} HAVING count() > 0
)
HAVING count() > 0
