-- Up to where is the log stored, and which is the newest generation? Keys: feed (seq), drops (seq), feed_epochs (id); 0 when nothing is.
-- A batch is complete once its rows are in feed, which is written last. Its drops are written just before, so one
-- that comes after all rows counts only if the last row of its own batch is there.
WITH (SELECT max(seq) FROM feed) AS rows_to
SELECT
    least({at_seq:UInt64}, -- if: at_seq
    greatest(rows_to, (SELECT max(seq) FROM drops WHERE seq > rows_to AND batch_row_seq <= rows_to))
    ) -- if: at_seq
    AS seq,
    (SELECT max(id) FROM feed_epochs) AS generation
