/** The one command that changes streams, buckets and tables; what it plans; and the error of whoever finds them other than it needs them. */

export const applyCommand = 'npm run admin -- apply';

/** What stands in NATS or ClickHouse is not what this process needs. The message is one line: what, as it is, as it should be, what to run. */
export class ControlPlaneError extends Error {}

/** A restore was begun there, and has not ended. */
export class UnfinishedRestoreError extends ControlPlaneError {}

/** Several complaints as the one line of an error. */
export const complaint = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} (and ${others.length} more: ${applyCommand} --dry-run lists them)`;

export interface PlannedChange {
  /** One line: what is made or changed. */
  readonly says: string;
  /** What it destroys, which needs --force; null: nothing. */
  readonly loss: string | null;
  /** Why the change cannot be made in place; null: it can. */
  readonly impossible: string | null;
}
