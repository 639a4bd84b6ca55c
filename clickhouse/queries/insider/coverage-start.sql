-- On which day was the oldest stored trade of these tickers? Key: insider_trades (ticker).
SELECT toString(min(last_date)) AS first_date
FROM
(
    SELECT uid, version, last_date, transaction_code
    FROM insider_trades
    WHERE ticker IN {tickers:Array(String)}
        AND issuer_cik IN {issuer_ciks:Array(UInt64)} -- if: issuer_ciks
    ORDER BY uid, version DESC
    LIMIT 1 BY uid
)
-- A withdrawn trade has no transaction code.
WHERE transaction_code != ''
HAVING count() > 0
