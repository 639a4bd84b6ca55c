FROM feed
WHERE seq IN
(
    -- include: export/day-seqs
)
    AND version <= {version_to:UInt64}
ORDER BY seq, version DESC
LIMIT 1 BY seq
