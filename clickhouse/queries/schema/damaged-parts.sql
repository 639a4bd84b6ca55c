-- Parts that the engine found damaged as it started, and set aside: their rows are missing.
SELECT table AS name, count() AS parts
FROM system.detached_parts
WHERE database = {database:String} AND reason = 'broken-on-start'
GROUP BY table
ORDER BY table
