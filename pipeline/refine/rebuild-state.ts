/**
 * Refine's state as a fold of FEED: seen documents and insiders' events from every record's headers, recent articles and
 * open stories from the whole records of the last 72 hours. There is no second source of truth.
 */
import type { Logger } from 'pino';
import { feedBounds, followFeed, type FeedMessage } from '#ops/runtime/feed-follower.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { unpackNote } from './form4/held-event.ts';
import { createHeldEvents, type HeldEvents } from './form4/held-events.ts';
import { digestHeader, eventHeader, uidHeader } from './log.ts';
import { createRecentArticles, type RecentArticles } from './recent.ts';
import { createSeen, type Seen } from './seen.ts';

export interface RefineState {
  readonly seen: Seen;
  readonly recent: RecentArticles;
  readonly heldEvents: HeldEvents;
  readonly lastSeq: number;
}

export const recentWindowMs = 72 * 3_600_000;

export async function rebuildState(bus: Bus, now: Date, log: Logger, signal: AbortSignal): Promise<RefineState> {
  const startedAtMs = performance.now();
  const seen = createSeen();
  const recent = createRecentArticles({ windowMs: recentWindowMs });
  const heldEvents = createHeldEvents();
  const { firstSeq, lastSeq } = await feedBounds(bus);
  const recentFromSeq = await firstSeqSince(bus, now.getTime() - recentWindowMs, firstSeq, lastSeq);
  const remember = ({ headers }: FeedMessage): void => {
    const [uid, digest] = [headers?.get(uidHeader), headers?.get(digestHeader)];
    if (uid && digest) seen.add(uid, digest);
    const packed = headers?.get(eventHeader);
    const note = packed ? unpackNote(packed) : null;
    if (note !== null) heldEvents.apply(note);
  };
  for await (const batch of followFeed(bus, { fromSeq: firstSeq, untilSeq: recentFromSeq - 1, headersOnly: true, signal })) batch.forEach(remember);
  for await (const batch of followFeed(bus, { fromSeq: recentFromSeq, untilSeq: lastSeq, signal }))
    for (const message of batch) {
      remember(message);
      recent.apply(FeedRecord.parse(JSON.parse(Buffer.from(message.data).toString())));
    }
  signal.throwIfAborted();
  log.info(
    { firstSeq, lastSeq, recentFromSeq, seen: seen.size(), heldEvents: heldEvents.size(), durationMs: Math.round(performance.now() - startedAtMs) },
    'state.rebuilt',
  );
  return { seen, recent, heldEvents, lastSeq };
}

/** The first record stored at or after `sinceMs`, by bisection over stream times; `lastSeq` + 1 when there is none. */
async function firstSeqSince(bus: Bus, sinceMs: number, firstSeq: number, lastSeq: number): Promise<number> {
  let [low, high] = [firstSeq, lastSeq + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const message = await bus.jsm.streams.getMessage(streams.feed, { seq: middle });
    if (message !== null && message.time.getTime() >= sinceMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
