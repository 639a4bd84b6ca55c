-- What do the rows of the feed, or of one ticker, say that were published last before a place in that order?
-- Keys: feed_keys (scope, newest, uid), read forward, ended by the limit; then feed (seq). The newest version of each row,
-- in log order. A key that stands twice gives fewer rows than the limit; only none at all means that nothing is left,
-- for keys of rows that feed does not have yet are not counted.
SELECT
    -- include: feed/page-columns
FROM feed
WHERE seq IN
(
    SELECT seq
    FROM feed_keys
    WHERE scope = {scope:String}
        AND seq <= (SELECT max(seq) FROM feed)
        -- include: feed/newest-range
        -- include: feed/filter
    ORDER BY scope, newest, uid
    LIMIT {limit:UInt32}
)
ORDER BY seq, version DESC
LIMIT 1 BY seq
