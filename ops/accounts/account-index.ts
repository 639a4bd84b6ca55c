/** Indexes the bucket `accounts` by key hash. An account that cannot be parsed refuses all its keys, such a key only itself. */
import { AccountKey, byAge, StoredAccount, surplusKeys, type Account } from '#schemas/account.ts';
import { knownPlan, plans } from '#schemas/plan.ts';
import { accountIdOf } from './account-entries.ts';
import type { BucketReader } from '../nats/follow-bucket.ts';
import type { Logger } from '../process/log.ts';

export interface KeyHolder {
  readonly account: Account;
  /** True when the key is inactive because the plan allows fewer keys and this is one of the older ones. */
  readonly isOverPlan: boolean;
  /** The first characters of the key, as account pages list them. */
  readonly keyHint: string;
}

export interface AccountIndex extends Required<BucketReader> {
  /** Returns undefined when the key is unknown or revoked. */
  readonly byKeyHash: (hash: string) => KeyHolder | undefined;
  /** Returns undefined when the account does not exist or its entry cannot be parsed. */
  readonly byId: (accountId: string) => Account | undefined;
  readonly counts: () => AccountCounts;
  readonly unreadableNames: () => readonly string[];
}

export interface AccountCounts {
  readonly keys: number;
  readonly accounts: number;
  /** Number of entries that cannot be parsed, wholly or in part. */
  readonly unreadable: number;
  readonly unknownPlans: number;
}

interface AccountSlot {
  readonly account: Account;
  readonly isPlanKnown: boolean;
  /** Hashes of the keys that are not revoked, inactive ones included. */
  readonly hashes: readonly string[];
  readonly activeKeys: number;
}

const namesMax = 5;

export function createAccountIndex(log: Logger): AccountIndex {
  const accounts = new Map<string, AccountSlot>();
  const keys = new Map<string, KeyHolder>();
  const unreadable = new Set<string>();
  const tally = { keys: 0, unknownPlans: 0 };

  const remove = (name: string): void => {
    unreadable.delete(name);
    const id = accountIdOf(name);
    const slot = accounts.get(id);
    if (slot === undefined) return;
    for (const hash of slot.hashes) if (keys.get(hash)?.account.id === id) keys.delete(hash);
    accounts.delete(id);
    tally.keys -= slot.activeKeys;
    if (!slot.isPlanKnown) tally.unknownPlans -= 1;
  };

  const put = (name: string, value: unknown): void => {
    const stored = StoredAccount.parse(value);
    const id = accountIdOf(name);
    if (stored.id !== id) throw new Error('the entry belongs to another account');
    remove(name);
    const { inForce, unreadablePlaces } = keysOf(stored);
    if (unreadablePlaces.length > 0) {
      unreadable.add(name);
      log.error({ key: name, places: unreadablePlaces }, 'account.unreadable_keys');
    }
    const { plan, isKnown } = knownPlan(stored.plan);
    const { requests_per_minute, requests_per_day, watchlist } = stored;
    const account: Account = { id, plan, requests_per_minute, requests_per_day, ...(watchlist !== undefined && { watchlist }) };
    const surplus = surplusKeys(inForce.length, plans[plan].activeKeysMax);
    inForce.forEach(({ hash, prefix }, at) => keys.set(hash, { account, isOverPlan: at < surplus, keyHint: prefix }));
    const slot = { account, isPlanKnown: isKnown, hashes: inForce.map(({ hash }) => hash), activeKeys: inForce.length - surplus };
    accounts.set(id, slot);
    tally.keys += slot.activeKeys;
    if (!isKnown) tally.unknownPlans += 1;
  };

  return {
    isWanted: (name) => name.startsWith('account.'),
    put,
    remove,
    unreadable: (name) => {
      remove(name);
      unreadable.add(name);
    },
    byKeyHash: (hash) => keys.get(hash),
    byId: (id) => accounts.get(id)?.account,
    counts: () => ({ ...tally, accounts: accounts.size, unreadable: unreadable.size }),
    unreadableNames: () => [...unreadable].slice(0, namesMax),
  };
}

/** Returns the keys that are not revoked, oldest first, and the places in the entry of keys that cannot be parsed. */
function keysOf({ keys }: StoredAccount): { readonly inForce: readonly AccountKey[]; readonly unreadablePlaces: readonly string[] } {
  const read = keys.map((value) => AccountKey.safeParse(value).data);
  return {
    inForce: read.flatMap((key) => (key === undefined || key.revoked_at !== null ? [] : [key])).sort(byAge),
    unreadablePlaces: read.flatMap((key, at) => (key === undefined ? [`keys.${at}`] : [])),
  };
}
