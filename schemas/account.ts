/**
 * Accounts and their API keys, stored in the JetStream KV bucket `accounts`. An account and its keys are one entry, `account.<id>`, which is
 * changed by compare-and-swap. Fields and plans that a later release wrote are preserved when an older release writes the entry.
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
  name: z.string().nullable().default(null),
  created_at: Instant,
  revoked_at: Instant.nullable(),
});
export type AccountKey = z.infer<typeof AccountKey>;

export const StoredAccount = z.looseObject({
  id: AccountId,
  name: z.string(),
  /** The owner's confirmed e-mail address, for notices. Sign-in data is stored separately (sign-in.ts). */
  email: z.string().nullable().optional(),
  /** Any text, because a later release may have more plans; `knownPlan` maps it to a plan of this release. */
  plan: z.string(),
  created_at: Instant,
  /** Limits that an operator set in place of the plan's; null means the plan's limit applies. */
  requests_per_minute: z.int().positive().nullable().default(null),
  requests_per_day: z.int().positive().nullable().default(null),
  watchlist: z.array(z.string()).optional(),
  /** Elements are `Alert`s (alert.ts), each parsed separately. */
  alerts: z.array(z.unknown()).optional(),
  /** Elements are `Webhook`s (webhook.ts), each parsed separately. */
  webhooks: z.array(z.unknown()).optional(),
  /** Elements are `AccountKey`s, each parsed separately, so that an unreadable key does not disable the others. */
  keys: z.array(z.unknown()).default([]),
});
export type StoredAccount = z.infer<typeof StoredAccount>;

export interface Account {
  readonly id: string;
  readonly plan: PlanName;
  readonly requests_per_minute: number | null;
  readonly requests_per_day: number | null;
  readonly watchlist?: readonly string[];
}

/** A full API key. It is shown to its owner once and never stored. */
export const ApiKeyText = z.string().regex(/^nf_live_[0-9A-Za-z]{40}$/);

/** Public id of a key, `<account id>-<start of the hash>`. The account id in it makes an index of keys unnecessary. */
export const KeyId = z.string().regex(/^[a-z0-9]{12}-[0-9a-f]{6}$/);
export const keyId = (accountId: string, hash: string): string => `${accountId}-${hash.slice(0, 6)}`;

/** Sorts keys oldest first; the hash breaks ties, so that every process uses the same order. */
export const byAge = (a: Pick<AccountKey, 'created_at' | 'hash'>, b: Pick<AccountKey, 'created_at' | 'hash'>): number =>
  compareText(a.created_at, b.created_at) || compareText(a.hash, b.hash);

/** Returns how many keys, counted from the oldest, exceed the plan's limit. They are inactive until the plan allows them. */
export const surplusKeys = (keysInForce: number, activeKeysMax: number): number => Math.max(0, keysInForce - activeKeysMax);
