-- How long did rows take from the listing by their source until they were visible, by time range? Index: visible_at_range.
-- Omits rows that were refined more than a day before they became visible, because a rebuild wrote them again.
SELECT
    intDiv(toUnixTimestamp(visible_at), {step:UInt32}) * {step:UInt32} AS at,
    count() AS rows,
    quantilesTDigest(0.5, 0.95, 0.99)((toUnixTimestamp64Milli(visible_at) - toUnixTimestamp64Milli(seen_at)) / 1000) AS seen_to_visible
FROM feed
WHERE visible_at >= {since:DateTime64(3, 'UTC')}
    AND version = 0
    AND NOT is_history
    AND refined_at >= {since:DateTime64(3, 'UTC')} - INTERVAL 1 DAY
GROUP BY at
ORDER BY at
