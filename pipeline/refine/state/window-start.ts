/**
 * Finds the record from which the window of recent articles is rebuilt: far enough back for the window's time, or for its maximum of entries.
 * The window itself decides which of these articles it keeps.
 */
import type { Bus } from '#ops/nats/nats.ts';
import { followFeed, type FeedBounds } from '#ops/feed-log/feed-follower.ts';
import { isKnownRecord, readFeedRecord, type LogRecord } from '#schemas/feed-log.ts';
import { isPacked } from '../recent/pack-record.ts';
import { ARTICLES_MAX, recentWindowMs } from '../recent/recent-articles.ts';
import { passedMs } from '../recent/window-clock.ts';

/** Number of records that are read at once, backwards from the log's end. */
const rangeRecords = 20_000;

/** Times of the first and last record of a range (null without a time), the window's time between them, and the number of its entries. */
interface RangeTimes {
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  readonly spanMs: number;
  readonly entries: number;
}

export async function windowStart(bus: Bus, { firstSeq, lastSeq }: FeedBounds, signal: AbortSignal): Promise<number> {
  let [leftMs, entries]: [number, number] = [recentWindowMs, 0];
  let laterMs: number | null = null;
  for (let to = lastSeq; to >= firstSeq; to -= rangeRecords) {
    const from = Math.max(firstSeq, to - rangeRecords + 1);
    const range = await timesOf(bus, from, to, signal);
    signal.throwIfAborted();
    entries += range.entries;
    leftMs -= range.spanMs + (range.lastMs === null || laterMs === null ? 0 : passedMs(range.lastMs, laterMs));
    laterMs = range.firstMs ?? laterMs;
    if (leftMs < 0 || entries >= ARTICLES_MAX) return from;
  }
  return firstSeq;
}

async function timesOf(bus: Bus, fromSeq: number, untilSeq: number, signal: AbortSignal): Promise<RangeTimes> {
  let firstMs: number | null = null;
  let lastMs: number | null = null;
  let [spanMs, entries] = [0, 0];
  for await (const batch of followFeed(bus, { fromSeq, untilSeq, signal }))
    for (const { data } of batch) {
      const reading = readFeedRecord(data);
      const record: LogRecord | null = reading.ok ? reading.record : null;
      if (record === null || !isKnownRecord(record) || record.type === 'gap') continue;
      const atMs = Date.parse(record.instants.refined_at);
      spanMs += lastMs === null ? 0 : passedMs(lastMs, atMs);
      firstMs ??= atMs;
      lastMs = atMs;
      if (isPacked(record)) entries += 1;
    }
  return { firstMs, lastMs, spanMs, entries };
}
