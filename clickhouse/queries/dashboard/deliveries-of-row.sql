-- Which attempts were made to deliver this row to webhooks? Reads one narrow column of webhook_attempts, which has some weeks.
SELECT
    toUnixTimestamp64Milli(attempted_at) AS attempted_at_ms, attempt, status, error, duration_ms
FROM webhook_attempts FINAL
WHERE uid = {uid:UInt64}
ORDER BY attempted_at_ms DESC, number DESC, attempt DESC
LIMIT {limit:UInt32}
