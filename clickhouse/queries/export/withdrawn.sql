        AND seq NOT IN
        (
            SELECT seq
            FROM feed
            WHERE seq IN (SELECT seq FROM feed WHERE version > 0 AND relevance = 0)
            GROUP BY seq
            HAVING argMax(relevance, version) = 0
        )
