-- The documents of a part of the log, as the engine alone writes them. Key: feed (seq).
SELECT doc
FROM feed
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY seq
