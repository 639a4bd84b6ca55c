-- The documents of all rows, as the engine alone writes them. Reads feed whole.
SELECT doc
FROM feed
ORDER BY seq
