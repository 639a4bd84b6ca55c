-- How many documents were dropped, in total or since an instant, by reason and source type? Reads narrow columns of drops.
SELECT reason, source_type, count() AS drops
FROM drops FINAL
WHERE type = 'drop'
    AND refined_at >= {since:DateTime64(3, 'UTC')} -- if: since
GROUP BY reason, source_type
ORDER BY drops DESC, reason, source_type
