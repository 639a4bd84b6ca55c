-- Which was the last sequence of the log at an instant? Reads one narrow column of feed and of drops; records are in the order of refined_at.
WITH fromUnixTimestamp64Milli({at_ms:Int64}, 'UTC') AS moment
SELECT greatest(
    (SELECT max(seq) FROM feed WHERE version = 0 AND refined_at <= moment),
    (SELECT max(seq) FROM drops WHERE type IN ('drop', 'trade', 'revision') AND refined_at <= moment)) AS seq
