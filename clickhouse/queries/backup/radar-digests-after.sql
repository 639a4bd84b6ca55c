-- Which digests of snapshots come after this one, in the order of the table? Key: radar_digests, all of it.
SELECT r.span AS span, toString(r.as_of) AS as_of, r.snapshot_id AS snapshot_id, r.to_seq AS to_seq, r.hashes AS hashes
FROM radar_digests AS r FINAL
WHERE (r.span, r.as_of, r.snapshot_id) > ({span:String}, toDateTime64({as_of:String}, 3, 'UTC'), {snapshot_id:String})
ORDER BY r.span, r.as_of, r.snapshot_id
LIMIT {limit:UInt32}
