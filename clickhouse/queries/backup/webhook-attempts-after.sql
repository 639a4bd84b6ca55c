-- Which attempts at deliveries come after this one, in the order of the table? Key: webhook_attempts, all of it.
SELECT
    w.account_id AS account_id, w.webhook_id AS webhook_id, toString(w.attempted_at) AS attempted_at, w.number AS number, w.attempt AS attempt,
    w.kind AS kind, toString(w.created_at) AS created_at, w.ticker AS ticker, w.feed_seq AS feed_seq, toString(w.uid) AS uid,
    w.duration_ms AS duration_ms, w.status AS status, w.error AS error, w.answer AS answer, toString(w.next_at) AS next_at
FROM webhook_attempts AS w FINAL
WHERE (w.account_id, w.webhook_id, w.attempted_at, w.number, w.attempt)
    > ({account_id:String}, {webhook_id:String}, toDateTime64({attempted_at:String}, 3, 'UTC'), {number:UInt64}, {attempt:UInt32})
ORDER BY w.account_id, w.webhook_id, w.attempted_at, w.number, w.attempt
LIMIT {limit:UInt32}
