-- For how many days do tables keep their rows? Reads the server's table of tables; 0: no such rule in days.
SELECT name, toUInt32OrZero(extract(engine_full, 'TTL [^,]* \\+ toIntervalDay\\((\\d+)\\)')) AS days
FROM system.tables
WHERE database = {database:String}
