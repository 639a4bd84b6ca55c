-- How much was written about each ticker in the window? Index visible_at_range of feed; reads narrow columns of the window.
SELECT
    ticker,
    toUInt32(uniqExact(story_id)) AS stories,
    toUInt32(uniqExact(uid)) AS articles,
    toUInt32(uniqExact(source_domain)) AS outlets,
    toUInt32(uniqExactIf(story_id, is_model)) AS model_stories,
    toUInt32(uniqExactIf(source_domain, is_model)) AS model_outlets,
    arraySlice(arraySort(groupUniqArray(tuple(not is_model, 255 - relevance, age_ms, seq, hex(story_id)))), 1, {evidence:UInt32}) AS newest
FROM
(
    -- include: radar/mentions
)
ARRAY JOIN tickers AS ticker
GROUP BY ticker
ORDER BY ticker
