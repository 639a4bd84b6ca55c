/**
 * The two tables that record applied migrations. Old releases read the first and refuse every migration they do not know, so it gets only
 * those that they cannot work with. The second has all migrations, each with the release from which on it is compatible.
 */

export const firstLedger = 'schema_migrations';
export const ledger = 'schema_versions';

/** The newest migration known to releases that read the first ledger only. */
export const firstLedgerReleased = 3;

export const ledgerStatements = [
  `CREATE TABLE IF NOT EXISTS ${firstLedger}
(number UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'))
ENGINE = MergeTree ORDER BY number`,
  `CREATE TABLE IF NOT EXISTS ${ledger}
(number UInt32, name String, checksum String, compatible_from UInt32, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'))
ENGINE = MergeTree ORDER BY number`,
];

/** Returns whether a release that reads only the first ledger knows this migration or must be stopped by it. */
export const isForFirstLedger = ({ number, compatibleFrom }: { readonly number: number; readonly compatibleFrom: number }): boolean =>
  number <= firstLedgerReleased || compatibleFrom > firstLedgerReleased;
