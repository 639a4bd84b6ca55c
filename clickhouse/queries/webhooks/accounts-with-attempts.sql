-- Which of these accounts have attempts in the log of deliveries? Key: webhook_attempts (account_id).
SELECT DISTINCT account_id FROM webhook_attempts WHERE account_id IN {account_ids:Array(String)}
