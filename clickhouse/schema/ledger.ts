/** The table of applied migrations. */

export const ledger = 'schema_versions';

export const ledgerStatement = `CREATE TABLE IF NOT EXISTS ${ledger}
(number UInt32, name String, checksum String, compatible_from UInt32, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'))
ENGINE = MergeTree ORDER BY number`;
