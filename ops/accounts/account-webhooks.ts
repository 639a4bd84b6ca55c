/** Creates, changes and removes webhooks in an account's entry. When the plan allows fewer than are stored, the oldest stay active. */
import { randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import type { StoredAccount } from '#schemas/account.ts';
import { planOf } from '#schemas/plan.ts';
import { Webhook } from '#schemas/webhook.ts';
import { AccountError, accountName } from './account-entries.ts';
import { listedElements, newId, replaced, without, type ListedElement } from './account-list.ts';
import { changeAccount } from './accounts.ts';
import { changeEntry } from '../nats/bucket-entry.ts';
import { isLocalUrl } from '../outbound/outbound.ts';

/** Time after a rotation during which deliveries are signed with the previous secret as well. */
const bothValidMs = 24 * 3_600_000;
const urlLengthMax = 2_048;

/**
 * Returns 32 random bytes as base64url without `-` and `_`, so that decoders of base64 and of base64url read the same bytes. Standard
 * Webhooks libraries decode base64; the wire contract says base64url. The restriction costs about 2 of 256 bits.
 */
export function newSecret(): string {
  for (;;) {
    const text = randomBytes(32).toString('base64url');
    if (/^[0-9A-Za-z]{43}$/.test(text)) return `whsec_${text}`;
  }
}

export const webhooksOf = (account: StoredAccount): ListedElement<Webhook>[] =>
  listedElements(account.webhooks, Webhook, planOf(account).webhooksMax);

/** Creates a webhook. `allowedOrigins` has the private origins of OUTBOUND_ALLOWED_ORIGINS. */
export async function addWebhook(bucket: KV, accountId: string, url: string, allowedOrigins: readonly string[], now: Date): Promise<Webhook> {
  const webhook = Webhook.parse({
    id: newId('wh'),
    url: webhookUrl(url, allowedOrigins),
    secret: newSecret(),
    created_at: now.toISOString(),
  });
  await changeAccount(bucket, accountId, (account) => {
    const webhooks = webhooksOf(account);
    // An earlier attempt of this call wrote the webhook, but its reply was lost.
    if (webhooks.some(({ stored }) => stored.id === webhook.id)) return account;
    const { webhooksMax, name } = planOf(account);
    if (webhooksMax === 0) throw new AccountError(`the plan ${name} has no webhooks: the plan pro has them`);
    if (webhooks.length >= webhooksMax)
      throw new AccountError(`the plan ${name} allows ${webhooksMax} webhooks and the account has ${webhooks.length}: remove one first`);
    const same = webhooks.find(({ stored }) => stored.url === webhook.url);
    if (same !== undefined) throw new AccountError(`${same.stored.id} already delivers to this address`);
    return { ...account, webhooks: [...(account.webhooks ?? []), webhook] };
  });
  return webhook;
}

export async function removeWebhook(bucket: KV, accountId: string, webhookId: string): Promise<void> {
  await changeAccount(bucket, accountId, (account) => ({ ...account, webhooks: without(account.webhooks, webhookById(account, webhookId).id) }));
}

/** Returns the webhook with a new secret. The previous secret also signs for 24 hours. */
export async function rotateSecret(bucket: KV, accountId: string, webhookId: string, now: Date): Promise<Webhook> {
  const secret = newSecret();
  const previous_secret_until = new Date(now.getTime() + bothValidMs).toISOString();
  // An earlier attempt of this call may have rotated the secret, with its reply lost.
  return changeWebhook(bucket, accountId, webhookId, (webhook) =>
    webhook.secret === secret ? webhook : { ...webhook, previous_secret: webhook.secret, previous_secret_until, secret },
  );
}

/** Resumes deliveries to a disabled webhook. Deliveries that were due while it was disabled are not sent. */
export const enableWebhook = (bucket: KV, accountId: string, webhookId: string): Promise<Webhook> =>
  changeWebhook(bucket, accountId, webhookId, (webhook) => ({ ...webhook, disabled_at: null }));

async function changeWebhook(bucket: KV, accountId: string, webhookId: string, make: (webhook: Webhook) => Webhook): Promise<Webhook> {
  const account = await changeAccount(bucket, accountId, (before) => ({
    ...before,
    webhooks: replaced(before.webhooks, make(webhookById(before, webhookId))),
  }));
  return webhookById(account, webhookId);
}

const WithWebhooks = z.looseObject({ webhooks: z.array(z.unknown()) });
const Disabled = z.looseObject({ id: z.string(), disabled_at: z.string().nullable().optional() });

/**
 * Disables a webhook and keeps the rest of the account's entry, also what this release cannot parse. Returns the time since which the webhook
 * is disabled (`at` or earlier), or null when it does not exist. Throws when other writers keep changing the entry.
 */
export async function disableWebhook(bucket: KV, accountId: string, webhookId: string, at: string): Promise<string | null> {
  const placeIn = ({ webhooks }: z.infer<typeof WithWebhooks>): number => webhooks.findIndex((one) => Disabled.safeParse(one).data?.id === webhookId);
  const entry = await changeEntry(bucket, accountName(accountId), WithWebhooks, (current) => {
    const place = placeIn(current);
    const webhook = Disabled.safeParse(current.webhooks[place]).data;
    return webhook === undefined || webhook.disabled_at
      ? null
      : { ...current, webhooks: current.webhooks.with(place, { ...webhook, disabled_at: at }) };
  });
  const webhook = entry === null ? undefined : Disabled.safeParse(entry.webhooks[placeIn(entry)]).data;
  return webhook?.disabled_at ?? null;
}

function webhookById(account: StoredAccount, webhookId: string): Webhook {
  const webhook = webhooksOf(account).find(({ stored }) => stored.id === webhookId);
  if (webhook === undefined) throw new AccountError(`account ${account.id} has no webhook ${webhookId}; its account area shows them`);
  return webhook.stored;
}

/** Returns the normalised URL. Throws an AccountError when it is invalid or private. Each delivery checks the resolved address again. */
export function webhookUrl(text: string, allowedOrigins: readonly string[]): string {
  if (text.length > urlLengthMax) throw new AccountError(`the address has ${text.length} characters; at most ${urlLengthMax} are allowed`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:') throw new AccountError('the address must be a full URL that begins with https://');
  if (url.username !== '' || url.password !== '') throw new AccountError('the address must not hold a user name or a password');
  if (url.hash !== '') throw new AccountError('the address must not have a part after #: it is never sent');
  if (isLocalUrl(url) && !allowedOrigins.includes(url.origin))
    throw new AccountError(`${url.hostname.replace(/^\[|\]$/g, '')} is not a public address: webhooks deliver to public addresses only`);
  return url.href;
}
