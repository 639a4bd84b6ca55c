-- How many rows does each source type have, and what are their first and last times? Reads narrow columns of feed.
SELECT
    source_type,
    count() AS rows,
    toUnixTimestamp64Milli(min(published_at)) AS first_published_at_ms,
    toUnixTimestamp64Milli(max(published_at)) AS last_published_at_ms,
    toUnixTimestamp64Milli(max(created_at)) AS last_created_at_ms
FROM feed FINAL
WHERE version = 0
    -- include: export/withdrawn
GROUP BY source_type
ORDER BY source_type
