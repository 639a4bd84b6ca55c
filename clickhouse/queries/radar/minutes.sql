-- Which minutes after a cutoff have a snapshot, and which have a reason why there is none? Key: radar_snapshots (span, as_of), in parts of an hour.
SELECT DISTINCT span, toUnixTimestamp64Milli(as_of) AS as_of_ms, snapshot_id, reason
FROM radar_snapshots
WHERE as_of > fromUnixTimestamp64Milli({after_ms:Int64}, 'UTC')
ORDER BY span, as_of_ms, snapshot_id
