-- Which rows about some tickers come first in a time range, by a score that decreases with age or by time alone?
-- Key: feed_keys (scope, newest). A row has one key per ticker and version.
SELECT seq, version
FROM feed_keys
WHERE scope IN {tickers:Array(String)}
    AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64}
    AND relevance >= {min_relevance:UInt8}
    AND seq <= {seq_to:UInt64}
    AND (source_type = 'publisher') = {is_publisher:Bool}
    -- include: feed/spans
ORDER BY
    log2(relevance) * {half_life_ms:UInt32} - newest DESC, -- if: half_life_ms
    newest, uid, version DESC
LIMIT 1 BY seq, version
LIMIT {limit:UInt32}
