-- When did the newest row of each publisher's feed arrive? Reads four narrow columns of feed.
SELECT
    source,
    toUnixTimestamp64Milli(max(created_at)) AS last_created_at_ms
FROM feed
WHERE source_type = 'publisher'
    AND version = 0
GROUP BY source
ORDER BY source
