/** Accounts and keys: JetStream KV, compare-and-swap, watched by every API process (contract.md 3). */
import { z } from 'zod';
import { Instant } from './primitives.ts';
import { planNames } from './vocabulary.ts';

export const Account = z.object({
  id: z.string().regex(/^[a-z0-9]{12}$/),
  name: z.string().min(1).max(200),
  plan: z.enum(planNames),
  created_at: Instant,
  /** Limits that an operator granted beside the plan's; null: the plan's. */
  requests_per_minute: z.int().positive().nullable(),
  requests_per_day: z.int().positive().nullable(),
});
export type Account = z.infer<typeof Account>;

/** A key as kept: its SHA-256 only. The KV key is the hash. */
export const ApiKey = z.object({
  account_id: Account.shape.id,
  /** What a list shows: `nf_live_` and the first four characters. */
  prefix: z.string(),
  created_at: Instant,
  revoked_at: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** `nf_live_` + 40 base62 characters, shown once. */
export const ApiKeyText = z.string().regex(/^nf_live_[0-9A-Za-z]{40}$/);
