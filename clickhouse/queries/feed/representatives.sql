-- Which rows stand for the stories of these rows? Keys: feed (seq), story_sources (story_id, seq).
-- Of a story's first rows the best: a primary source's own word, then the fullest summary, then the earliest published.
WITH arrayExists(domain -> source_domain = domain OR endsWith(source_domain, concat('.', domain)), {primary_domains:Array(String)}) AS is_primary_domain
SELECT argMin(seq, (NOT is_primary, -fullness, published_at, uid)) AS seq
FROM
(
    SELECT
        seq,
        uid,
        story_id,
        published_at,
        source_type != 'publisher' OR is_primary_domain AS is_primary,
        -- In steps: a word more or less makes no text the fuller.
        least(intDiv(lengthUTF8(JSONExtractString(doc, 'original', 'summary')), {summary_step:UInt32}), {summary_steps_max:UInt8})::Int16 AS fullness
    FROM feed
    WHERE seq IN
    (
        SELECT seq
        FROM story_sources
        WHERE story_id IN (SELECT story_id FROM feed WHERE seq IN {seqs:Array(UInt64)})
        ORDER BY story_id, seq
        LIMIT {members_max:UInt32} BY story_id
        UNION ALL
        SELECT arrayJoin({seqs:Array(UInt64)}) AS seq
    )
    ORDER BY seq, version DESC
    LIMIT 1 BY seq
)
GROUP BY story_id
