-- Which documents were dropped since then, and why? Reads the narrow columns of drops. A drop written twice counts once.
SELECT reason, source_type, uniqExact(seq) AS drops
FROM drops
WHERE type = 'drop' AND refined_at >= {since:DateTime64(3, 'UTC')}
GROUP BY reason, source_type
ORDER BY drops DESC, reason, source_type
