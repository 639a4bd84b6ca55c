-- Which rows that match come next in the log? Key: feed (seq), read forward, ended by the limit.
SELECT seq
FROM feed
WHERE seq > {after:UInt64}
    -- include: feed/as-of
    AND NOT is_history
    -- include: feed/filter
ORDER BY seq
LIMIT {limit:UInt32}
-- Only parts whose turn comes are opened.
SETTINGS read_in_order_use_virtual_row = 1
