/**
 * Accounts and keys in the KV bucket `accounts`: written by the operator's command with compare-and-swap,
 * followed by every API process as an in-memory map from a key's hash to its account.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { Account, ApiKey } from '#schemas/account.ts';
import { plans } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';

const keyPrefix = 'nf_live_';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** SHA-256 of the key text, hex: the only form in which a key is kept. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export class AccountError extends Error {}

const randomText = (length: number, alphabet: string): string => {
  // Bytes past the largest multiple of the alphabet are thrown away, or its first characters would be likelier.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
};

async function entries<T>(bucket: KV, prefix: string, parse: (value: unknown) => T): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  const names: string[] = [];
  for await (const name of await bucket.keys(`${prefix}.>`)) names.push(name);
  for (const name of names) {
    const entry = await bucket.get(name);
    if (entry?.operation === 'PUT') found.set(name.slice(prefix.length + 1), parse(entry.json()));
  }
  return found;
}

export const listAccounts = (bucket: KV): Promise<Map<string, Account>> => entries(bucket, 'account', (value) => Account.parse(value));
export const listKeys = (bucket: KV): Promise<Map<string, ApiKey>> => entries(bucket, 'key', (value) => ApiKey.parse(value));

export async function createAccount(
  bucket: KV,
  input: { readonly name: string; readonly plan: PlanName; readonly requestsPerMinute?: number | null; readonly requestsPerDay?: number | null },
  now: Date,
): Promise<Account> {
  const account = Account.parse({
    id: randomText(12, base62.slice(0, 10) + base62.slice(36)),
    name: input.name,
    plan: input.plan,
    created_at: now.toISOString(),
    requests_per_minute: input.requestsPerMinute ?? null,
    requests_per_day: input.requestsPerDay ?? null,
  });
  await bucket.create(`account.${account.id}`, JSON.stringify(account));
  return account;
}

async function readAccount(bucket: KV, accountId: string): Promise<{ account: Account; revision: number }> {
  const entry = await bucket.get(`account.${accountId}`);
  if (entry?.operation !== 'PUT') throw new AccountError(`no account ${accountId}; \`npm run admin -- account list\` shows them`);
  return { account: Account.parse(entry.json()), revision: entry.revision };
}

export async function changePlan(bucket: KV, accountId: string, plan: PlanName): Promise<Account> {
  const { account, revision } = await readAccount(bucket, accountId);
  const changed = { ...account, plan };
  await bucket.update(`account.${accountId}`, JSON.stringify(changed), revision);
  return changed;
}

/** The key's text is returned here and never again. */
export async function createKey(bucket: KV, accountId: string, now: Date): Promise<{ key: string; hash: string }> {
  const { account, revision } = await readAccount(bucket, accountId);
  const active = [...(await listKeys(bucket)).values()].filter((key) => key.account_id === accountId && key.revoked_at === null);
  const { activeKeysMax } = plans[account.plan];
  if (active.length >= activeKeysMax)
    throw new AccountError(
      `account ${accountId} (${account.plan}) has its ${activeKeysMax} active key${activeKeysMax === 1 ? '' : 's'}: revoke one first`,
    );
  // The account is rewritten as it was, so that of two keys made at once over the limit one fails.
  await bucket.update(`account.${accountId}`, JSON.stringify(account), revision);
  const key = `${keyPrefix}${randomText(40, base62)}`;
  const hash = hashKey(key);
  const record: ApiKey = { account_id: accountId, prefix: key.slice(0, keyPrefix.length + 4), created_at: now.toISOString(), revoked_at: null };
  await bucket.create(`key.${hash}`, JSON.stringify(record));
  return { key, hash };
}

/** `which`: the key's text, its hash, or the prefix a list shows where it names one key only. */
export async function revokeKey(bucket: KV, which: string, now: Date): Promise<ApiKey> {
  const keys = await listKeys(bucket);
  const hash = which.startsWith(keyPrefix) && which.length > keyPrefix.length + 4 ? hashKey(which) : which;
  const matches = [...keys].filter(([name, key]) => name === hash || key.prefix === which);
  const [match, ...others] = matches;
  if (match === undefined) throw new AccountError('no such key; `npm run admin -- key list` shows them');
  if (others.length > 0) throw new AccountError('that prefix names more than one key: give the hash');
  const entry = await bucket.get(`key.${match[0]}`);
  const revoked: ApiKey = { ...match[1], revoked_at: match[1].revoked_at ?? now.toISOString() };
  await bucket.update(`key.${match[0]}`, JSON.stringify(revoked), entry?.revision ?? 0);
  return revoked;
}

export interface AccountMap {
  /** The account of a live key, by the key's hash; undefined for one that is unknown or revoked. */
  readonly byKeyHash: (hash: string) => Account | undefined;
  readonly size: () => number;
  readonly stop: () => void;
}

/** Resolves when the map holds everything the bucket held; follows changes from there on, across reconnects. */
export async function watchAccounts(bucket: KV): Promise<AccountMap> {
  const accounts = new Map<string, Account>();
  const keys = new Map<string, ApiKey>();
  let loaded: () => void = () => undefined;
  const initial = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  const isEmpty = (await bucket.status()).values === 0;
  const watch = await bucket.watch({ ignoreDeletes: false });
  void (async () => {
    for await (const entry of watch) {
      const [kind, id = ''] = entry.key.split('.', 2);
      const isGone = entry.operation !== 'PUT';
      if (kind === 'account') {
        if (isGone) accounts.delete(id);
        else accounts.set(id, Account.parse(entry.json()));
      } else if (kind === 'key') {
        if (isGone) keys.delete(id);
        else keys.set(id, ApiKey.parse(entry.json()));
      }
      if (entry.delta === 0) loaded();
    }
  })();
  if (!isEmpty) await initial;
  return {
    byKeyHash: (hash) => {
      const key = keys.get(hash);
      return key === undefined || key.revoked_at !== null ? undefined : accounts.get(key.account_id);
    },
    size: () => keys.size,
    stop: () => watch.stop(),
  };
}
