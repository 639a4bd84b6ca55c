-- Returns the next matching rows in the order of the log, in their newest version. Key: feed (seq), read forward up to the limit.
-- A row with several versions gives fewer rows than the limit; only an empty answer means the end.
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
-- Parts of the table are opened only when they are needed.
SETTINGS read_in_order_use_virtual_row = 1
