-- Deletes the attempts of deleted accounts. Key: webhook_attempts (account_id).
DELETE FROM webhook_attempts WHERE account_id IN {account_ids:Array(String)}
