-- Which migrations must a release know that only reads the first ledger? The whole of a small table.
SELECT DISTINCT number, name, checksum, number AS compatible_from FROM {database:Identifier}.schema_migrations
