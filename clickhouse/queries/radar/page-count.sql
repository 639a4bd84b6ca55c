-- How many rows of a snapshot pass the filters? Key: radar_rows (snapshot_id); narrow columns of one snapshot.
SELECT toUInt32(count()) AS total
FROM radar_rows FINAL
WHERE
    -- include: radar/page-filter
