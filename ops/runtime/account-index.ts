/**
 * Indexes the bucket `accounts` for requests: from a key's hash to its account and whether the key is active. Unreadable
 * entries deny access: an unreadable key is refused, an unreadable account refuses all its keys.
 */
import type { z } from 'zod';
import { AccountKey, ApiKey, byAge, StoredAccount, surplusKeys, type Account } from '#schemas/account.ts';
import { knownPlan, plans } from '#schemas/plan.ts';
import type { Logger } from './log.ts';

export interface KeyHolder {
  readonly account: Account;
  /** Whether the key waits for a plan of more keys: it is one of the account's older ones. */
  readonly isOverPlan: boolean;
}

/** An entry as the bucket hands it out; `text` is not called for what was deleted. */
export interface BucketEntry {
  readonly name: string;
  readonly isDeleted: boolean;
  readonly text: () => string;
}

export interface AccountIndex {
  /** Undefined: unknown or revoked. */
  readonly byKeyHash: (hash: string) => KeyHolder | undefined;
  /** Undefined: there is none, or its entry cannot be read. */
  readonly byId: (accountId: string) => Account | undefined;
  readonly apply: (entry: BucketEntry) => void;
  /** Between the two every entry of the bucket is applied again; what did not appear is gone, and until the end stays as it was. */
  readonly beginReading: () => void;
  readonly endReading: () => void;
  readonly counts: () => AccountCounts;
  /** Names of some entries that cannot be read, for an operator to look at. */
  readonly unreadable: () => readonly string[];
}

export interface AccountCounts {
  /** Keys that work. */
  readonly keys: number;
  readonly accounts: number;
  /** Entries that cannot be read, or not whole. */
  readonly unreadable: number;
  /** Accounts on a plan that this release does not know. */
  readonly unknownPlans: number;
}

interface KeySlot {
  readonly accountId: string;
  readonly createdAt: string;
  readonly reading: number;
  holder: KeyHolder | undefined;
}

interface AccountSlot {
  /** null: the entry cannot be read, or only keys that name the account have been met. */
  readonly works: KeyHolder | null;
  readonly overPlan: KeyHolder | null;
  readonly isPlanKnown: boolean;
  /** Hashes of the keys that the account holds and has not revoked, oldest first; null: its entry does not say. */
  readonly held: readonly string[] | null;
  /** Where its entry does not say: the keys that name it; null: they are looked for when they are wanted. */
  readonly naming: Set<string> | null;
  readonly reading: number;
}

interface Unreadable {
  readonly places: readonly string[];
  readonly reading: number;
}

const unreadableNamesMax = 5;
const placesMax = 5;

/** What a removed account leaves: a key that comes later must not pass for the only one that names the account. */
const removedAccount: AccountSlot = { works: null, overPlan: null, isPlanKnown: true, held: null, naming: null, reading: 0 };

