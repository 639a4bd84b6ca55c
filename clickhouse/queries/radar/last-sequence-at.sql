-- Up to which sequence had the log come at a moment, as the rows say? Reads two narrow columns of feed.
SELECT toUInt64(max(seq)) AS seq
FROM feed
WHERE created_at <= fromUnixTimestamp64Milli({at_ms:Int64}, 'UTC')
