-- In which minutes was each ticker named, and when before by the same story? As minutes before the cutoff, of a share of the
-- stories. Index visible_at_range of feed; reads narrow columns of the baseline's days. Stories that name many tickers are left out.
SELECT
    ticker,
    arrayFlatten(groupArray(minutes)) AS ages,
    arrayFlatten(groupArray(arrayPushBack(arrayPopFront(minutes), toUInt32({none:UInt32})))) AS ages_before
FROM
(
    SELECT ticker, arraySort(groupUniqArray(toUInt32(intDiv(age_ms, 60000)))) AS minutes
    FROM
    (
        -- include: radar/mentions
        AND is_model
        AND story_id % {shares:UInt32} = {share:UInt32}
    )
    ARRAY JOIN tickers AS ticker
    GROUP BY ticker, story_id
)
GROUP BY ticker
