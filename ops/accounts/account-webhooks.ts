/**
 * Webhooks of an account, held in its entry (schemas/account.ts). What the plan has no room for is inactive, the oldest stay;
 * what cannot be read is left as it is. A secret is returned when it is made and never again.
 */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { KV } from '@nats-io/kv';
import type { z } from 'zod';
import type { StoredAccount } from '#schemas/account.ts';
import { knownPlan, plans, type Plan } from '#schemas/plan.ts';
import { Webhook } from '#schemas/webhook.ts';
import { AccountError } from './account-entries.ts';
import { heldIn, replaced, without, type Held } from './account-list.ts';
import { changeAccount, randomText } from './accounts.ts';
import { isPublicAddress } from '../outbound/outbound.ts';

const idAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
/** How long the secret before a rotation signs beside the new one. */
const bothValidMs = 24 * 3_600_000;
const urlLengthMax = 2_048;

const planOf = ({ plan }: StoredAccount): Plan => plans[knownPlan(plan).plan];
/**
 * 32 random bytes in 43 characters, drawn again until none is one in which base64 and base64url differ: libraries of Standard Webhooks
 * read the first, contract and pages have the second, and people paste what they are shown into both. Some 2 of 256 bits go by that.
 */
export function newSecret(): string {
  for (;;) {
    const text = randomBytes(32).toString('base64url');
    if (/^[0-9A-Za-z]{43}$/.test(text)) return `whsec_${text}`;
  }
}

/** Oldest first. */
export const webhooksOf = (account: StoredAccount): Held<Webhook>[] => heldIn(account.webhooks, Webhook, planOf(account).webhooksMax);

/** What everybody but the deliverer may see of a webhook. */
const ShownWebhook = Webhook.pick({ id: true, url: true, previous_secret_until: true, created_at: true, disabled_at: true }).strip();
export const shownWebhook = (webhook: Webhook): z.infer<typeof ShownWebhook> => ShownWebhook.parse(webhook);

/** Its `secret` is to be shown once. `allowedOrigins`: may be private, as OUTBOUND_ALLOWED_ORIGINS has them. */
export async function addWebhook(bucket: KV, accountId: string, url: string, allowedOrigins: readonly string[], now: Date): Promise<Webhook> {
  const webhook = Webhook.parse({
    id: `wh_${randomText(12, idAlphabet)}`,
    url: webhookUrl(url, allowedOrigins),
    secret: newSecret(),
    created_at: now.toISOString(),
  });
  await changeAccount(bucket, accountId, (account) => {
    const held = webhooksOf(account);
    // Written in a try before this one, whose answer was lost.
    if (held.some(({ stored }) => stored.id === webhook.id)) return account;
    const { webhooksMax, name } = planOf(account);
    if (webhooksMax === 0) throw new AccountError(`the plan ${name} has no webhooks: they come with pro`);
    if (held.length >= webhooksMax)
      throw new AccountError(`the plan ${name} has room for ${webhooksMax} webhooks, and ${held.length} are there: remove one first`);
    const same = held.find(({ stored }) => stored.url === webhook.url);
    if (same !== undefined) throw new AccountError(`${same.stored.id} delivers to this address already`);
    return { ...account, webhooks: [...(account.webhooks ?? []), webhook] };
  });
  return webhook;
}

export async function removeWebhook(bucket: KV, accountId: string, webhookId: string): Promise<void> {
  await changeAccount(bucket, accountId, (account) => ({ ...account, webhooks: without(account.webhooks, found(account, webhookId).id) }));
}

/** A new secret, to be shown once; the one before signs as well for 24 hours. */
export async function rotateSecret(bucket: KV, accountId: string, webhookId: string, now: Date): Promise<Webhook> {
  const secret = newSecret();
  const account = await changeAccount(bucket, accountId, (before) => {
    const webhook = found(before, webhookId);
    // Rotated in a try before this one, whose answer was lost.
    if (webhook.secret === secret) return before;
    const previous = { previous_secret: webhook.secret, previous_secret_until: new Date(now.getTime() + bothValidMs).toISOString() };
    return { ...before, webhooks: replaced(before.webhooks, { ...webhook, ...previous, secret }) };
  });
  return found(account, webhookId);
}

/** Deliveries are made again to a webhook that was disabled; what was to be delivered meanwhile is not. */
export async function enableWebhook(bucket: KV, accountId: string, webhookId: string): Promise<Webhook> {
  const account = await changeAccount(bucket, accountId, (before) => ({
    ...before,
    webhooks: replaced(before.webhooks, { ...found(before, webhookId), disabled_at: null }),
  }));
  return found(account, webhookId);
}

function found(account: StoredAccount, webhookId: string): Webhook {
  const held = webhooksOf(account).find(({ stored }) => stored.id === webhookId);
  if (held === undefined)
    throw new AccountError(`account ${account.id} has no webhook ${webhookId}; \`npm run admin -- webhook list ${account.id}\` shows them`);
  return held.stored;
}

/** The address as it is kept. What it resolves to is judged at every connection; one that is private as it stands is refused here. */
export function webhookUrl(text: string, allowedOrigins: readonly string[]): string {
  if (text.length > urlLengthMax) throw new AccountError(`the address has ${text.length} characters where ${urlLengthMax} are allowed`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:') throw new AccountError('the address must be a whole one that begins with https://');
  if (url.username !== '' || url.password !== '') throw new AccountError('the address must not hold a user name or a password');
  if (url.hash !== '') throw new AccountError('the address must not have a part behind #: it is never sent');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocal = isIP(host) === 0 ? host === 'localhost' || !host.includes('.') : !isPublicAddress(host);
  if (isLocal && !allowedOrigins.includes(url.origin)) throw new AccountError(`${host} is no public address: deliveries go to public ones only`);
  return url.href;
}
