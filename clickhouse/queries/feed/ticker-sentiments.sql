-- Returns the sentiments of some tickers in articles of a time range, from the newest versions of rows, without Form 4 rows.
-- Keys: feed_keys (scope, newest), then feed (seq) with documents.
SELECT
    seq,
    version,
    toUnixTimestamp64Milli(published_at) AS published_at_ms,
    relevance,
    tickers,
    arrayMap(one -> tuple(JSONExtractString(one, 'ticker'), JSONExtractString(one, 'impact_analysis', 'sentiment')),
        JSONExtractArrayRaw(doc, 'enrichment', 'ai_trading_insights', 'ticker_analysis')) AS sentiments
FROM feed
WHERE seq IN
(
    SELECT seq
    FROM feed_keys
    WHERE scope IN {tickers:Array(String)}
        AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64}
        AND source_type != 'sec_form4'
        -- include: feed/spans
    LIMIT {limit:UInt32}
)
ORDER BY seq, version DESC
LIMIT 1 BY seq
