-- What do these rows of the feed say in a list of headlines? Key: feed (seq).
SELECT
    seq,
    hex(uid) AS uid_hex,
    source_domain,
    JSONExtractString(doc, 'original', 'title') AS title,
    JSONExtractString(doc, 'original', 'url') AS url,
    JSONExtractString(doc, 'original', 'time_published') AS time_published
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
    AND version = 0
ORDER BY seq
LIMIT 1 BY seq
