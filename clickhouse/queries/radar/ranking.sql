-- Returns the columns by which the rows of a snapshot are sorted and filtered. Key: radar_rows (snapshot_id); narrow columns of one snapshot.
SELECT groupArray((ticker, market, score, stories, model_stories, sentiment, sentiment_change)) AS rows
FROM radar_rows FINAL
WHERE snapshot_id = {snapshot_id:String}
