-- In how many stories was each ticker named, window by window back from the cutoff? Counted anew, of a share of the tickers.
-- Stories that name many tickers are left out.
-- Index visible_at_range of feed; reads narrow columns of the baseline's days.
SELECT
    ticker,
    groupArray(toUInt32(cell)) AS cells,
    groupArray(toUInt32(stories)) AS counts,
    max(oldest_ms) AS first_age_ms
FROM
(
    SELECT ticker, intDiv(age_ms, {window_ms:Int64}) AS cell, uniqExact(story_id) AS stories, max(age_ms) AS oldest_ms
    FROM
    (
        -- include: radar/mentions
        AND is_model
    )
    ARRAY JOIN tickers AS ticker
    WHERE CRC32(ticker) % {shares:UInt32} = {share:UInt32}
    GROUP BY ticker, cell
    ORDER BY ticker, cell
)
GROUP BY ticker
ORDER BY ticker
