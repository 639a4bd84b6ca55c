-- Which direction do the articles of the window and of the one before expect of each ticker? Index visible_at_range of feed;
-- reads the documents of both windows. Stories that name many tickers are left out.
SELECT
    ticker,
    toUInt32(intDiv(age_ms, {window_ms:Int64})) AS cell,
    arraySlice(arraySort(groupUniqArray(tuple(toUInt32(intDiv(age_ms, 1000)), seq, source_domain, sentiment, confidence))), 1, {voices:UInt32}) AS stories
FROM
(
    SELECT
        seq, source_domain, age_ms, tickers,
        arrayMap(one -> tuple(JSONExtractString(one, 'ticker'), JSONExtractString(one, 'impact_analysis', 'sentiment'), JSONExtractString(one, 'impact_analysis', 'confidence')),
            JSONExtractArrayRaw(doc, 'enrichment', 'ai_trading_insights', 'ticker_analysis')) AS analyses,
        arrayMap(named -> arrayFirst(one -> one.1 = named, analyses).2, tickers) AS sentiments,
        arrayMap(named -> arrayFirst(one -> one.1 = named, analyses).3, tickers) AS confidences
    FROM
    (
        -- include: radar/mentions
        AND is_model
    )
)
ARRAY JOIN tickers AS ticker, sentiments AS sentiment, confidences AS confidence
GROUP BY ticker, cell
ORDER BY ticker, cell
