-- Which matching rows come next in the log? Key: feed (seq), read forward up to the limit.
SELECT seq
FROM feed
WHERE seq > {after:UInt64}
    -- include: feed/as-of
    AND NOT is_history
    -- include: feed/filter
ORDER BY seq
LIMIT {limit:UInt32}
-- Parts of the table are opened only when they are needed.
SETTINGS read_in_order_use_virtual_row = 1
