-- Which of these tickers have a row in a time range? Key: feed_keys (scope, newest).
SELECT DISTINCT scope AS ticker
FROM feed_keys
WHERE scope IN {tickers:Array(String)}
    AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64}
    AND relevance >= {min_relevance:UInt8}
    AND seq <= {seq_to:UInt64}
    AND arrayExists((held, span_newest_from, span_newest_to) -> scope = held AND newest BETWEEN span_newest_from AND span_newest_to, {span_tickers:Array(String)}, {span_from:Array(Int64)}, {span_to:Array(Int64)}) -- if: span_tickers
