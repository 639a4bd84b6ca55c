-- Returns the newest versions of the rows of stories that have several records, of which the tables may lack some (`joined_late`), in the order
-- of the log. Keys: story_sources (story_id, seq), then feed (seq). All rows of a story are published within two days.
SELECT
    -- include: feed/page-columns
FROM feed
WHERE seq IN
(
    SELECT seq
    FROM story_sources
    WHERE (
        story_id IN {joined_late:Array(UInt64)} OR -- if: joined_late
        story_id IN
        (
            SELECT story_id
            FROM story_sources
            WHERE story_id IN {story_ids:Array(UInt64)}
            GROUP BY story_id
            HAVING uniqExact(seq) > 1
        )
    )
        AND seq <= {seq_to:UInt64}
)
ORDER BY seq, version DESC
LIMIT 1 BY seq
