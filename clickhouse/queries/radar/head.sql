-- Returns the head of a snapshot. Key: radar_snapshots (span, as_of, snapshot_id).
SELECT head
FROM radar_snapshots
WHERE span = {span:String}
    AND as_of = fromUnixTimestamp64Milli({as_of_ms:Int64}, 'UTC')
    AND snapshot_id = {snapshot_id:String}
ORDER BY head
LIMIT 1
