-- Returns the last version of these rows up to a sequence of the log. Key: feed (seq).
SELECT
    seq,
    max(version) AS last_version,
    hex(any(uid)) AS uid_hex,
    toUnixTimestamp64Milli(argMax(published_at, version)) AS published_at_ms
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
    AND version <= {seq_to:UInt64}
GROUP BY seq
