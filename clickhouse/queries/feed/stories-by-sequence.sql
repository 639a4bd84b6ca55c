-- Returns the story and tickers of these rows in their newest version. Key: feed (seq).
SELECT seq, version, hex(story_id) AS story_id_hex, tickers
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
ORDER BY seq, version DESC
LIMIT 1 BY seq
