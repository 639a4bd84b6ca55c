-- Which recent rows were corrected or withdrawn up to a sequence, and what is their newest version? Index: visible_at_range of feed.
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
