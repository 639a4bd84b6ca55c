-- Which recent rows were corrected or withdrawn up to a place in the log, and what do they say now? Index: feed visible_at_range.
SELECT
    seq,
    doc = '' AS is_withdrawn,
    tickers,
    hex(uid) AS uid_hex,
    source_domain,
    JSONExtractString(doc, 'original', 'title') AS title,
    JSONExtractString(doc, 'original', 'url') AS url,
    JSONExtractString(doc, 'original', 'time_published') AS time_published
FROM feed
WHERE visible_at >= fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
    AND version > 0
    AND version <= {to_seq:UInt64}
    AND created_at > fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
    AND source_type = 'publisher'
ORDER BY seq, version DESC
LIMIT 1 BY seq
