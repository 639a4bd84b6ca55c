-- When was the newest row before a place in the log published, and when did the last one arrive?
-- Keys: feed (seq); feed_keys (scope, newest), narrowed by the index created_at_range. Arrival times follow the log
-- closely, so only the row just before the place and rows with a later arrival time are read.
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
