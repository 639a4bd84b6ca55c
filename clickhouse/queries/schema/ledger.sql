-- Which migrations were applied, and from which release on can they be lived with? The whole of a small table.
SELECT DISTINCT number, name, checksum, compatible_from FROM {database:Identifier}.schema_versions
