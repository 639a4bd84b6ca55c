-- What does it take to read the documents of the windows that Radar weighs tone by?
SELECT sum(cityHash64(doc)) AS documents
FROM feed
WHERE visible_at > fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
    AND source_type = 'publisher'
