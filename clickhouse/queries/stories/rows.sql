-- Which rows are of these stories, if several records joined them, or a stored one and one that the tables lack? Keys: story_sources (story_id,
-- seq), then feed (seq). The newest version of each, in log order. The rows of a story are published within two days (pipeline/refine/story), which bounds their number.
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
