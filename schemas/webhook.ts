/** A webhook of an account, stored in the account's entry (account.ts). */
import { z } from 'zod';
import { Instant } from './primitives.ts';

export const WebhookId = z.string().regex(/^wh_[0-9a-z]{12}$/);
/** The secret that signs deliveries: `whsec_` and 32 random bytes in base64url. */
export const WebhookSecret = z.string().regex(/^whsec_[0-9A-Za-z_-]{43}$/);

export const Webhook = z.looseObject({
  id: WebhookId,
  url: z.url({ protocol: /^https$/ }).max(2_048),
  secret: WebhookSecret,
  /** The secret before the last rotation. Until `previous_secret_until`, deliveries are signed with both. */
  previous_secret: WebhookSecret.nullable().default(null),
  previous_secret_until: Instant.nullable().default(null),
  created_at: Instant,
  /** Set by the deliverer after `failuresMax` consecutive failed attempts, and cleared by the owner; null while enabled. */
  disabled_at: Instant.nullable().default(null),
});
export type Webhook = z.infer<typeof Webhook>;
