-- What do these rows say? Key: feed (seq). The newest version of each.
SELECT
    seq,
    version,
    hex(uid) AS uid_hex,
    hex(story_id) AS story_id_hex,
    toUnixTimestamp64Milli(published_at) AS published_at_ms,
    toUnixTimestamp64Milli(created_at) AS created_at_ms,
    doc
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
ORDER BY seq, version DESC
LIMIT 1 BY seq
