/**
 * Finds the record from which the window of recent articles is rebuilt: far enough back for the window's time, or for its maximum of entries.
 * The window itself decides which of these articles it keeps.
 */
import type { Bus } from '#ops/nats/nats.ts';
import { firstRecordFrom, followFeed, type FeedBounds } from '#ops/feed-log/feed-follower.ts';
import { isKnownRecord, readFeedRecord, type LogRecord } from '#schemas/feed-log.ts';
import { isPacked } from '../recent/pack-record.ts';
import { passedMs } from '../recent/window-clock.ts';

interface WindowBounds {
  readonly windowMs: number;
  readonly entriesMax: number;
}

interface DatedRecord {
  readonly seq: number;
  readonly refinedAtMs: number;
}

const refinedAtMs = (record: LogRecord): number | null =>
  isKnownRecord(record) && record.type !== 'gap' ? Date.parse(record.instants.refined_at) : null;

/** Maximum number of records that are skipped to find one with a time. */
const undatedMax = 1_000;

/** Returns the first record from `seq` on that has a `refined_at`. */
async function firstDatedFrom(bus: Bus, seq: number): Promise<DatedRecord | null> {
  let from = seq;
  for (let passed = 0; passed < undatedMax; passed += 1) {
    const message = await firstRecordFrom(bus, from);
    if (message === null) return null;
    const reading = readFeedRecord(message.data);
    const atMs = reading.ok ? refinedAtMs(reading.record) : null;
    if (atMs !== null) return { seq: message.seq, refinedAtMs: atMs };
    from = message.seq + 1;
  }
  return null;
}

/** Returns the first sequence from `low` on whose record was refined at or after `sinceMs`; `high` when there is none. */
async function firstSince(bus: Bus, sinceMs: number, low: number, high: number): Promise<number> {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const dated = await firstDatedFrom(bus, middle);
    if (dated === null || dated.seq >= to || dated.refinedAtMs >= sinceMs) to = middle;
    else from = dated.seq + 1;
  }
  return from;
}

/** Returns the start by time. It searches further back after a jump of the clock, which counts for less in the window's time. */
async function startByTime(bus: Bus, { firstSeq, lastSeq }: FeedBounds, windowMs: number): Promise<number> {
  const newest = await lastDated(bus, firstSeq, lastSeq);
  if (newest === null) return firstSeq;
  let [leftMs, end]: [number, DatedRecord] = [windowMs, newest];
  for (;;) {
    const start = await firstSince(bus, end.refinedAtMs - leftMs, firstSeq, end.seq);
    const first = await firstDatedFrom(bus, start);
    const before = await lastDated(bus, firstSeq, start - 1);
    if (first === null || before === null) return start;
    leftMs -= Math.max(0, end.refinedAtMs - first.refinedAtMs) + passedMs(before.refinedAtMs, first.refinedAtMs);
    if (leftMs < 0) return start;
    end = before;
  }
}

async function lastDated(bus: Bus, firstSeq: number, lastSeq: number): Promise<DatedRecord | null> {
  for (let seq = lastSeq; seq >= firstSeq && seq > lastSeq - undatedMax; seq -= 1) {
    const dated = await firstDatedFrom(bus, seq);
    if (dated !== null && dated.seq <= lastSeq) return dated;
  }
  return null;
}

const rangeRecords = 50_000;

export async function windowStart(bus: Bus, bounds: FeedBounds, { windowMs, entriesMax }: WindowBounds, signal: AbortSignal): Promise<number> {
  const byTime = await startByTime(bus, bounds, windowMs);
  if (bounds.lastSeq - byTime < entriesMax) return byTime;
  // More records follow than the window holds: count entries backwards until it is full.
  let entries = 0;
  for (let to = bounds.lastSeq; to >= byTime; to -= rangeRecords) {
    const from = Math.max(byTime, to - rangeRecords + 1);
    for await (const batch of followFeed(bus, { fromSeq: from, untilSeq: to, signal }))
      for (const { data } of batch) {
        const reading = readFeedRecord(data);
        if (reading.ok && isKnownRecord(reading.record) && isPacked(reading.record)) entries += 1;
      }
    signal.throwIfAborted();
    if (entries >= entriesMax) return from;
  }
  return byTime;
}
