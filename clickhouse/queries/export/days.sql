-- How many rows were published on each UTC day, and which are the newest of them? Key: feed_keys (scope, newest).
-- Withdrawn rows, and keys whose rows feed does not have yet, are not counted.
SELECT
    toString(toDate(fromUnixTimestamp64Milli(-newest, 'UTC'))) AS date,
    uniqExact(seq) AS rows,
    max(seq) AS seq_to,
    max(version) AS version_to
FROM feed_keys
WHERE scope = ''
    AND seq <= (SELECT max(seq) FROM feed)
    AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64}
    -- include: export/withdrawn
GROUP BY date
ORDER BY date DESC
