-- In which stretches of the log are versions of rows that are not indexed, and how many? Reads two narrow columns of feed
-- and of the entries that every row has: asked when a writer starts. Keys: feed (seq), search_terms (term).
-- An entry is that of a row by its time, too: what a batch left that was cut short is no entry of the row that came to stand in that place.
SELECT intDiv(seq, {stretch:UInt32}) AS stretch, count() AS missing
FROM
(
    SELECT seq
    FROM
    (
        SELECT seq, version, -toUnixTimestamp64Milli(published_at) AS newest, true AS is_row FROM feed
        UNION ALL
        SELECT seq, version, newest, false AS is_row FROM search_terms WHERE term = ''
    )
    GROUP BY seq, version, newest
    HAVING min(is_row)
)
GROUP BY stretch
ORDER BY stretch DESC
