-- Which insider trades in these tickers come next, newest first? Key: insider_trades (ticker).
SELECT hex(uid) AS uid_hex, version, toString(last_date) AS last_date
FROM
(
    SELECT uid, version, last_date, transaction_code
    FROM insider_trades
    WHERE ticker IN {tickers:Array(String)}
        AND issuer_cik IN {issuer_ciks:Array(UInt64)} -- if: issuer_ciks
    ORDER BY uid, version DESC
    LIMIT 1 BY uid
) AS newest
WHERE transaction_code IN {codes:Array(String)}
    AND newest.last_date <= {after_date:Date32} -- if: after_date
    AND (newest.last_date < {after_date:Date32} OR uid > {after_uid:UInt64}) -- if: after_uid
ORDER BY newest.last_date DESC, uid
LIMIT {limit:UInt32}
