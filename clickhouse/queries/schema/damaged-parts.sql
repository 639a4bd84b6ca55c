-- Which tables have parts that ClickHouse found damaged at its start and detached? Their rows are missing.
SELECT table AS name, count() AS parts
FROM system.detached_parts
WHERE database = {database:String} AND reason = 'broken-on-start'
GROUP BY table
ORDER BY table
