/** Gives operations of the feed the service as it was at a moment (as_of): the tables up to a place in the log, and no tail. */
import { sequenceAt, storeAt } from '#clickhouse/as-of.ts';
import { lastSequence } from '#clickhouse/feed.ts';
import type { ApiDeps } from '../context.ts';
import { invalidParameter, unavailable } from '../errors.ts';
import { dateOrDatetime, optional } from '../request/parameters.ts';
import { createTail } from './tail.ts';

export const asOf = optional(
  dateOrDatetime(),
  'An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day',
);

/** Throws 400 for an instant in the future. */
export function checkAsOf(asOfMs: number, nowMs: number): void {
  if (asOfMs > nowMs) throw invalidParameter('as_of', `must not be in the future, and it is ${new Date(nowMs).toISOString()}`);
}

/** Records that were decided longer ago are in the tables, or the writer reports its lag. */
const recentMs = 60_000;
const noTail = createTail(0);

export async function depsAsOf(asOfMs: number, deps: ApiDeps): Promise<ApiDeps> {
  const { ask, tail, nowMs } = deps;
  checkAsOf(asOfMs, nowMs());
  if (asOfMs > nowMs() - recentMs && (await ask(lastSequence)) < tail.lastSeq())
    throw unavailable('store_behind', 'The database has not caught up with the feed yet. Try again in a few seconds.', undefined, 1);
  const seq = await ask((store) => sequenceAt(store, asOfMs));
  return {
    ...deps,
    ask: (question) => ask((store) => question(storeAt(store, seq))),
    tail: noTail,
    isFollowing: () => false,
    past: { find: () => null, learn: () => Promise.resolve(), bytes: () => 0 },
  };
}
