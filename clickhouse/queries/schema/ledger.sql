-- Which migrations were applied, and from which release on are they compatible? Reads a small table whole.
SELECT DISTINCT number, name, checksum, compatible_from FROM {database:Identifier}.schema_versions
