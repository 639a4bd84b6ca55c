-- How long did rows take from each source to here, leg by leg? Index: visible_at_range.
-- History is not late: it was published when nobody asked. A row refined long before it became visible here is one that was put back, not one that was late.
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
