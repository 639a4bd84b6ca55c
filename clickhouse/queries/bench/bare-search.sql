-- Returns the newest rows that have all of some terms, without bounds, ranking and filters.
SELECT seq
FROM search_terms
WHERE term IN {terms:Array(String)}
GROUP BY seq
HAVING uniqExact(term) = {count:UInt8}
ORDER BY max(newest)
LIMIT 20
