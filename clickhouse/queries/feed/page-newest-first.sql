-- Returns the rows of the feed, or of one ticker, that were published last before a place in that order.
-- Keys: feed_keys (scope, newest, uid), read forward, ended by the limit; then feed (seq). The newest version of each row,
-- in log order. A duplicate key, or whose row feed does not have yet, gives fewer rows than the limit; with stored_only,
-- which costs a fifth of the statement, the latter are not counted, so that none at all means that nothing is left.
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
-- Reading the one column of the keys that is answered after all others gains nothing where a page's few keys are chosen.
SETTINGS query_plan_optimize_lazy_materialization = 0
