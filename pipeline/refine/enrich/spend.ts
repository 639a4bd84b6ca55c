/**
 * Bounds what the questions of a UTC day cost. Each request is charged at its most before it is sent, in a KV entry that all
 * processes share, so neither a crash nor a second process spends more than the limit.
 */
import type { KV } from '@nats-io/kv';
import { retryRaces } from '#ops/nats/bucket-entry.ts';
import { ModelSpend } from '#schemas/model-answer.ts';

export interface SpendLimits {
  readonly requestsPerDay: number;
  readonly tokensPerDay: number;
}

export interface Spend {
  /** Charges a request of at most `tokensMax`; null when the day has no room. Call the result with the tokens that were spent. */
  readonly reserve: (tokensMax: number, at: Date) => Promise<((tokensSpent: number) => Promise<void>) | null>;
}

/** Returns the budget of a UTC day, which all processes share in the bucket. */
export function createSpend(bucket: KV, { requestsPerDay, tokensPerDay }: SpendLimits): Spend {
  let turn: Promise<unknown> = Promise.resolve();
  /** Runs this process's changes one after another, so that they do not conflict. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work, work);
    turn = done.catch(() => undefined);
    return done;
  };

  /** Changes the day's entry; returns false where `next` returns null, and changes nothing. */
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
