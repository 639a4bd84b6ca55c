-- Returns the rows of the feed, or of one ticker, that were published last before a place in that order.
-- Keys: feed_keys (scope, newest, uid), read forward, ended by the limit; then feed (seq). The newest version of each row,
-- in log order. A duplicate key, or a key whose row feed does not have yet, gives fewer rows than the limit. `stored_only` skips
-- keys of the second kind, for a fifth more time; then only an empty answer means that no row is left.
SELECT
    -- include: feed/page-columns
FROM feed
WHERE seq IN
(
    SELECT seq
    FROM feed_keys
    WHERE scope = {scope:String}
        -- include: feed/as-of
        AND seq <= (SELECT max(seq) FROM feed) -- if: stored_only
        -- include: feed/newest-range
        -- include: feed/filter
    ORDER BY scope, newest, uid
    LIMIT {limit:UInt32}
)
    AND version <= {at_seq:UInt64} -- if: at_seq
ORDER BY seq, version DESC
LIMIT 1 BY seq
-- The few keys of a page make it slower to read one column of them after the others.
SETTINGS query_plan_optimize_lazy_materialization = 0
