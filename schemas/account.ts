/**
 * Accounts and keys: JetStream KV, compare-and-swap, watched by every API process.
 *
 *   account.<id>    StoredAccount: the account and its keys in one entry, so that every change of them is one write.
 *
 * It is read tolerantly: a field or a plan that a later release wrote is kept when the entry is written again.
 */
import { z } from 'zod';
import { Instant } from './primitives.ts';
import type { PlanName } from './vocabulary.ts';

export const AccountId = z.string().regex(/^[a-z0-9]{12}$/);
const KeyHash = z.string().regex(/^[0-9a-f]{64}$/);

/** A key within its account: its SHA-256 only. */
export const AccountKey = z.looseObject({
  hash: KeyHash,
  /** What a list shows: `nf_live_` and the first four characters. */
  prefix: z.string(),
  /** What its owner calls it. */
  name: z.string().nullable().default(null),
  created_at: Instant,
  revoked_at: Instant.nullable(),
});
export type AccountKey = z.infer<typeof AccountKey>;

export const StoredAccount = z.looseObject({
  id: AccountId,
  name: z.string(),
  /** Its owner's confirmed address, for notices; absent or null: none was given. Who signs in is kept apart (sign-in.ts). */
  email: z.string().nullable().optional(),
  /** Any text, since a later release may know more plans; what it means here is `knownPlan`'s to say. */
  plan: z.string(),
  created_at: Instant,
  /** Limits that an operator granted beside the plan's; null: the plan's. */
  requests_per_minute: z.int().positive().nullable().default(null),
  requests_per_day: z.int().positive().nullable().default(null),
  /** Saved tickers, in the order in which they were saved. */
  watchlist: z.array(z.string()).optional(),
  /** One Alert each (schemas/alert.ts), read one by one. */
  alerts: z.array(z.unknown()).optional(),
  /** One Webhook each (schemas/webhook.ts), read one by one. */
  webhooks: z.array(z.unknown()).optional(),
  /** One AccountKey each, read one by one: a key that cannot be read must not take the others with it. */
  keys: z.array(z.unknown()).default([]),
});
export type StoredAccount = z.infer<typeof StoredAccount>;

/** What a request needs to know of the account that sent it. */
export interface Account {
  readonly id: string;
  readonly plan: PlanName;
  readonly requests_per_minute: number | null;
  readonly requests_per_day: number | null;
  /** Saved tickers; absent: none. */
  readonly watchlist?: readonly string[];
}

/** `nf_live_` + 40 base62 characters, shown once. */
export const ApiKeyText = z.string().regex(/^nf_live_[0-9A-Za-z]{40}$/);

/** Names a key in lists and commands. It holds its account, so that no index is needed to find it. */
export const KeyId = z.string().regex(/^[a-z0-9]{12}-[0-9a-f]{6}$/);
export const keyId = (accountId: string, hash: string): string => `${accountId}-${hash.slice(0, 6)}`;

/** Oldest first, in the same order for every process. */
export const byAge = (a: Pick<AccountKey, 'created_at' | 'hash'>, b: Pick<AccountKey, 'created_at' | 'hash'>): number =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.hash < b.hash ? -1 : 1;

/** How many of the oldest keys in force are over what the plan allows: those are inactive until the plan allows them again. */
export const surplusKeys = (keysInForce: number, activeKeysMax: number): number => Math.max(0, keysInForce - activeKeysMax);
