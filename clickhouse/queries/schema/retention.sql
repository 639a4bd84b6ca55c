-- For how many days do tables keep their rows? 0 means that a table has no TTL in days.
SELECT name, toUInt32OrZero(extract(engine_full, 'TTL [^,]* \\+ toIntervalDay\\((\\d+)\\)')) AS days
FROM system.tables
WHERE database = {database:String}
