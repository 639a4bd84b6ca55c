/**
 * Accounts and their API keys. They are stored in JetStream KV, changed by compare-and-swap, and watched by every API process.
 *
 *   account.<id>    StoredAccount: the account and its keys in one entry, so that each change of them is one write.
 *
 * Reading is tolerant: a field or a plan that a later release wrote is preserved when the entry is written again.
 */
import { z } from 'zod';
import { Instant } from './primitives.ts';
import type { PlanName } from './vocabulary.ts';
import { compareText } from './compare-text.ts';

export const AccountId = z.string().regex(/^[a-z0-9]{12}$/);
const KeyHash = z.string().regex(/^[0-9a-f]{64}$/);

/** An API key of an account. Only its SHA-256 is stored. */
export const AccountKey = z.looseObject({
  hash: KeyHash,
  /** The part that lists show: `nf_live_` and the first four characters. */
  prefix: z.string(),
  /** Name that the owner gave the key; null: none. */
  name: z.string().nullable().default(null),
  created_at: Instant,
  revoked_at: Instant.nullable(),
});
export type AccountKey = z.infer<typeof AccountKey>;

export const StoredAccount = z.looseObject({
  id: AccountId,
  name: z.string(),
  /** The owner's confirmed address, for notices; absent or null: none was given. Sign-in data is stored apart (sign-in.ts). */
  email: z.string().nullable().optional(),
  /** Any text, since a later release may know more plans; `knownPlan` maps it to a plan of this release. */
  plan: z.string(),
  created_at: Instant,
  /** Limits that an operator granted in place of the plan's; null: the plan's limits hold. */
  requests_per_minute: z.int().positive().nullable().default(null),
  requests_per_day: z.int().positive().nullable().default(null),
  /** Saved tickers, in the order of saving. */
  watchlist: z.array(z.string()).optional(),
  /** One Alert each (schemas/alert.ts); each is parsed on its own. */
  alerts: z.array(z.unknown()).optional(),
  /** One Webhook each (schemas/webhook.ts); each is parsed on its own. */
  webhooks: z.array(z.unknown()).optional(),
  /** One AccountKey each; each is parsed on its own, so that an unreadable key does not disable the others. */
  keys: z.array(z.unknown()).default([]),
});
export type StoredAccount = z.infer<typeof StoredAccount>;

/** The fields of an account that serving a request needs. */
export interface Account {
  readonly id: string;
  readonly plan: PlanName;
  readonly requests_per_minute: number | null;
  readonly requests_per_day: number | null;
  /** Saved tickers; absent: none. */
  readonly watchlist?: readonly string[];
}

/** A full API key: `nf_live_` + 40 base62 characters. It is shown once. */
export const ApiKeyText = z.string().regex(/^nf_live_[0-9A-Za-z]{40}$/);

/** Identifies a key in lists and commands. It contains the account id, so finding a key needs no index. */
export const KeyId = z.string().regex(/^[a-z0-9]{12}-[0-9a-f]{6}$/);
/** Returns the public id of an API key. */
export const keyId = (accountId: string, hash: string): string => `${accountId}-${hash.slice(0, 6)}`;

/** Sorts keys oldest first, in the same order in every process. */
export const byAge = (a: Pick<AccountKey, 'created_at' | 'hash'>, b: Pick<AccountKey, 'created_at' | 'hash'>): number =>
  compareText(a.created_at, b.created_at) || compareText(a.hash, b.hash);

/** Returns how many of the oldest valid keys exceed the plan's limit. These keys are inactive until the plan allows them again. */
export const surplusKeys = (keysInForce: number, activeKeysMax: number): number => Math.max(0, keysInForce - activeKeysMax);
