-- Returns all versions of the insider trades in these tickers between two days. Key: insider_trades (ticker, last_date).
SELECT hex(uid) AS uid_hex, version, doc
FROM insider_trades
WHERE ticker IN {tickers:Array(String)}
    AND last_date BETWEEN {from:Date32} AND {to:Date32}
    AND uid IN {uids:Array(UInt64)} -- if: uids
