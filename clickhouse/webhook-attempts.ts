/** Stores attempts to deliver to webhooks and reads them for the webhook's owner. They are kept for WEBHOOK_ATTEMPTS_MAX_AGE_DAYS. */
import { z } from 'zod';
import { timeBound, timeColumn, uidColumn, UidHex } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export interface WebhookAttempt {
  readonly attemptedAt: string;
  /** The delivery's number, as in `evt_<number>`. */
  readonly number: number;
  readonly attempt: number;
  readonly kind: string;
  /** When the delivery was created. */
  readonly createdAt: string;
  readonly ticker: string;
  /** Sequence of the article in the feed log; 0: a test event. */
  readonly feedSeq: number;
  readonly uid: string;
  readonly durationMs: number;
  /** HTTP status; 0: no answer. */
  readonly status: number;
  /** Reason of the failure; empty: it succeeded. */
  readonly error: string;
  /** The first kilobyte of the answer's body. */
  readonly answer: string;
  /** When the next attempt is due; null: there is none. */
  readonly nextAt: string | null;
}

export interface WebhookOwner {
  readonly accountId: string;
  readonly webhookId: string;
}

/** Stores attempts. Storing the same attempt again changes nothing. */
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

const pageQuery = loadQuery('webhooks/attempts');
const deliveryQuery = loadQuery('webhooks/attempts-of');
const accountQuery = loadQuery('webhooks/attempts-of-account');
const accountsWithAttempts = loadQuery('webhooks/accounts-with-attempts');
const forgetAccounts = loadQuery('webhooks/forget-accounts');
const Row = z.object({
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

const RowOfAccount = Row.extend({ webhook_id: z.string() });

const instant = (ms: number): string => new Date(ms).toISOString();

const attemptOf = (row: z.infer<typeof Row>): WebhookAttempt => ({
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

/** Returns the attempts before `beforeMs`, newest first. */
export async function attemptsBefore(
  store: Store,
  of: WebhookOwner,
  page: { readonly beforeMs: number; readonly limit: number },
): Promise<WebhookAttempt[]> {
  const params = { account_id: of.accountId, webhook_id: of.webhookId, before: timeBound(page.beforeMs), limit: page.limit };
  return (await store.query(pageQuery, params, Row)).map(attemptOf);
}

/** Returns the attempts of one delivery, newest first; none: the webhook has no such delivery. */
export async function attemptsOf(store: Store, of: WebhookOwner, number: number): Promise<WebhookAttempt[]> {
  const params = { account_id: of.accountId, webhook_id: of.webhookId, number };
  return (await store.query(deliveryQuery, params, Row)).map(attemptOf);
}

/** Returns the attempts of all webhooks of an account, including deleted ones, newest first. */
export async function attemptsOfAccount(
  store: Store,
  { accountId, limit }: { readonly accountId: string; readonly limit: number },
): Promise<(WebhookAttempt & { readonly webhookId: string })[]> {
  const rows = await store.query(accountQuery, { account_id: accountId, limit }, RowOfAccount);
  return rows.map((row) => ({ webhookId: row.webhook_id, ...attemptOf(row) }));
}

/** Removes the attempts of these accounts; returns how many accounts had any. */
export async function forgetAttemptsOf(store: Store, accountIds: readonly string[]): Promise<number> {
  const found = await store.query(accountsWithAttempts, { account_ids: accountIds }, z.object({ account_id: z.string() }));
  // A deletion rewrites parts, so it is run only where there is something to delete.
  if (found.length > 0) await store.command(forgetAccounts, { account_ids: found.map(({ account_id }) => account_id) });
  return found.length;
}
