-- How long did rows take between their instants, by source? Index: visible_at_range.
-- Omits backfilled rows, and rows that were refined more than a day before they became visible, because a rebuild wrote them again.
SELECT
    source,
    count() AS rows,
    if(
        count(stated_at) > 0,
        quantilesExactIf(0.5, 0.95, 0.99)((toUnixTimestamp64Milli(seen_at) - toUnixTimestamp64Milli(assumeNotNull(stated_at))) / 1000, stated_at IS NOT NULL),
        [NULL, NULL, NULL]) AS published_to_seen,
    quantilesExact(0.5, 0.95, 0.99)((toUnixTimestamp64Milli(fetched_at) - toUnixTimestamp64Milli(seen_at)) / 1000) AS seen_to_fetched,
    quantilesExact(0.5, 0.95, 0.99)((toUnixTimestamp64Milli(refined_at) - toUnixTimestamp64Milli(fetched_at)) / 1000) AS fetched_to_refined,
    quantilesExact(0.5, 0.95, 0.99)((toUnixTimestamp64Milli(visible_at) - toUnixTimestamp64Milli(refined_at)) / 1000) AS refined_to_visible,
    quantilesExact(0.5, 0.95, 0.99)((toUnixTimestamp64Milli(visible_at) - toUnixTimestamp64Milli(seen_at)) / 1000) AS seen_to_visible
FROM feed
WHERE visible_at >= {since:DateTime64(3, 'UTC')}
    AND version = 0
    AND NOT is_history
    AND refined_at >= {since:DateTime64(3, 'UTC')} - INTERVAL 1 DAY
GROUP BY source
ORDER BY source
