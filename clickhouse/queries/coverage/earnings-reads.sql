-- How many earnings reads are there, and what are their first and last publication time and last sequence? Reads a small table whole.
SELECT
    uniqExact(uid) AS rows,
    -max(newest) AS first_published_at_ms,
    -min(newest) AS last_published_at_ms,
    max(seq) AS last_seq
FROM earnings_reads
