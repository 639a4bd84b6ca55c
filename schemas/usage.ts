/** The use of an account's quota: the present windows, and the calls of each of the last days. */
import { z } from 'zod';
import { Instant } from './primitives.ts';
import { planNames } from './vocabulary.ts';

const unknown = 'null: not known now, because the counters do not answer';

const UsageWindow = z
  .object({
    window: z.enum(['minute', 'day']).meta({ description: 'A day is a UTC day' }),
    limit: z.int(),
    used: z.int().nullable().meta({ description: unknown }),
    remaining: z.int().nullable().meta({ description: unknown }),
    resets_at: Instant,
  })
  .meta({ id: 'UsageWindow' });

export const UsageDay = z
  .object({
    day: z.iso.date().meta({ description: 'UTC' }),
    calls: z.int(),
    refused: z.int().meta({ description: 'Calls that were answered 429, which cost nothing' }),
    by_operation: z
      .array(z.object({ operation: z.string(), calls: z.int() }))
      .meta({ description: 'By operationId, or by the name of a tool; `none`: an address without an operation. The most frequent first' }),
    by_key: z
      .array(
        z.object({ key_hint: z.string().nullable().meta({ description: 'The start of the key; null: connected applications' }), calls: z.int() }),
      )
      .meta({ description: 'The most frequent first' }),
  })
  .meta({ id: 'UsageDay', description: 'Calls that were counted while the counters were away are in `calls` only' });
export type UsageDay = z.infer<typeof UsageDay>;

export const Usage = z
  .object({
    plan: z.enum(planNames),
    windows: z.array(UsageWindow),
    history: z
      .array(UsageDay)
      .nullable()
      .meta({ description: `31 days, oldest first, the last one is today. ${unknown}` }),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;
