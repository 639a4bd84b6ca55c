-- Returns open-market purchases of issuers that several insiders bought recently; with `to_seq`, as corrected up to that sequence. Reads four
-- narrow columns of insider_trades, then the few purchases of those issuers. An amendment may have corrected the code, so the newest version
-- determines whether a trade is a purchase.
SELECT doc
FROM
(
    SELECT uid, transaction_code, doc
    FROM insider_trades
    WHERE uid IN
        (
            SELECT uid
            FROM insider_trades
            WHERE transaction_code = 'P'
                AND last_date >= {lookback:Date32}
                AND issuer_cik IN
                (
                    SELECT issuer_cik
                    FROM insider_trades
                    WHERE transaction_code = 'P'
                        AND last_date >= {lookback:Date32}
                        AND ticker IN {tickers:Array(String)} -- if: tickers
                        AND issuer_cik IN {issuer_ciks:Array(UInt64)} -- if: issuer_ciks
                    GROUP BY issuer_cik
                    HAVING max(last_date) >= {since:Date32} AND uniqExact(owner_cik) >= {buyers_min:UInt32}
                )
        )
        AND version <= {to_seq:UInt64} -- if: to_seq
    ORDER BY uid, version DESC
    LIMIT 1 BY uid
) AS newest
WHERE newest.transaction_code = 'P'
ORDER BY uid
