/**
 * Polls simulated feeds for a week, by a fixed cadence or by the service's own adaptive code, and reports when each entry was first seen. A
 * feed lists an entry from its publication on; every request is answered at once.
 */
import { createCadence, type Cadence } from '#pipeline/ingest/publishers/cadence/cadence.ts';
import { weekMs, weekStartMs, type RecordedTimes } from './recorded-times.ts';

export interface Outcome {
  /** For each entry published in the week, milliseconds until the first poll that found it. */
  readonly delaysMs: readonly number[];
  readonly requests: number;
}

export interface SimulatedCadence {
  readonly meanMs: number;
  /** Null: a fixed cadence. */
  readonly bounds: { readonly minMs: number; readonly maxMs: number } | null;
}

interface Turn {
  readonly feed: RecordedTimes;
  readonly id: string;
  dueMs: number;
  /** Number of entries of `feed.times` that were seen. */
  seen: number;
}

/** Number of entries that a first poll finds at most, as in real feeds. */
const listedMax = 100;

export function simulate(feeds: readonly RecordedTimes[], { meanMs, bounds }: SimulatedCadence): Outcome {
  let nowMs = weekStartMs;
  const ids = feeds.map((_, index) => `feed_${index}`);
  const clock = (): number => nowMs;
  const cadence: Cadence | null =
    bounds === null ? null : createCadence({ feeds: ids.map((id) => ({ id, bounds })), meanMs, nowMs: clock, steadyMs: clock });
  // First requests are spread over the mean cadence, as after a start; both cadences begin alike.
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
