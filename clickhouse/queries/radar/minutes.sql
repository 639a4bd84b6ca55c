-- Which snapshots are there, and for which minutes is there none, from a cutoff on? Key: radar_snapshots (span, as_of); its parts are of an hour each.
SELECT DISTINCT span, toUnixTimestamp64Milli(as_of) AS as_of_ms, snapshot_id, reason
FROM radar_snapshots
WHERE as_of > fromUnixTimestamp64Milli({after_ms:Int64}, 'UTC')
ORDER BY span, as_of_ms, snapshot_id
