-- Of which story are these rows, and whom do they concern? Key: feed (seq). The newest version of each.
SELECT seq, version, hex(story_id) AS story_id_hex, tickers
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
ORDER BY seq, version DESC
LIMIT 1 BY seq
