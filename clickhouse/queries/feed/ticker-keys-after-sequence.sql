-- Which rows of some tickers come next in the log? Key: feed_keys (scope), narrowed by the index seq_range.
-- A row stands once for each ticker it names.
SELECT seq
FROM feed_keys
WHERE scope IN {tickers:Array(String)}
    AND seq > {after:UInt64}
    AND seq <= {at_seq:UInt64} -- if: at_seq
    AND version <= {at_seq:UInt64} -- if: at_seq
    AND NOT is_history
    AND arrayExists((ticker, newest_from, newest_to) -> scope = ticker AND newest BETWEEN newest_from AND newest_to, {span_tickers:Array(String)}, {span_from:Array(Int64)}, {span_to:Array(Int64)}) -- if: span_tickers
    -- include: feed/filter
ORDER BY seq
LIMIT {limit:UInt32}
