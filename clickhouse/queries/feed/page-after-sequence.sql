-- Returns the rows that match and come next in the log. Key: feed (seq), read forward, ended by the limit.
-- The newest version of each. A row of several versions gives fewer rows than the limit; only none at all means the end.
SELECT
    -- include: feed/page-columns
FROM feed
WHERE seq IN
(
    SELECT seq
    FROM feed
    WHERE seq > {after:UInt64}
        -- include: feed/as-of
        AND NOT is_history
        -- include: feed/filter
    ORDER BY seq
    LIMIT {limit:UInt32}
)
    AND version <= {at_seq:UInt64} -- if: at_seq
ORDER BY seq, version DESC
LIMIT 1 BY seq
-- Only parts whose turn comes are opened.
SETTINGS read_in_order_use_virtual_row = 1
