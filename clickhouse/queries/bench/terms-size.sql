-- How much of the disk does the index of search take, in how many parts, column by column?
SELECT
    (SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'search_terms') AS bytes,
    (SELECT count() FROM system.parts WHERE active AND database = currentDatabase() AND table = 'search_terms') AS parts,
    (SELECT sum(rows) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'search_terms') AS entries,
    arrayMap(pair -> concat(pair.1, ' ', toString(pair.2)), groupArray((name, data_compressed_bytes))) AS columns
FROM system.columns
WHERE database = currentDatabase() AND table = 'search_terms'
