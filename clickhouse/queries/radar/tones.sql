-- Which direction do the articles before the cutoff expect of each ticker, band by band of their age? The newest of each.
-- A story is told by what is left of its number, so that JSON can carry it. Index visible_at_range of feed; reads narrow columns of two of the longest windows. Stories that name many tickers are left out.
SELECT
    ticker,
    arraySlice(arraySort(groupUniqArray(tuple(toUInt32(intDiv(age_ms, 1000)), seq, source_domain, tone, story_id % 9007199254740991))), 1, {voices:UInt32}) AS stories
FROM
(
    -- include: radar/mentions
    AND is_model
)
ARRAY JOIN tickers AS ticker, tones AS tone
GROUP BY ticker, arrayCount(ends -> age_ms >= ends, {band_ends_ms:Array(Int64)}) AS band
ORDER BY ticker, band
