-- Which of these rows exist, and in which version? Key: feed (seq).
SELECT seq, max(version) AS version, toUnixTimestamp64Milli(any(created_at)) AS created_at_ms
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
    AND feed.version <= {at_seq:UInt64} -- if: at_seq
GROUP BY seq
