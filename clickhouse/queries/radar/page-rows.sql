-- Returns these rows of a snapshot. Key: radar_rows (snapshot_id, ticker).
SELECT
    ticker,
    doc,
    cells -- if: with_cells
FROM radar_rows FINAL
WHERE snapshot_id = {snapshot_id:String}
    AND ticker IN {tickers:Array(String)}
