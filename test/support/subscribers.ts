/** Accounts with alerts and webhooks, as stored in their bucket. */
import { createHash, randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { readAccount } from '#ops/accounts/account-entries.ts';
import { createAccount } from '#ops/accounts/accounts.ts';
import type { Alert } from '#schemas/alert.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { Webhook } from '#schemas/webhook.ts';

const made = '2026-01-01T00:00:00.000Z';
/** Returns the id of an alert or webhook, which is the same for the same name. */
const idOf = (name: string): string =>
  BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
    .toString(36)
    .slice(-12);

export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

export const alertOf = (ticker: string, changes: Partial<Alert> = {}): Alert => ({
  id: `al_${idOf(`${ticker} ${JSON.stringify(changes)}`)}`,
  ticker,
  category_filter: [],
  min_relevance_score: 6,
  active: true,
  created_at: made,
  ...changes,
});

export const webhookAt = (url: string, changes: Partial<Webhook> = {}): Webhook =>
  Webhook.parse({ id: `wh_${idOf(url)}`, url, secret: makeSecret(), created_at: made, ...changes });

export interface Subscriber {
  readonly plan?: PlanName;
  readonly alerts: readonly Alert[];
  readonly webhooks: readonly Webhook[];
}

/** Returns the stored form of the entry. */
export const entryOf = (id: string, { plan = 'pro', alerts, webhooks }: Subscriber): object => ({
  id,
  name: id,
  plan,
  created_at: made,
  requests_per_minute: null,
  requests_per_day: null,
  alerts,
  webhooks,
  keys: [],
});

/** Adds an account and returns its id. */
export async function addSubscriber(bucket: KV, { plan = 'pro', alerts, webhooks }: Subscriber): Promise<string> {
  const { id } = await createAccount(bucket, { name: 'subscriber', plan }, new Date());
  const entry = await bucket.get(`account.${id}`);
  await bucket.put(`account.${id}`, JSON.stringify({ ...entry!.json<object>(), alerts, webhooks }));
  return id;
}

export async function webhooksOf(bucket: KV, accountId: string): Promise<Webhook[]> {
  const { account } = await readAccount(bucket, accountId);
  return (account.webhooks ?? []).map((one) => Webhook.parse(one));
}
