/** Reads entries of the bucket `accounts` for whoever changes or lists them; API processes follow it by `watchAccounts`. */
import type { KV, KvEntry, KvWatchEntry } from '@nats-io/kv';
import { AccountId, AccountKey, byAge, keyId, StoredAccount, surplusKeys } from '#schemas/account.ts';
import { knownPlan, plans } from '#schemas/plan.ts';
import { withTimeout } from '../process/with-timeout.ts';

export class AccountError extends Error {}

export interface HeldKey {
  readonly id: string;
  /** `inactive`: the plan allows fewer keys, and this is one of the older ones. */
  readonly state: 'active' | 'inactive' | 'revoked';
  readonly stored: AccountKey;
}

export interface HeldAccount {
  /** As stored, its keys apart. */
  readonly account: StoredAccount;
  readonly revision: number;
  /** Oldest first. */
  readonly keys: readonly HeldKey[];
  /** Keys that cannot be read: kept as they are, and refused by the API. */
  readonly unreadableKeys: readonly unknown[];
}

/** A listing that gets nothing for this long has lost its server. */
const stallsAfterMs = 10_000;

const namePrefix = 'account.';
export const accountName = (id: string): string => `${namePrefix}${id}`;
/** Returns the account of an entry's name. */
export const accountIdOf = (name: string): string => name.slice(namePrefix.length);

/** The state of each key follows from the plan: of those not revoked the newest work, as many as it allows. */
export function withStates(account: Pick<StoredAccount, 'id' | 'plan'>, keys: readonly AccountKey[]): HeldKey[] {
  const sorted = [...keys].sort(byAge);
  let surplus = surplusKeys(sorted.filter(({ revoked_at }) => revoked_at === null).length, plans[knownPlan(account.plan).plan].activeKeysMax);
  return sorted.map((stored) => {
    const state = stored.revoked_at !== null ? 'revoked' : surplus > 0 ? 'inactive' : 'active';
    if (state === 'inactive') surplus -= 1;
    return { id: keyId(account.id, stored.hash), state, stored };
  });
}

/** Returns one account with its keys; throws AccountError where there is none, or none that can be read. */
export async function readAccount(bucket: KV, accountId: string): Promise<HeldAccount> {
  const entry = AccountId.safeParse(accountId).success ? await bucket.get(accountName(accountId)) : null;
  if (entry?.operation !== 'PUT') throw new AccountError(`no account ${accountId}; \`npm run admin -- account list\` shows them`);
  const held = heldAccount(entry);
  if (held === null)
    throw new AccountError(`account ${accountId} cannot be read: a later release may have written it; its entry is ${entry.key} of the KV bucket`);
  return held;
}

/** Returns the account that a key belongs to, null where no account has it; reads all accounts, so it is for an operator's commands. */
export async function accountOfKey(bucket: KV, hash: string): Promise<string | null> {
  for await (const held of eachAccount(bucket)) {
    if (!('unreadable' in held) && held.keys.some(({ stored }) => stored.hash === hash)) return held.account.id;
  }
  return null;
}

export interface UnreadableEntry {
  readonly unreadable: string;
}

/** Yields every account with its keys, the least recently changed first. */
export async function* eachAccount(bucket: KV): AsyncGenerator<HeldAccount | UnreadableEntry> {
  for await (const entry of lastEntries(bucket, accountName('*'))) yield heldAccount(entry) ?? { unreadable: entry.key };
}

/** Returns null for an entry that is no account of this name. */
function heldAccount(entry: KvEntry): HeldAccount | null {
  const account = StoredAccount.safeParse(jsonOf(entry)).data;
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

/** What is no JSON is nothing that a schema takes. */
export function jsonOf(entry: { readonly json: () => unknown }): unknown {
  try {
    return entry.json();
  } catch {
    return undefined;
  }
}

/** The last value of every key under `filter` that was not deleted, one by one, and then the end. */
async function* lastEntries(bucket: KV, filter: string): AsyncGenerator<KvWatchEntry> {
  if (!(await hasEntries(bucket, filter))) return;
  const watch = await bucket.watch({ key: filter });
  const iterator = watch[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await stalling(iterator.next());
      if (done === true) throw new AccountError('the connection to NATS was lost in the middle of the list: try again');
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
