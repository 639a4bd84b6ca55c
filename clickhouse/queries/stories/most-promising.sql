-- Which stories with an article in a time range have the highest upper bound of their score? Keys: feed_keys (scope, newest), then feed (seq),
-- without documents. The bound assumes that each row has another publisher and that the last row has a new fact.
SELECT
    hex(story_id) AS story_id_hex,
    max(relevance)
        + least({bonus_max:Float64}, log2(uniqExact(seq)) - 1)
        - greatest(0, {now_ms:Int64} - max(toUnixTimestamp64Milli(published_at))) / {point_ms:Float64} AS score_max
FROM feed
WHERE seq IN
(
    SELECT seq
    FROM feed_keys
    WHERE scope = ''
        AND newest <= {newest_to:Int64}
)
GROUP BY story_id
HAVING uniqExact(seq) > 1 AND max(toUnixTimestamp64Milli(published_at)) >= {since_ms:Int64}
ORDER BY score_max DESC, story_id
LIMIT {limit:UInt32}
