-- Returns the full records of these rows in their newest version, or in the newest up to `seq_to`. Key: feed (seq).
SELECT
    -- include: feed/record-columns
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
    AND version <= {seq_to:UInt64} -- if: seq_to
    AND version <= {at_seq:UInt64} -- if: at_seq
ORDER BY seq, version DESC
LIMIT 1 BY seq
