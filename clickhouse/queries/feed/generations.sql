-- Which generations of the log are known, and behind which sequence does each begin? Reads feed_epochs whole: a row a repair.
SELECT id, min(after_seq) AS after_seq
FROM feed_epochs
GROUP BY id
ORDER BY id DESC
LIMIT {limit:UInt32}
