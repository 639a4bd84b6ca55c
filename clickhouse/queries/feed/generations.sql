-- Which generations of the log are known, and after which sequence does each begin? Reads feed_epochs whole: one row per repair.
SELECT id, min(after_seq) AS after_seq
FROM feed_epochs
GROUP BY id
ORDER BY id DESC
LIMIT {limit:UInt32}
