/** Reads entries of the bucket `accounts` for code that changes or lists accounts. API processes use `watchAccounts`, which follows changes. */
import type { KV, KvEntry, KvWatchEntry } from '@nats-io/kv';
import { AccountId, AccountKey, byAge, keyId, StoredAccount, surplusKeys } from '#schemas/account.ts';
import { planOf } from '#schemas/plan.ts';
import { parseJson } from '#schemas/json-text.ts';
import { withTimeout } from '../process/with-timeout.ts';

/** The account does not allow the request. The message is shown to the account's owner or operator. */
export class AccountError extends Error {}

/** The account's plan does not allow the request; a higher plan may. */
export class PlanError extends AccountError {}

export interface KeyStatus {
  readonly id: string;
  /** `inactive` when the plan allows fewer keys and this is one of the older ones. */
  readonly state: 'active' | 'inactive' | 'revoked';
  readonly stored: AccountKey;
}

export interface AccountEntry {
  /** The account as stored; `keys` below has its parsed keys. */
  readonly account: StoredAccount;
  readonly revision: number;
  /** Oldest first. */
  readonly keys: readonly KeyStatus[];
  /** Stored keys that cannot be parsed. Writers keep them unchanged, and the API refuses them. */
  readonly unreadableKeys: readonly unknown[];
}

/** A list that receives nothing for this long fails, because the connection to NATS is lost. */
const stallsAfterMs = 10_000;

const namePrefix = 'account.';
export const accountName = (id: string): string => `${namePrefix}${id}`;
export const accountIdOf = (name: string): string => name.slice(namePrefix.length);

/** Returns the keys with their states, oldest first. The newest unrevoked keys are active, as many as the plan allows. */
export function withStates(account: Pick<StoredAccount, 'id' | 'plan'>, keys: readonly AccountKey[]): KeyStatus[] {
  const sorted = [...keys].sort(byAge);
  let surplus = surplusKeys(sorted.filter(({ revoked_at }) => revoked_at === null).length, planOf(account).activeKeysMax);
  return sorted.map((stored) => {
    const state = stored.revoked_at !== null ? 'revoked' : surplus > 0 ? 'inactive' : 'active';
    if (state === 'inactive') surplus -= 1;
    return { id: keyId(account.id, stored.hash), state, stored };
  });
}

/** Returns one account with its keys. Throws an AccountError when it does not exist or cannot be parsed. */
export async function readAccount(bucket: KV, accountId: string): Promise<AccountEntry> {
  const entry = AccountId.safeParse(accountId).success ? await bucket.get(accountName(accountId)) : null;
  if (entry?.operation !== 'PUT') throw new AccountError(`no account ${accountId}; \`npm run admin -- account list\` shows them`);
  const account = parseAccount(entry);
  if (account === null)
    throw new AccountError(
      `account ${accountId} cannot be read: a later release may have written it; see the key ${entry.key} of the KV bucket accounts`,
    );
  return account;
}

/** Returns the entry of the account that has a key, revoked or not, or null. It reads every account, so only operator commands call it. */
export async function entryOfKey(bucket: KV, hash: string): Promise<AccountEntry | null> {
  for await (const entry of eachAccount(bucket)) {
    if (!('unreadable' in entry) && entry.keys.some(({ stored }) => stored.hash === hash)) return entry;
  }
  return null;
}

/** Returns an account with this name, or null. It reads every account, so only operator commands call it. */
export async function accountNamed(bucket: KV, name: string): Promise<StoredAccount | null> {
  for await (const entry of eachAccount(bucket)) if (!('unreadable' in entry) && entry.account.name === name) return entry.account;
  return null;
}

export interface UnreadableEntry {
  readonly unreadable: string;
}

/** Yields every account with its keys, the least recently changed first. */
export async function* eachAccount(bucket: KV): AsyncGenerator<AccountEntry | UnreadableEntry> {
  for await (const entry of lastEntries(bucket, accountName('*'))) yield parseAccount(entry) ?? { unreadable: entry.key };
}

function parseAccount(entry: KvEntry): AccountEntry | null {
  const account = StoredAccount.safeParse(parseJson(entry.string())).data;
  if (account === undefined || account.id !== accountIdOf(entry.key)) return null;
  const parsed = account.keys.map((value) => ({ value, key: AccountKey.safeParse(value).data }));
  return {
    account,
    revision: entry.revision,
    keys: withStates(
      account,
      parsed.flatMap(({ key }) => key ?? []),
    ),
    unreadableKeys: parsed.filter(({ key }) => key === undefined).map(({ value }) => value),
  };
}

async function* lastEntries(bucket: KV, filter: string): AsyncGenerator<KvWatchEntry> {
  if (!(await hasEntries(bucket, filter))) return;
  const watch = await bucket.watch({ key: filter });
  const iterator = watch[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await stalling(iterator.next());
      if (done === true) throw new AccountError('the connection to NATS was lost before the list ended: try again');
      if (value.operation === 'PUT') yield value;
      if (value.delta === 0) return;
    }
  } finally {
    watch.stop();
  }
}

async function hasEntries(bucket: KV, filter: string): Promise<boolean> {
  const names = await bucket.keys(filter);
  const { done } = await stalling(names[Symbol.asyncIterator]().next());
  names.stop();
  return done !== true;
}

const stalling = <T>(next: Promise<T>): Promise<T> =>
  withTimeout(stallsAfterMs, next, () => new AccountError(`NATS sent nothing for ${stallsAfterMs / 1_000} s: try again`));
