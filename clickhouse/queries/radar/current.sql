-- How much was written about each ticker in the longer window, and in the shorter one that is its end? Index visible_at_range
-- of feed; reads narrow columns of the longer window.
SELECT
    ticker,
    tuple(
        toUInt32(uniqExactIf(story_id, is_short)),
        toUInt32(uniqExactIf(uid, is_short)),
        toUInt32(uniqExactIf(source_domain, is_short)),
        toUInt32(uniqExactIf(story_id, is_short AND is_model)),
        toUInt32(uniqExactIf(source_domain, is_short AND is_model)),
        arraySlice(arraySort(groupUniqArrayIf(tuple(not is_model, 255 - relevance, age_ms, seq, hex(story_id)), is_short)), 1, {evidence:UInt32})
    ) AS short,
    tuple(
        toUInt32(uniqExact(story_id)),
        toUInt32(uniqExact(uid)),
        toUInt32(uniqExact(source_domain)),
        toUInt32(uniqExactIf(story_id, is_model)),
        toUInt32(uniqExactIf(source_domain, is_model)),
        arraySlice(arraySort(groupUniqArray(tuple(not is_model, 255 - relevance, age_ms, seq, hex(story_id)))), 1, {evidence:UInt32})
    ) AS long
FROM
(
    SELECT *, age_ms < {short_ms:Int64} AS is_short
    FROM
    (
        -- include: radar/mentions
    )
)
ARRAY JOIN tickers AS ticker
GROUP BY ticker
ORDER BY ticker
