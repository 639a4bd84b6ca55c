-- Which 8-K and 6-K were filed recently and known at the cutoff? Index: visible_at_range of feed; reads narrow columns, and the documents of
-- those filings.
SELECT
    hex(uid) AS uid_hex,
    source_type,
    -- The row of a deal also has tickers of other parties, which did not file it.
    if(JSONHas(detail, 'filers'), JSONExtract(detail, 'filers', 'Array(String)'), tickers) AS filers,
    items,
    JSONExtractString(doc, 'original', 'title') AS title,
    JSONExtractString(doc, 'original', 'url') AS url,
    JSONExtractString(doc, 'original', 'time_published') AS time_published,
    toUnixTimestamp64Milli(published_at) AS filed_ms
FROM feed
WHERE visible_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC')
    AND published_at > fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC')
    AND published_at <= fromUnixTimestamp64Milli({cutoff_ms:Int64}, 'UTC')
    AND created_at <= fromUnixTimestamp64Milli({cutoff_ms:Int64}, 'UTC')
    AND seq <= {to_seq:UInt64}
    AND version = 0
    AND source_type IN ('sec_form8k', 'sec_form6k')
ORDER BY published_at DESC, uid
LIMIT 1 BY uid
LIMIT {limit:UInt32}
