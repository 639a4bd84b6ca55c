-- Which migrations were applied, and which is the oldest release that works with each? Reads a small table whole.
SELECT DISTINCT number, name, checksum, compatible_from FROM {database:Identifier}.schema_versions
