-- Up to which sequence is the log stored, and which is the newest generation? Zeros if nothing is stored. Keys: feed (seq), drops (seq),
-- feed_epochs (id). A batch is complete when its rows are in feed, which is written after drops. So a drop after the last row counts only if
-- feed has the last row of the drop's batch.
WITH (SELECT max(seq) FROM feed) AS rows_to
SELECT
    least({at_seq:UInt64}, -- if: at_seq
    greatest(rows_to, (SELECT max(seq) FROM drops WHERE seq > rows_to AND batch_row_seq <= rows_to))
    ) -- if: at_seq
    AS seq,
    (SELECT max(id) FROM feed_epochs) AS generation
