-- How many versions of rows stand in each stretch of the log, and how many of them are indexed? Reads two narrow columns of feed
-- and of the entries that every row has: asked when a writer starts. Keys: feed (seq), search_terms (term).
SELECT stretch, uniqExactIf((seq, version), is_row) AS rows, uniqExactIf((seq, version), NOT is_row) AS indexed
FROM
(
    SELECT intDiv(seq, {stretch:UInt32}) AS stretch, seq, version, true AS is_row FROM feed
    UNION ALL
    SELECT intDiv(seq, {stretch:UInt32}) AS stretch, seq, version, false AS is_row FROM search_terms WHERE term = ''
)
GROUP BY stretch
HAVING rows > indexed
ORDER BY stretch DESC
