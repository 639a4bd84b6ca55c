-- In which minutes did each story of a share mention each ticker, and when did it mention the ticker before? In minutes before the cutoff, without
-- stories with many tickers. Index: visible_at_range of feed; reads narrow columns of the days of the baseline.
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
