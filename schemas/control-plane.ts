/** Streams, buckets and tables: the command that changes them, its planned changes, and the error of a process that needs the change first. */

export const applyCommand = 'npm run admin -- apply';

/** NATS or ClickHouse differs from what this process needs. The one-line message names the object, both states and the command to run. */
export class ControlPlaneError extends Error {}

/** A restore of NATS or ClickHouse was started and has not finished. */
export class UnfinishedRestoreError extends ControlPlaneError {}

/** Returns one line with the first complaint and the number of the others. */
export const complaint = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} (and ${others.length} more: ${applyCommand} --dry-run lists all)`;

export interface PlannedChange {
  /** One line that names the object and its change. */
  readonly says: string;
  /** The data that the change destroys, which requires --force; null if none. */
  readonly loss: string | null;
  /** Why the change cannot be made in place; null if it can. */
  readonly impossible: string | null;
}
