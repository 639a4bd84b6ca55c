/** An alert selects news of a ticker for an account's webhooks. It is stored in the account's entry (account.ts). */
import { z } from 'zod';
import { Instant } from './primitives.ts';

const AlertId = z.string().regex(/^al_[0-9a-z]{12}$/);

export const Alert = z.looseObject({
  id: AlertId,
  ticker: z.string(),
  category_filter: z.array(z.string()).default([]),
  min_relevance_score: z.int().min(1).max(10).default(6),
  active: z.boolean().default(true),
  created_at: Instant,
});
export type Alert = z.infer<typeof Alert>;
