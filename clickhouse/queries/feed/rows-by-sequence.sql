-- Returns these rows in their newest version. Key: feed (seq).
SELECT
    -- include: feed/page-columns
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
    AND version <= {at_seq:UInt64} -- if: at_seq
ORDER BY seq, version DESC
LIMIT 1 BY seq
