-- How many rows became visible within the reach? Index visible_at_range of feed; reads its column of the baseline's days.
SELECT toUInt64(count()) AS rows
FROM feed
WHERE visible_at >= fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
