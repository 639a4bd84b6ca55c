-- The last report there is. Table: coverage, from its end.
SELECT report
FROM coverage
WHERE generated_at <= {generated_to:DateTime64(3, 'UTC')} -- if: generated_to
ORDER BY generated_at DESC
LIMIT 1
