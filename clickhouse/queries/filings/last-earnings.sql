-- When did each of these tickers last file its results (8-K item 2.02, or a 6-K)? Keys: feed_keys (scope), then feed (seq) for filings
-- with several tickers, some of which may belong to other parties of a deal, which did not file it.
WITH
    keys AS
    (
        SELECT scope, seq, newest
        FROM feed_keys
        WHERE scope IN {tickers:Array(String)}
            AND (source_type = 'sec_form6k' OR (source_type = 'sec_form8k' AND has(items, '2.02')))
    )
SELECT scope AS ticker, -min(newest) AS published_at_ms
FROM keys
WHERE (scope, seq) NOT IN
    (
        SELECT arrayJoin(arrayFilter(one -> NOT has(JSONExtract(detail, 'filers', 'Array(String)'), one), tickers)), seq
        FROM feed
        WHERE seq IN (SELECT seq FROM keys)
            AND length(tickers) > 1
            AND JSONHas(detail, 'filers')
    )
GROUP BY scope
ORDER BY scope
