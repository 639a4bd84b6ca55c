-- Which rows that match come next in the log? Key: feed (seq), read forward, ended by the limit.
SELECT seq
FROM feed
WHERE seq > {after:UInt64}
    AND seq <= {at_seq:UInt64} -- if: at_seq
    AND version <= {at_seq:UInt64} -- if: at_seq
    AND NOT is_history
    -- include: feed/filter
ORDER BY seq
LIMIT {limit:UInt32}
-- Of many parts only those are opened whose turn comes.
SETTINGS read_in_order_use_virtual_row = 1
