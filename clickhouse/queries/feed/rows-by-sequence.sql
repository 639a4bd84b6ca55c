-- What do these rows say? Key: feed (seq). The newest version of each.
SELECT
    -- include: feed/page-columns
FROM feed
WHERE seq IN {seqs:Array(UInt64)}
    AND version <= {at_seq:UInt64} -- if: at_seq
ORDER BY seq, version DESC
LIMIT 1 BY seq
