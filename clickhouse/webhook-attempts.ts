/** Stores and reads attempts to deliver to webhooks. They are kept for WEBHOOK_ATTEMPTS_MAX_AGE_DAYS. */
import { z } from 'zod';
import { timeColumn, uidColumn, UidHex } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export type WebhookAttempt = Omit<z.output<typeof Row>, 'webhookId'>;

export interface WebhookOwner {
  readonly accountId: string;
  readonly webhookId: string;
}

/** Stores attempts. Storing one again has no effect. */
export const storeAttempts = (store: Store, attempts: readonly (WebhookAttempt & WebhookOwner)[]): Promise<void> =>
  store.insert(
    'webhook_attempts',
    attempts.map(({ accountId, webhookId, attemptedAt, createdAt, feedSeq, uid, durationMs, nextAt, ...same }) => ({
      ...same,
      account_id: accountId,
      webhook_id: webhookId,
      attempted_at: timeColumn(attemptedAt),
      created_at: timeColumn(createdAt),
      feed_seq: feedSeq,
      uid: uidColumn(uid),
      duration_ms: durationMs,
      next_at: nextAt === null ? null : timeColumn(nextAt),
    })),
  );

const attemptsQuery = loadQuery('webhooks/attempts');
const accountsWithAttempts = loadQuery('webhooks/accounts-with-attempts');
const forgetAccounts = loadQuery('webhooks/forget-accounts');
const instant = (ms: number): string => new Date(ms).toISOString();
const Row = z
  .object({
    webhook_id: z.string(),
    attempted_at_ms: z.number(),
    /** Number of the delivery, as in `evt_<number>`. */
    number: z.int(),
    attempt: z.int(),
    kind: z.string(),
    created_at_ms: z.number(),
    ticker: z.string(),
    /** Sequence of the article in the feed log; 0 for a test event. */
    feed_seq: z.int(),
    uid: UidHex,
    duration_ms: z.int(),
    /** HTTP status, or 0 without an answer. */
    status: z.int(),
    /** Reason of the failure, or ''. */
    error: z.string(),
    /** The first kilobyte of the answer's body. */
    answer: z.string(),
    /** When the next attempt is due; null after the last one. */
    next_at_ms: z.number().nullable(),
  })
  .transform(({ webhook_id, attempted_at_ms, created_at_ms, feed_seq, duration_ms, next_at_ms, ...same }) => ({
    ...same,
    webhookId: webhook_id,
    attemptedAt: instant(attempted_at_ms),
    createdAt: instant(created_at_ms),
    feedSeq: feed_seq,
    durationMs: duration_ms,
    nextAt: next_at_ms === null ? null : instant(next_at_ms),
  }));

interface AttemptSelection {
  readonly accountId: string;
  /** If absent, attempts of all webhooks are selected, including deleted ones. */
  readonly webhookId?: string;
  /** Number of a delivery; if absent, attempts of all deliveries are selected. */
  readonly number?: number;
  readonly limit: number;
}

/** Returns the newest `limit` attempts, newest first. */
export async function attemptsOf(store: Store, { accountId, webhookId, number, limit }: AttemptSelection): Promise<z.output<typeof Row>[]> {
  const params = {
    account_id: accountId,
    ...(webhookId !== undefined && { webhook_id: webhookId }),
    ...(number !== undefined && { number }),
    limit,
  };
  return store.query(attemptsQuery, params, Row);
}

/** Deletes the attempts of these accounts and returns how many of the accounts had any. */
export async function forgetAttemptsOf(store: Store, accountIds: readonly string[]): Promise<number> {
  const found = await store.query(accountsWithAttempts, { account_ids: accountIds }, z.object({ account_id: z.string() }));
  // A deletion rewrites parts of the table, so it is run only if there is something to delete.
  if (found.length > 0) await store.command(forgetAccounts, { account_ids: found.map(({ account_id }) => account_id) });
  return found.length;
}
