-- How much disk space does each table take, and in how many parts?
SELECT table, count() AS parts, sum(rows) AS rows, sum(bytes_on_disk) AS bytes
FROM system.parts
WHERE active AND database = currentDatabase() AND table IN ('feed', 'feed_keys', 'feed_uids', 'drops', 'story_sources', 'insider_trades', 'earnings_reads')
GROUP BY table
ORDER BY bytes DESC
