-- Returns the rows of some tickers that come next in the log. Keys: feed_keys (scope), narrowed by the index seq_range;
-- then feed (seq), the newest version of each row. A row has one key per ticker, so that fewer rows than the
-- limit are found; only none at all means the end, for keys of rows that feed does not have yet are not counted.
SELECT
    -- include: feed/page-columns
FROM feed
WHERE seq IN
(
    -- include: feed/ticker-keys-after-sequence
)
    AND version <= {at_seq:UInt64} -- if: at_seq
ORDER BY seq, version DESC
LIMIT 1 BY seq
