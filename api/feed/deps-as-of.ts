/** Gives operations of the feed the service as it was at a moment (as_of): the tables up to a place in the log, and no tail. */
import { sequenceAt, storeAt } from '#clickhouse/as-of.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { storeBehind } from '../errors.ts';
import { checkAsOf } from '../request/as-of.ts';
import { horizonMs, refusePast } from './position.ts';
import { createTail, type Tail } from './tail.ts';

/** Records that were decided longer ago are in the tables, or the writer reports its lag. */
const recentMs = 60_000;
const noTail: Tail = { ...createTail(0), revisions: { between: () => [], fromSeq: () => Number.POSITIVE_INFINITY } };

/** Returns what `answer` makes of the feed as it is, or as it was at the moment asked for. Throws 403 for one before the archive of the plan. */
export function asOf<T>(asOfMs: number | null, caller: Caller, deps: ApiDeps, answer: (then: ApiDeps) => T | Promise<T>): T | Promise<T> {
  if (asOfMs === null) return answer(deps);
  refusePast(asOfMs, horizonMs(caller.plan, deps.nowMs()), caller, deps);
  return depsAsOf(asOfMs, deps).then(answer);
}

/** Returns the dependencies of that moment (milliseconds since the epoch). Throws 400 for the future, 503 while the tables lack it. */
export async function depsAsOf(asOfMs: number, deps: ApiDeps): Promise<ApiDeps> {
  const { ask, tail, generations, nowMs } = deps;
  checkAsOf(asOfMs, nowMs());
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
    // Corrections after the moment change nothing.
    version: () => String(generations.newest()),
    past: { find: () => null, learn: () => Promise.resolve(), bytes: () => 0 },
  };
}
