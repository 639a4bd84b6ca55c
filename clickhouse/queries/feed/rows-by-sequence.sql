-- What do these rows say? Key: feed (seq). A row written twice comes twice.
SELECT
    seq,
    hex(uid) AS uid_hex,
    hex(story_id) AS story_id_hex,
    toUnixTimestamp64Milli(published_at) AS published_at_ms,
    toUnixTimestamp64Milli(created_at) AS created_at_ms,
    doc
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
