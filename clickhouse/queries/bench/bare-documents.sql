-- Returns the documents of a range of the log. Key: feed (seq).
SELECT doc
FROM feed
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY seq
