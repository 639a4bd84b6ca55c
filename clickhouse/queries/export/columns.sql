-- Returns the rows of a day, in columns and as JSON, in log order. Keys: feed_keys (scope, newest), then feed (seq).
SELECT
    leftPad(lower(hex(feed.uid)), 16, '0') AS uid,
    leftPad(lower(hex(feed.story_id)), 16, '0') AS story_id,
    published_at AS time_published,
    created_at,
    toString(source_type) AS source_type,
    JSONExtractString(doc, 'original', 'source') AS source,
    toString(source_domain) AS source_domain,
    toString(category) AS category,
    relevance AS relevance_score,
    JSONExtract(doc, 'enrichment', 'tickers', 'Array(String)') AS tickers, -- if: lists
    arrayStringConcat(JSONExtract(doc, 'enrichment', 'tickers', 'Array(String)'), ' ') AS tickers, -- if: texts
    JSONExtractString(doc, 'original', 'title') AS title,
    JSONExtractString(doc, 'original', 'summary') AS summary,
    JSONExtractString(doc, 'original', 'url') AS url,
    -- include: export/document
-- include: export/newest-versions
SETTINGS date_time_output_format = 'iso', output_format_parquet_compression_method = 'zstd'
