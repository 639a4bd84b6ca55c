-- Which of these accounts have attempts? Key: webhook_attempts (account_id).
SELECT DISTINCT account_id FROM webhook_attempts WHERE account_id IN {account_ids:Array(String)}
