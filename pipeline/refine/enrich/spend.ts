/**
 * Bounds the cost of questions per UTC day. The greatest possible cost of a request is charged before it is sent, in a KV entry that all
 * processes share, so that neither a crash nor a second process exceeds the limit.
 */
import type { KV } from '@nats-io/kv';
import pLimit from 'p-limit';
import { retryRaces } from '#ops/nats/bucket-entry.ts';
import { ModelSpend } from '#schemas/model-answer.ts';

export interface Spend {
  /** Charges a request, and returns a function that corrects the charge to the tokens spent; null when the limit of the day is reached. */
  readonly reserve: (tokensMax: number, at: Date) => Promise<((tokensSpent: number) => Promise<void>) | null>;
}

export function createSpend(bucket: KV, { requestsPerDay, tokensPerDay }: Readonly<Record<'requestsPerDay' | 'tokensPerDay', number>>): Spend {
  /** Runs changes of this process one after another, so that they do not conflict. */
  const inTurn = pLimit(1);

  const change = (day: string, next: (spent: ModelSpend) => ModelSpend | null): Promise<boolean> =>
    retryRaces(async () => {
      const entry = await bucket.get(day);
      const spent = entry === null || entry.operation !== 'PUT' ? { requests: 0, tokens: 0 } : ModelSpend.parse(entry.json());
      const wanted = next(spent);
      if (wanted === null) return false;
      await bucket.put(day, JSON.stringify(wanted), { previousSeq: entry?.revision ?? 0 });
      return true;
    });

  return {
    reserve: (tokensMax, at) =>
      inTurn(async () => {
        const day = at.toISOString().slice(0, 10);
        const hasRoom = await change(day, ({ requests, tokens }) =>
          requests + 1 > requestsPerDay || tokens + tokensMax > tokensPerDay ? null : { requests: requests + 1, tokens: tokens + tokensMax },
        );
        if (!hasRoom) return null;
        return async (tokensSpent) => {
          if (tokensSpent === tokensMax) return;
          await inTurn(() => change(day, ({ requests, tokens }) => ({ requests, tokens: Math.max(0, tokens - tokensMax + tokensSpent) })));
        };
      }),
  };
}
