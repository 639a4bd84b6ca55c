-- Returns the articles of a share of the tickers that were not read yet. Ids of stories and articles are modulo 2^53 - 1, so that JSON
-- represents them exactly. Index: visible_at_range of feed; reads narrow columns of rows that became visible since.
SELECT
    ticker,
    groupArray(seq) AS seqs,
    groupArray(activity_ms) AS activities_ms,
    groupArray(story_id % 9007199254740991) AS stories,
    groupArray(uid % 9007199254740991) AS uids,
    groupArray(source_domain) AS outlets,
    groupArray(relevance) AS relevances,
    groupArray(toUInt8(is_model)) AS models,
    groupArray(tone) AS article_tones
FROM
(
    SELECT *
    FROM
    (
        -- include: radar/mentions
        AND visible_at >= fromUnixTimestamp64Milli(greatest({after_ms:Int64} - 3600000, 0), 'UTC')
        AND (seq > {after_seq:UInt64} OR created_at > fromUnixTimestamp64Milli({after_ms:Int64}, 'UTC'))
    )
    LIMIT 1 BY seq
)
ARRAY JOIN tickers AS ticker, tones AS tone
WHERE CRC32(ticker) % {shares:UInt32} = {share:UInt32}
GROUP BY ticker
