-- Which snapshot was served for a minute? Key: radar_digests (span, as_of).
SELECT snapshot_id, to_seq, hashes
FROM radar_digests FINAL
WHERE span = {span:String}
    AND as_of = fromUnixTimestamp64Milli({as_of_ms:Int64}, 'UTC')
ORDER BY snapshot_id
