-- When was the latest row before a sequence published, and when did the latest one arrive?
-- Keys: feed (seq); feed_keys (scope, newest), narrowed by the index created_at_range. Arrival times nearly have the order of the log, so only
-- the row just before the sequence and rows with a later arrival time are read.
WITH (SELECT created_at FROM feed WHERE seq < {before:UInt64} ORDER BY seq DESC LIMIT 1) AS last_created_at
SELECT
    (SELECT -newest FROM feed_keys WHERE scope = '' AND seq < {before:UInt64} ORDER BY scope, newest LIMIT 1) AS published_at_ms,
    greatest(
        toUnixTimestamp64Milli(last_created_at),
        (
            SELECT toUnixTimestamp64Milli(max(created_at))
            FROM feed_keys
            WHERE scope = '' AND seq < {before:UInt64} AND created_at >= last_created_at
        )) AS created_at_ms
