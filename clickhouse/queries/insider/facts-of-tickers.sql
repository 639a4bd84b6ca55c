-- Returns the facts of insider trades in these tickers, newest first. Key: insider_trades (ticker).
SELECT
    hex(uid) AS uid_hex, version, toString(last_date) AS last_date, transaction_code, is_10b5_1,
    toDecimalString(total_value_usd, 2) AS total_value_usd, toString(owner_cik) AS owner_cik, owner_name, owner_title,
    is_joint_duplicate
FROM
(
    SELECT uid, version, last_date, transaction_code, is_10b5_1, total_value_usd, owner_cik, owner_name, owner_title,
        is_joint_duplicate
    FROM insider_trades
    WHERE ticker IN {tickers:Array(String)}
        AND issuer_cik IN {issuer_ciks:Array(UInt64)} -- if: issuer_ciks
    ORDER BY uid, version DESC
    LIMIT 1 BY uid
) AS newest
WHERE true
    AND newest.last_date >= {since:Date32} -- if: since
ORDER BY newest.last_date DESC, newest.uid
LIMIT {limit:UInt32}
