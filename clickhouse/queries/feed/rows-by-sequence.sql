-- What do these rows say? Key: feed (seq). Written twice, said once.
SELECT
    seq,
    lower(leftPad(hex(uid), 16, '0')) AS uid,
    lower(leftPad(hex(story_id), 16, '0')) AS story_id,
    toUnixTimestamp64Milli(published_at) AS published_at_ms,
    toUnixTimestamp64Milli(created_at) AS created_at_ms,
    doc
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
ORDER BY seq
LIMIT 1 BY seq