export function createAccountIndex(log: Logger): AccountIndex {
  const accounts = new Map<string, AccountSlot>();
  const keys = new Map<string, KeySlot>();
  const unreadable = new Map<string, Unreadable>();
  const tally = { keys: 0, accounts: 0, unknownPlans: 0 };
  let reading = 0;

  const setHolder = (key: KeySlot, holder: KeyHolder | undefined): void => {
    if (key.holder?.isOverPlan === false) tally.keys -= 1;
    if (holder?.isOverPlan === false) tally.keys += 1;
    key.holder = holder;
  };

  /** The keys in force of the account, oldest first. */
  const keysOf = (id: string, { held, naming }: AccountSlot): KeySlot[] => {
    const ofAccount = (hash: string): { hash: string; created_at: string; key: KeySlot }[] => {
      const key = keys.get(hash);
      return key?.accountId === id ? [{ hash, created_at: key.createdAt, key }] : [];
    };
    const found = held === null ? [...(naming ?? [])].flatMap(ofAccount).sort(byAge) : held.flatMap(ofAccount);
    return found.map(({ key }) => key);
  };

  /** Derives anew which keys of the account work. */
  const settle = (id: string, slot: AccountSlot): void => {
    const inForce = keysOf(id, slot);
    const surplus = slot.works === null ? 0 : surplusKeys(inForce.length, plans[slot.works.account.plan].activeKeysMax);
    inForce.forEach((key, at) => setHolder(key, (at < surplus ? slot.overPlan : slot.works) ?? undefined));
  };

  const countAccount = ({ works, isPlanKnown }: AccountSlot, by: 1 | -1): void => {
    if (works !== null) tally.accounts += by;
    if (!isPlanKnown) tally.unknownPlans += by;
  };

  const removeAccount = (id: string): AccountSlot | undefined => {
    const slot = accounts.get(id);
    if (slot === undefined) return undefined;
    for (const key of keysOf(id, slot)) setHolder(key, undefined);
    countAccount(slot, -1);
    accounts.delete(id);
    return slot;
  };

  const forgetAccount = (id: string): void => {
    if (removeAccount(id) !== undefined) accounts.set(id, removedAccount);
  };

  const addAccount = (id: string, slot: AccountSlot): void => {
    accounts.set(id, slot);
    countAccount(slot, 1);
    settle(id, slot);
  };

  const complain = (name: string, places: readonly string[]): void => {
    if (unreadable.get(name)?.places.join() !== places.join()) log.error({ entry: name, places: places.slice(0, placesMax) }, 'account.unreadable');
    unreadable.set(name, { places, reading });
  };

  /** An account that held its keys and no longer says (an older release wrote it): those that name it are looked for once. */
  const namersOf = (id: string): Set<string> => new Set([...keys].flatMap(([hash, key]) => (key.accountId === id ? [hash] : [])));

  const putAccount = (id: string, name: string, text: string): void => {
    const before = removeAccount(id);
    const { value, places } = readEntry(StoredAccount, text);
    if (value === null || value.id !== id) {
      addAccount(id, { works: null, overPlan: null, isPlanKnown: true, held: [], naming: null, reading });
      return complain(name, value === null ? places : ['id']);
    }
    const { plan, isKnown } = knownPlan(value.plan);
    const { requests_per_minute, requests_per_day, watchlist } = value;
    const account: Account = { id, plan, requests_per_minute, requests_per_day, ...(watchlist !== undefined && { watchlist }) };
    const { held, unreadablePlaces } = heldKeys(value.keys);
    addAccount(id, {
      works: { account, isOverPlan: false },
      overPlan: { account, isOverPlan: true },
      isPlanKnown: isKnown,
      held,
      naming: held === null ? (before?.naming ?? namersOf(id)) : null,
      reading,
    });
    if (unreadablePlaces.length > 0) complain(name, unreadablePlaces);
    else unreadable.delete(name);
  };

  const removeKey = (hash: string): void => {
    const key = keys.get(hash);
    if (key === undefined) return;
    setHolder(key, undefined);
    keys.delete(hash);
    const slot = accounts.get(key.accountId);
    if (slot === undefined) return;
    slot.naming?.delete(hash);
    if (slot.works === null && slot.naming?.size === 0) accounts.delete(key.accountId);
    else settle(key.accountId, slot);
  };

  const putKey = (hash: string, name: string, text: string): void => {
    removeKey(hash);
    const { value, places } = readEntry(ApiKey, text);
    if (value === null) return complain(name, places);
    unreadable.delete(name);
    if (value.revoked_at !== null) return;
    const accountId = value.account_id;
    keys.set(hash, { accountId, createdAt: value.created_at, reading, holder: undefined });
    let slot = accounts.get(accountId);
    if (slot === undefined) {
      slot = { works: null, overPlan: null, isPlanKnown: true, held: null, naming: new Set(), reading };
      accounts.set(accountId, slot);
    }
    slot.naming?.add(hash);
    settle(accountId, slot);
  };

  return {
    byKeyHash: (hash) => keys.get(hash)?.holder,
    byId: (accountId) => accounts.get(accountId)?.works?.account,
    apply: ({ name, isDeleted, text }) => {
      const [kind, id = ''] = name.split('.', 2);
      if (isDeleted) unreadable.delete(name);
      if (kind === 'account') return isDeleted ? forgetAccount(id) : putAccount(id, name, text());
      if (kind === 'key') return isDeleted ? removeKey(id) : putKey(id, name, text());
    },
    beginReading: () => {
      reading += 1;
    },
    endReading: () => {
      for (const [hash, key] of keys) if (key.reading !== reading) removeKey(hash);
      // A slot that only keys have made stands as long as they do. Found before any is marked: a mark is appended to the map.
      const gone = [...accounts].filter(([, slot]) => slot.reading !== reading && (slot.naming === null || slot.works !== null));
      for (const [id] of gone) forgetAccount(id);
      const named = new Set([...keys.values()].map(({ accountId }) => accountId));
      for (const [id, slot] of accounts) if (slot === removedAccount && !named.has(id)) accounts.delete(id);
      for (const [name, entry] of unreadable) if (entry.reading !== reading) unreadable.delete(name);
    },
    counts: () => ({ ...tally, unreadable: unreadable.size }),
    unreadable: () => [...unreadable.keys()].slice(0, unreadableNamesMax),
  };
}

/** null: the account does not say. A key that cannot be read is not held, and named by its place. */
function heldKeys(stored: readonly unknown[] | undefined): { readonly held: readonly string[] | null; readonly unreadablePlaces: readonly string[] } {
  if (stored === undefined) return { held: null, unreadablePlaces: [] };
  const unreadablePlaces: string[] = [];
  const inForce = stored.flatMap((value, at) => {
    const { data } = AccountKey.safeParse(value);
    if (data === undefined) unreadablePlaces.push(`keys.${at}`);
    return data === undefined || data.revoked_at !== null ? [] : [data];
  });
  return { held: inForce.sort(byAge).map(({ hash }) => hash), unreadablePlaces };
}

type Read<T> = { readonly value: T; readonly places: readonly [] } | { readonly value: null; readonly places: readonly string[] };

/** Where it cannot be read, the fields: never what stands in them. */
function readEntry<S extends z.ZodType>(schema: S, text: string): Read<z.output<S>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { value: null, places: ['not JSON'] };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data, places: [] };
  return { value: null, places: [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'not an object'))] };
}
