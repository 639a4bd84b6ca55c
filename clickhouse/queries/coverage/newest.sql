-- Which report is the newest, or was the newest at an instant? Key: coverage (generated_at), read backward.
SELECT report
FROM coverage
WHERE generated_at <= {generated_to:DateTime64(3, 'UTC')} -- if: generated_to
ORDER BY generated_at DESC
LIMIT 1
