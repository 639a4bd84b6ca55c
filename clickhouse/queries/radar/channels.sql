-- How many rows did each source deliver before the cutoff, and when the last one? Index: visible_at_range of feed.
SELECT
    source,
    toUInt32(countIf(not is_history)) AS live_rows,
    toInt64(if(live_rows = 0, 0, maxIf(created_ms, not is_history))) AS last_live_ms,
    toInt64(max(created_ms)) AS last_ms,
    toInt64(max(age_ms)) AS oldest_age_ms
FROM
(
    -- include: radar/mentions
)
GROUP BY source
ORDER BY source
