-- Which coverage reports come after this one? Key: coverage, all of it.
SELECT toString(c.generated_at) AS generated_at, c.report AS report
FROM coverage AS c FINAL
WHERE c.generated_at > toDateTime64({generated_at:String}, 3, 'UTC')
ORDER BY c.generated_at
LIMIT {limit:UInt32}
