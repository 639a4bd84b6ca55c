-- How many rows of a stretch of time have this term? Key: search_terms (term, newest): counted by marks, not read.
SELECT count() AS rows
FROM search_terms
WHERE term = {term:String}
    AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64}
