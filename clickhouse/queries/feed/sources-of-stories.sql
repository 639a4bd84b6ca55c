-- Which domains have articles of these stories, in the order in which they joined? Key: story_sources (story_id, seq).
SELECT
    hex(story_id) AS story_id_hex,
    arrayMap(pair -> pair.2, arraySlice(arraySort(groupArray((first_seq, source_domain))), 1, {domains_max:UInt8})) AS sources,
    count() AS sources_count
FROM
(
    SELECT story_id, source_domain, min(seq) AS first_seq
    FROM story_sources
    WHERE story_id IN {story_ids:Array(UInt64)}
        AND seq <= {at_seq:UInt64} -- if: at_seq
    GROUP BY story_id, source_domain
)
GROUP BY story_id
