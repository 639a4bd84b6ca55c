        AND seq NOT IN (SELECT seq FROM feed WHERE version > 0 AND relevance = 0)
