-- How many documents did not become rows, and why? Reads three narrow columns of drops.
SELECT reason, source_type, count() AS drops
FROM drops FINAL
WHERE type = 'drop'
GROUP BY reason, source_type
ORDER BY drops DESC, reason, source_type
