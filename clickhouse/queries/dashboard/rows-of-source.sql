-- Which rows did this source deliver last, among the newest sequences of the log? Key: feed (seq).
SELECT
    seq,
    hex(uid) AS uid_hex,
    JSONExtractString(doc, 'original', 'title') AS title,
    relevance,
    category,
    toUnixTimestamp64Milli(stated_at) AS published_at_ms,
    toUnixTimestamp64Milli(seen_at) AS seen_at_ms,
    toUnixTimestamp64Milli(fetched_at) AS fetched_at_ms,
    toUnixTimestamp64Milli(refined_at) AS refined_at_ms,
    toUnixTimestamp64Milli(visible_at) AS visible_at_ms
FROM feed
WHERE seq > {after:UInt64} AND source = {source:String} AND version = 0
ORDER BY seq DESC
LIMIT 1 BY seq
LIMIT {limit:UInt32}
