-- How much disk space does the search index take, by column, and in how many parts?
SELECT
    (SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'search_terms') AS bytes,
    (SELECT count() FROM system.parts WHERE active AND database = currentDatabase() AND table = 'search_terms') AS parts,
    (SELECT sum(rows) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'search_terms') AS entries,
    arrayMap(pair -> concat(pair.1, ' ', toString(pair.2)), groupArray((name, data_compressed_bytes))) AS columns
FROM system.columns
WHERE database = currentDatabase() AND table = 'search_terms'
