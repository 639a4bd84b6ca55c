-- How many earnings reads are published, since when and until when, and when the last one came? Reads the whole of a small table.
SELECT
    uniqExact(uid) AS rows,
    -max(newest) AS first_published_at_ms,
    -min(newest) AS last_published_at_ms,
    max(seq) AS last_seq
FROM earnings_reads
