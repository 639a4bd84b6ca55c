/**
 * Where applied migrations are recorded. There are two tables. The first one is read by releases that refuse every
 * migration they do not know: it gets those only that such a release could not live with. The second one has all, each
 * with the release from which on it can be lived with.
 */

export const firstLedger = 'schema_migrations';
export const ledger = 'schema_versions';

/** What releases that read the first ledger alone know. */
export const firstLedgerReleased = 3;

export const ledgerStatements = [
  `CREATE TABLE IF NOT EXISTS ${firstLedger}
(number UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'))
ENGINE = MergeTree ORDER BY number`,
  `CREATE TABLE IF NOT EXISTS ${ledger}
(number UInt32, name String, checksum String, compatible_from UInt32, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'))
ENGINE = MergeTree ORDER BY number`,
];

/** Whether a release that reads the first ledger alone must be kept from running by this migration, or knows it. */
export const isForFirstLedger = ({ number, compatibleFrom }: { readonly number: number; readonly compatibleFrom: number }): boolean =>
  number <= firstLedgerReleased || compatibleFrom > firstLedgerReleased;
