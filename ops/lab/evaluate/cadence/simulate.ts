/**
 * Polls simulated feeds for a week, by a fixed cadence or by the adaptive one that the service runs (the same code), and tells when
 * each entry was first seen. A feed carries an entry from the moment that it was published; every request is answered at once.
 */
import { createCadence, type Cadence } from '#pipeline/ingest/publishers/cadence/cadence.ts';
import { weekMs, weekStartMs, type RecordedTimes } from './recorded-times.ts';

export interface Outcome {
  /** Of entries published in the week, milliseconds until the first poll that found them. */
  readonly delaysMs: readonly number[];
  readonly requests: number;
}

export interface SimulatedCadence {
  readonly meanMs: number;
  /** Null: fixed. */
  readonly bounds: { readonly minMs: number; readonly maxMs: number } | null;
}

interface Turn {
  readonly feed: RecordedTimes;
  readonly id: string;
  dueMs: number;
  /** Entries of `feed.times` that were seen. */
  seen: number;
}

/** Listed at most, as feeds do: what a first poll sees of the past. */
const listedMax = 100;

export function simulate(feeds: readonly RecordedTimes[], { meanMs, bounds }: SimulatedCadence): Outcome {
  let nowMs = weekStartMs;
  const ids = feeds.map((_, index) => `feed_${index}`);
  const clock = (): number => nowMs;
  const cadence: Cadence | null =
    bounds === null ? null : createCadence({ feeds: ids.map((id) => ({ id, bounds })), meanMs, nowMs: clock, steadyMs: clock });
  // As after a start: first requests spread over the mean cadence, the same in both.
  const turns: Turn[] = feeds.map((feed, index) => ({
    feed,
    id: ids[index] ?? '',
    dueMs: weekStartMs + Math.floor((index / feeds.length) * meanMs),
    seen: 0,
  }));
  const delaysMs: number[] = [];
  let requests = 0;
  const endMs = weekStartMs + weekMs;
  while (turns.length > 0) {
    const turn = turns.reduce((first, other) => (other.dueMs < first.dueMs ? other : first));
    if (turn.dueMs >= endMs) break;
    nowMs = turn.dueMs;
    requests += 1;
    cadence?.spent();
    const { times, periodMs } = turn.feed;
    const isFirst = turn.seen === 0;
    const fresh: number[] = [];
    for (let time = times[turn.seen]; time !== undefined && time <= nowMs; time = times[turn.seen]) {
      fresh.push(time);
      turn.seen += 1;
      if (time >= weekStartMs) delaysMs.push(nowMs - time);
    }
    const listedTimes = isFirst ? fresh.slice(-listedMax) : [];
    cadence?.answered(turn.id, { periodMs, freshForMs: null, isChanged: fresh.length > 0, entryTimes: fresh, listedTimes });
    turn.dueMs = nowMs + (cadence?.waitMs(turn.id) ?? meanMs);
  }
  return { delaysMs, requests };
}
