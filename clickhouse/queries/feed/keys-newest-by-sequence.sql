-- Which rows that match stand last in the log? Key: feed (seq), read backward, ended by the limit.
SELECT seq
FROM feed
WHERE seq < {before:UInt64}
    -- include: feed/filter
ORDER BY seq DESC
LIMIT {limit:UInt32}
