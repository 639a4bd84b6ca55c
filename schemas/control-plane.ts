/** The one command that changes streams, buckets and tables, the changes it plans, and the error of a process that needs them. */

export const applyCommand = 'npm run admin -- apply';

/** NATS or ClickHouse differs from what this process needs. The message is one line: the object, its state, the needed one, the command. */
export class ControlPlaneError extends Error {}

/** A restore was begun in that place and has not ended. */
export class UnfinishedRestoreError extends ControlPlaneError {}

/** Returns several complaints as the one line of an error. */
export const complaint = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} (and ${others.length} more: ${applyCommand} --dry-run lists all)`;

export interface PlannedChange {
  /** One line: the object that is made or changed. */
  readonly says: string;
  /** The data that the change destroys, which needs --force; null: none. */
  readonly loss: string | null;
  /** Why the change cannot be made in place; null: it can. */
  readonly impossible: string | null;
}
