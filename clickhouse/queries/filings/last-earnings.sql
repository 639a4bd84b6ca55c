-- When did each of these tickers last file its results (8-K item 2.02, or a 6-K)? Key: feed_keys (scope).
SELECT scope AS ticker, -min(newest) AS published_at_ms
FROM feed_keys
WHERE scope IN {tickers:Array(String)}
    AND (source_type = 'sec_form6k' OR (source_type = 'sec_form8k' AND has(items, '2.02')))
GROUP BY scope
ORDER BY scope
