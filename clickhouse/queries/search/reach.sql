-- How far back do the newest rows with one of these terms reach? Key: search_terms (term, newest).
SELECT count() AS rows, max(newest) AS oldest
FROM
(
    -- include: search/drivers
)
