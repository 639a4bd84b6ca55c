-- Which rows published in a time range score highest, when a score halves with every half-life of age?
-- Key: feed_keys (scope, newest). The difference of two rows' ages is constant, so the order does not depend on the present time.
SELECT seq, version
FROM feed_keys
WHERE scope = ''
    AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64}
    AND relevance >= {min_relevance:UInt8}
ORDER BY log2(relevance) * {half_life_ms:UInt32} - newest DESC, uid
LIMIT {limit:UInt32}
