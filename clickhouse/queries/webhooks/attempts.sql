-- Which attempts were made to deliver to an account's webhooks, or to one of them, for all deliveries or for one? Newest first.
-- Key: webhook_attempts (account_id, webhook_id, attempted_at).
SELECT
    webhook_id, toUnixTimestamp64Milli(attempted_at) AS attempted_at_ms, number, attempt, kind, toUnixTimestamp64Milli(created_at) AS created_at_ms,
    ticker, feed_seq, hex(uid) AS uid, duration_ms, status, error, answer, toUnixTimestamp64Milli(next_at) AS next_at_ms
FROM webhook_attempts FINAL
WHERE account_id = {account_id:String}
    AND webhook_id = {webhook_id:String} -- if: webhook_id
    AND number = {number:UInt64} -- if: number
ORDER BY attempted_at DESC, number DESC, attempt DESC
LIMIT {limit:UInt32}
