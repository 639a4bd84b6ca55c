-- Which matching rows are last in the log? Key: feed (seq), read backward, ended by the limit.
SELECT seq
FROM feed
WHERE seq < {before:UInt64}
    -- include: feed/as-of
    AND NOT is_history
    -- include: feed/filter
ORDER BY seq DESC
LIMIT {limit:UInt32}
-- Only parts whose turn comes are opened.
SETTINGS read_in_order_use_virtual_row = 1
