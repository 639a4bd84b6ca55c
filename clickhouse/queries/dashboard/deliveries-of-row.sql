-- How did the deliveries of this row to webhooks go? Reads one narrow column of webhook_attempts, which are kept for some weeks.
SELECT
    toUnixTimestamp64Milli(attempted_at) AS attempted_at_ms, attempt, status, error, duration_ms
FROM webhook_attempts FINAL
WHERE uid = {uid:UInt64}
ORDER BY attempted_at_ms DESC, number DESC, attempt DESC
LIMIT {limit:UInt32}
