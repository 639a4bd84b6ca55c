-- Which rows of several tickers were published last before a place in that order? Key: feed_keys (scope, newest).
-- A row stands once for each ticker it names, and once more for each correction: the newest counts, once.
SELECT seq, version, -newest AS published_at_ms, hex(uid) AS uid_hex
FROM feed_keys
WHERE scope IN {tickers:Array(String)}
    AND seq <= {at_seq:UInt64} -- if: at_seq
    AND version <= {at_seq:UInt64} -- if: at_seq
    AND arrayExists((ticker, newest_from, newest_to) -> scope = ticker AND newest BETWEEN newest_from AND newest_to, {span_tickers:Array(String)}, {span_from:Array(Int64)}, {span_to:Array(Int64)}) -- if: span_tickers
    -- include: feed/newest-range
    -- include: feed/filter
ORDER BY newest, uid, version DESC
LIMIT 1 BY seq
LIMIT {limit:UInt32}
