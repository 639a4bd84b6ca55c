-- How many seconds did rows take from publication until they were visible, by source type? Index: visible_at_range.
-- Omits backfilled rows and rows without a publication time. A publication time in the future counts as no lag.
SELECT
    source_type,
    quantilesExact(0.5, 0.95, 0.99)(greatest(0, toUnixTimestamp64Milli(visible_at) - toUnixTimestamp64Milli(assumeNotNull(stated_at))) / 1000) AS seconds
FROM feed
WHERE visible_at >= {since:DateTime64(3, 'UTC')}
    AND refined_at >= {since:DateTime64(3, 'UTC')} - INTERVAL 1 DAY
    AND version = 0
    AND NOT is_history
    AND stated_at IS NOT NULL
GROUP BY source_type
ORDER BY source_type
