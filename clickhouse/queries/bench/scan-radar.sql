-- Reads every column that a Radar snapshot needs, without computing anything.
SELECT
    sum(cityHash64(seq, uid, story_id, source, source_domain, relevance, tickers, created_at, published_at, is_history, version)) AS narrow,
    sumIf(cityHash64(tones), created_at > fromUnixTimestamp64Milli({cutoff_ms:Int64} - {tones_ms:Int64}, 'UTC')) AS tones
FROM feed
WHERE created_at > fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
    AND source_type = 'publisher'
