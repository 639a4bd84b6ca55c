-- How old is the oldest of the newest N entries of a term? Key: search_terms (term, newest), read in its order.
SELECT count() AS entries, max(newest) AS oldest FROM
(
    SELECT newest
    FROM search_terms
    WHERE term = {term:String}
    -- include: search/filter
    ORDER BY newest
    LIMIT {drivers_max:UInt32}
)
