-- When did this row enter the feed? Key: feed (seq).
SELECT toUnixTimestamp64Milli(created_at) AS created_at_ms
FROM feed
WHERE seq = {seq:UInt64}
LIMIT 1
