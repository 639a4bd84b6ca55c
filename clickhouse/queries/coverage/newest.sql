-- The last report there is. Table: coverage, from its end.
SELECT report
FROM coverage
ORDER BY generated_at DESC
LIMIT 1
