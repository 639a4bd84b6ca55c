-- Returns the next rows of some tickers in the order of the log, in their newest version. Keys: feed_keys (scope), narrowed by the index
-- seq_range; then feed (seq). A row has one key per ticker, so there may be fewer rows than the limit. Only an empty answer means the end,
-- because keys whose rows feed does not have yet are ignored.
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
