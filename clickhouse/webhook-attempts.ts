/** Stores and reads attempts to deliver to webhooks. They are kept for WEBHOOK_ATTEMPTS_MAX_AGE_DAYS. */
import { z } from 'zod';
import { timeColumn, uidColumn, UidHex } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export interface WebhookAttempt {
  readonly attemptedAt: string;
  /** Number of the delivery, as in `evt_<number>`. */
  readonly number: number;
  readonly attempt: number;
  readonly kind: string;
  readonly createdAt: string;
  readonly ticker: string;
  /** Sequence of the article in the feed log; 0 for a test event. */
  readonly feedSeq: number;
  readonly uid: string;
  readonly durationMs: number;
  /** HTTP status, or 0 without an answer. */
  readonly status: number;
  /** Reason of the failure, or ''. */
  readonly error: string;
  /** The first kilobyte of the answer's body. */
  readonly answer: string;
  /** When the next attempt is due, or null. */
  readonly nextAt: string | null;
}

export interface WebhookOwner {
  readonly accountId: string;
  readonly webhookId: string;
}

/** Stores attempts. Storing one again has no effect. */
export const storeAttempts = (store: Store, attempts: readonly (WebhookAttempt & WebhookOwner)[]): Promise<void> =>
  store.insert(
    'webhook_attempts',
    attempts.map((one) => ({
      account_id: one.accountId,
      webhook_id: one.webhookId,
      attempted_at: timeColumn(one.attemptedAt),
      number: one.number,
      attempt: one.attempt,
      kind: one.kind,
      created_at: timeColumn(one.createdAt),
      ticker: one.ticker,
      feed_seq: one.feedSeq,
      uid: uidColumn(one.uid),
      duration_ms: one.durationMs,
      status: one.status,
      error: one.error,
      answer: one.answer,
      next_at: one.nextAt === null ? null : timeColumn(one.nextAt),
    })),
  );

const attemptsQuery = loadQuery('webhooks/attempts');
const accountsWithAttempts = loadQuery('webhooks/accounts-with-attempts');
const forgetAccounts = loadQuery('webhooks/forget-accounts');
const Row = z.object({
  webhook_id: z.string(),
  attempted_at_ms: z.number(),
  number: z.int(),
  attempt: z.int(),
  kind: z.string(),
  created_at_ms: z.number(),
  ticker: z.string(),
  feed_seq: z.int(),
  uid: UidHex,
  duration_ms: z.int(),
  status: z.int(),
  error: z.string(),
  answer: z.string(),
  next_at_ms: z.number().nullable(),
});

const instant = (ms: number): string => new Date(ms).toISOString();

const attemptOf = (row: z.infer<typeof Row>): WebhookAttempt & Pick<WebhookOwner, 'webhookId'> => ({
  webhookId: row.webhook_id,
  attemptedAt: instant(row.attempted_at_ms),
  number: row.number,
  attempt: row.attempt,
  kind: row.kind,
  createdAt: instant(row.created_at_ms),
  ticker: row.ticker,
  feedSeq: row.feed_seq,
  uid: row.uid,
  durationMs: row.duration_ms,
  status: row.status,
  error: row.error,
  answer: row.answer,
  nextAt: row.next_at_ms === null ? null : instant(row.next_at_ms),
});

interface AttemptSelection {
  readonly accountId: string;
  /** If absent, attempts of all webhooks are selected, including deleted ones. */
  readonly webhookId?: string;
  /** Number of a delivery; if absent, attempts of all deliveries are selected. */
  readonly number?: number;
  readonly limit: number;
}

export async function attemptsOf(
  store: Store,
  { accountId, webhookId, number, limit }: AttemptSelection,
): Promise<(WebhookAttempt & Pick<WebhookOwner, 'webhookId'>)[]> {
  const params = {
    account_id: accountId,
    ...(webhookId !== undefined && { webhook_id: webhookId }),
    ...(number !== undefined && { number }),
    limit,
  };
  return (await store.query(attemptsQuery, params, Row)).map(attemptOf);
}

/** Deletes the attempts of these accounts and returns how many of the accounts had any. */
export async function forgetAttemptsOf(store: Store, accountIds: readonly string[]): Promise<number> {
  const found = await store.query(accountsWithAttempts, { account_ids: accountIds }, z.object({ account_id: z.string() }));
  // A deletion rewrites parts of the table, so it is run only if there is something to delete.
  if (found.length > 0) await store.command(forgetAccounts, { account_ids: found.map(({ account_id }) => account_id) });
  return found.length;
}
