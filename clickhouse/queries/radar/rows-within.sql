-- How many rows became visible since an instant? Index: visible_at_range of feed; reads one column.
SELECT toUInt64(count()) AS rows
FROM feed
WHERE visible_at >= fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
