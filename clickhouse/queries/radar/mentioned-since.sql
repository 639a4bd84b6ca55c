-- Which stories have rows that are not counted yet, and in which minutes did they mention each ticker, without and with these rows? In minutes
-- before the cutoff. Index: visible_at_range of feed; reads the story of each row of the baseline, and the rows of those stories.
SELECT
    ticker,
    arraySort(groupUniqArrayIf(toUInt32(intDiv(age_ms, 60000)), not is_new)) AS counted,
    arraySort(groupUniqArray(toUInt32(intDiv(age_ms, 60000)))) AS ages
FROM
(
    SELECT *, seq > {after_seq:UInt64} OR created_ms > {after_ms:Int64} AS is_new
    FROM
    (
        -- include: radar/mentions
        AND is_model
        AND story_id IN
        (
            SELECT story_id
            FROM feed
            WHERE visible_at >= fromUnixTimestamp64Milli({after_ms:Int64} - 3600000, 'UTC')
                AND (seq > {after_seq:UInt64} OR created_at > fromUnixTimestamp64Milli({after_ms:Int64}, 'UTC'))
                AND seq <= {to_seq:UInt64}
                AND version = 0
                AND source_type = 'publisher'
        )
    )
)
ARRAY JOIN tickers AS ticker
GROUP BY ticker, story_id
HAVING max(is_new)
