/**
 * What the questions of a UTC day may cost: each request is reckoned at its most before it goes out, in a KV entry
 * that every process shares, so that no crash and no second process spends more than was allowed.
 */
import type { KV } from '@nats-io/kv';
import { retryRaces } from '#ops/nats/bucket-entry.ts';
import { ModelSpend } from '#schemas/model-answer.ts';

export interface SpendLimits {
  readonly requestsPerDay: number;
  readonly tokensPerDay: number;
}

export interface Spend {
  /** Takes one request of at most `tokensMax` from the day; null when it has no room. Call the result once it is known what was spent. */
  readonly reserve: (tokensMax: number, at: Date) => Promise<((tokensSpent: number) => Promise<void>) | null>;
}

export function createSpend(bucket: KV, { requestsPerDay, tokensPerDay }: SpendLimits): Spend {
  let turn: Promise<unknown> = Promise.resolve();
  /** Changes of this process one after another, so that they do not refuse each other. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work, work);
    turn = done.catch(() => undefined);
    return done;
  };

  /** Returns false where `next` returns null: there is nothing to change. */
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
