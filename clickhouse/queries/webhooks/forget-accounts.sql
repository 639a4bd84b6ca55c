-- Removes the attempts of deleted accounts from the log of deliveries. Key: webhook_attempts (account_id).
DELETE FROM webhook_attempts WHERE account_id IN {account_ids:Array(String)}
