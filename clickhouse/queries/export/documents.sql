-- Returns the rows of a day, each as one line of JSON, in log order. Keys: feed_keys (scope, newest), then feed (seq).
-- The last keys of a stored document are story_id, sources_count and sources, all null; this query sets story_id.
SELECT
    -- include: export/document
-- include: export/newest-versions
