/** A webhook endpoint of an account. Stored in the account's entry (schemas/account.ts). */
import { z } from 'zod';
import { Instant } from './primitives.ts';

export const WebhookId = z.string().regex(/^wh_[0-9a-z]{12}$/);
/** Signs the deliveries: `whsec_` + 43 base64url characters (32 random bytes). */
export const WebhookSecret = z.string().regex(/^whsec_[0-9A-Za-z_-]{43}$/);

export const Webhook = z.looseObject({
  id: WebhookId,
  url: z.url({ protocol: /^https$/ }).max(2_048),
  secret: WebhookSecret,
  /** The secret before the last rotation, which signs as well until `previous_secret_until`. */
  previous_secret: WebhookSecret.nullable().default(null),
  previous_secret_until: Instant.nullable().default(null),
  created_at: Instant,
  /** Set by the deliverer after ten failed attempts in a row, cleared by the owner; null: deliveries are made. */
  disabled_at: Instant.nullable().default(null),
});
export type Webhook = z.infer<typeof Webhook>;
