-- Which is the last sequence of each full part of a day? Key: feed_keys (scope, newest).
SELECT seq
FROM
(
    SELECT DISTINCT seq
    FROM
    (
    -- include: export/day-seqs
    )
    ORDER BY seq
)
WHERE rowNumberInAllBlocks() % {part_rows:UInt32} = {part_rows:UInt32} - 1
