/** Gives feed operations the state of a past moment (as_of): the tables up to a sequence of the log, and an empty tail. */
import { sequenceAt, storeAt } from '#clickhouse/as-of.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { storeBehind } from '../errors.ts';
import { horizonMs, refusePast } from './position.ts';
import { createTail, type Tail } from './tail.ts';
import { refuseFuture } from '../request/parameters.ts';

/** Older records count as stored; a writer that lags by more reports its lag. */
const recentMs = 60_000;
const noTail: Tail = { ...createTail(0), revisions: { between: () => [], fromSeq: () => Number.POSITIVE_INFINITY } };

/** Returns the answer from the present feed, or from that at `asOfMs`. Throws 403 for a moment before the archive, and what `depsAsOf` throws. */
export function asOf<T>(asOfMs: number | null, caller: Caller, deps: ApiDeps, answer: (then: ApiDeps) => T | Promise<T>): T | Promise<T> {
  if (asOfMs === null) return answer(deps);
  refusePast(asOfMs, horizonMs(caller.plan, deps.nowMs()), caller, deps);
  return depsAsOf(asOfMs, deps).then(answer);
}

/** Returns dependencies that read the feed at `asOfMs`. Throws 400 for a future moment, and 503 while the tables lack records of it. */
export async function depsAsOf(asOfMs: number, deps: ApiDeps): Promise<ApiDeps> {
  const { ask, tail, generations, nowMs } = deps;
  refuseFuture(asOfMs, nowMs());
  const stored = asOfMs > nowMs() - recentMs ? await ask(lastSequence) : null;
  const seq = await ask((store) => sequenceAt(store, asOfMs));
  // Records are stored in order. So a stored record that was decided after the moment proves that all earlier ones are stored.
  if (stored !== null && stored < tail.lastSeq() && stored <= seq) throw storeBehind(1);
  return {
    ...deps,
    ask: (question) => ask((store) => question(storeAt(store, seq))),
    tail: noTail,
    isFollowing: () => false,
    isTailWhole: () => false,
    // Later corrections do not change the answer.
    version: () => String(generations.newest()),
    past: { find: () => null, learn: () => Promise.resolve(), bytes: () => 0 },
  };
}
