-- Fills insider_trades for a range of the log from its Form 4 rows, as one part.
INSERT INTO insider_trades
SELECT
    tickers[1] AS ticker, toDate32(published_at) - 1 AS last_date, uid, 0 AS version,
    cityHash64(tickers[1]) % 2000000 AS issuer_cik, cityHash64('owner', seq) % 2000000 AS owner_cik,
    JSONExtractString(detail, 'trade', 'transaction_code') AS transaction_code, CAST(is_10b5_1, 'String') AS is_10b5_1,
    toDecimal128(JSONExtractString(detail, 'trade', 'total_value_usd'), 2) AS total_value_usd,
    JSONExtractString(detail, 'trade', 'owners', 1, 'name') AS owner_name, JSONExtractString(detail, 'trade', 'owners', 1, 'title') AS owner_title,
    concat(
        substring(JSONExtractRaw(detail, 'trade') AS trade, 1, length(trade) - 1),
        ',"uid":"', lower(leftPad(hex(uid), 16, '0')), '","news_title":', JSONExtractRaw(feed.doc, 'original', 'title'),
        ',"news_published":', JSONExtractRaw(feed.doc, 'original', 'time_published'), '}') AS trade_doc,
    false AS is_joint_duplicate
FROM feed
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64} AND source_type = 'sec_form4'
SETTINGS min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 0, max_threads = 2, max_insert_threads = 1
