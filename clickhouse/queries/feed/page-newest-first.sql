-- Returns the next rows of the feed, or of one ticker, newest first, in their newest version and in the order of the log.
-- Keys: feed_keys (scope, newest, uid), read forward up to the limit; then feed (seq). A duplicate key, or a key whose row feed does not have
-- yet, gives fewer rows than the limit. `stored_only` skips keys of the second kind and takes a fifth more time; with it, an empty answer means
-- that no row is left.
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
-- For the few keys of a page, reading columns one after the other is slower.
SETTINGS query_plan_optimize_lazy_materialization = 0
