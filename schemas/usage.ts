/** The use of an account's quota: the current windows, and the calls per day. */
import { z } from 'zod';
import { Instant } from './primitives.ts';
import { planNames } from './vocabulary.ts';

const UsageWindow = z
  .object({
    window: z.enum(['minute', 'day']).meta({ description: 'Days are UTC days' }),
    limit: z.int(),
    used: z.int(),
    remaining: z.int(),
    resets_at: Instant,
  })
  .meta({ id: 'UsageWindow' });

export const UsageDay = z
  .object({
    day: z.iso.date().meta({ description: 'UTC' }),
    calls: z.int(),
    refused: z.int().meta({ description: 'Calls answered with 429; they cost nothing' }),
    by_operation: z.array(z.object({ operation: z.string(), calls: z.int() })).meta({
      description: 'By operationId or tool name; `none`: a path without an operation; `unknown`: the counters lost it. The most frequent first',
    }),
    by_key: z
      .array(
        z.object({
          key_hint: z
            .string()
            .nullable()
            .meta({ description: 'Beginning of the key; null: connected applications; `unknown`: the counters lost it' }),
          calls: z.int(),
        }),
      )
      .meta({ description: 'The most frequent first' }),
  })
  .meta({ id: 'UsageDay' });
export type UsageDay = z.infer<typeof UsageDay>;

export const Usage = z
  .object({
    plan: z.enum(planNames),
    windows: z.array(UsageWindow),
    history: z.array(UsageDay).meta({ description: 'The last 31 days, oldest first, today last' }),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;
