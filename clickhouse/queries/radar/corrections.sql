-- Which recent rows were corrected or withdrawn up to a place in the log, and what do they say now? Index: feed visible_at_range.
SELECT
    doc = '' AS is_withdrawn,
    tickers,
    -- include: radar/evidence-columns
FROM feed
WHERE visible_at >= fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
    AND version > 0
    AND version <= {to_seq:UInt64}
    AND created_at > fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
    AND source_type = 'publisher'
ORDER BY seq, version DESC
LIMIT 1 BY seq
