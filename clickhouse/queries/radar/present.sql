-- Which of these tickers have a row in the snapshot? Key: radar_rows (snapshot_id, ticker).
SELECT DISTINCT ticker
FROM radar_rows
WHERE snapshot_id = {snapshot_id:String}
    AND ticker IN {tickers:Array(String)}
