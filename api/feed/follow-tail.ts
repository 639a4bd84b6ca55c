/**
 * Keeps a tail at the end of the feed log. It loads the newest records that fit the tail's bound, then adds every record as it arrives. If the
 * log loses records that the tail has, the tail is loaded again. At an unreadable record it stops, and requests read the tables instead.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { derivedCheckpoint } from '#ops/feed-log/checkpoint.ts';
import { consumeFeed, type FeedEntry } from '#ops/feed-log/consume-feed.ts';
import type { ConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { feedBounds, LogLostError } from '#ops/feed-log/feed-follower.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { createProgress, type ProgressState } from '#ops/process/progress.ts';
import { traceHeader, type Tracing } from '#ops/process/tracing.ts';
import { generationAt, type GenerationList } from '#schemas/generation.ts';
import { streams } from '#schemas/subjects.ts';
import type { Tail } from './tail.ts';

export type FollowedTail = ReturnType<typeof followTail>;

/** Time for which NATS may be unreachable before the tail counts as not following. */
const toleratedAbsenceMs = 3_000;
const stalledAfterMs = 5_000;
/** Number of records to add before the event loop runs other work. */
const recordsATurn = 100;

export function followTail(options: {
  readonly bus: Bus;
  readonly tail: Tail;
  readonly bytesMax: number;
  readonly generations: () => Promise<GenerationList>;
  readonly metrics: ConsumerMetrics;
  readonly tracing?: Tracing | null;
  readonly log: Logger;
}) {
  const { bus, tail, bytesMax, generations, metrics, tracing = null, log } = options;
  const stopping = new AbortController();
  const { promise: loaded, resolve: nowLoaded } = Promise.withResolvers<void>();
  /** Last sequence of the log when loading began; null if loading must begin again. */
  let loadsTo: number | null = null;
  let isLoaded = false;
  /** False from a failure until the next progress or idle state. */
  let isSound = true;
  let connectedAtMs = performance.now();
  const watchConnection = setInterval(() => {
    if (bus.isConnected()) connectedAtMs = performance.now();
  }, 250);
  watchConnection.unref();

  const base = createProgress({ stalledAfterMs });
  const sound = (report: () => void) => (): void => {
    isSound = true;
    report();
  };
  const idle = (): void => {
    isLoaded = loadsTo !== null;
    if (isLoaded) nowLoaded();
    base.idle();
  };
  const progress = { ...base, moved: sound(base.moved), idle: sound(idle) };

  const empty = (): void => {
    tail.reset(1);
    loadsTo = null;
    isLoaded = false;
  };
  const begin = async (): Promise<number> => {
    const { fromSeq, lastSeq } = await newestThatFit(bus, bytesMax);
    tail.reset(fromSeq, generationAt(await generations(), fromSeq - 1));
    loadsTo = lastSeq;
    reportLoaded();
    return fromSeq;
  };
  const reportLoaded = (): void => {
    isLoaded ||= loadsTo !== null && tail.lastSeq() >= loadsTo;
    if (isLoaded) nowLoaded();
  };
  const take = async (entries: readonly FeedEntry[]): Promise<void> => {
    for (const [index, { seq, record, generation, origin, headers, storedAtMs }] of entries.entries()) {
      if (index % recordsATurn === recordsATurn - 1) await nextTurn();
      if (loadsTo === null)
        throw new LogLostError('the log was repaired: a later generation begins before the newest row in memory, which is therefore loaded again');
      // The tail skips a gap, so the next record restarts it: the tables may have the record that the log lost.
      if (origin === 'gap') continue;
      tail.add(seq, record, generation);
      // Records loaded at the start were visible before, so they get no span.
      const parent = tracing !== null && isLoaded ? headers?.get(traceHeader) : undefined;
      if (parent) tracing?.begin('tail.visible', { parent, ...(storedAtMs !== null && { startMs: storedAtMs }), attributes: { seq } })?.end();
    }
    reportLoaded();
  };

  const running = consumeFeed(
    {
      bus,
      name: 'tail',
      checkpoint: derivedCheckpoint(() => (loadsTo === null ? null : { generation: tail.lastGeneration(), seq: tail.lastSeq() })),
      from: begin,
      onBatch: take,
      onFailure: (error) => {
        isSound = false;
        if (error instanceof LogLostError) empty();
      },
      generations,
      progress,
      metrics,
      log,
    },
    stopping.signal,
  );

  /** Returns whether the tail has the last record of the log, except for records in transit. */
  const isFollowing = (): boolean => isLoaded && isSound && performance.now() - connectedAtMs < toleratedAbsenceMs;
  return {
    /** Resolves when the tail first has all records that the log had at the start. */
    loaded,
    isFollowing,
    /** Takes a new list of generations. Empties the tail if a generation began before the tail's last record. */
    generationsChanged: (list: GenerationList): void => {
      if (list.some(({ id, afterSeq }) => id > tail.lastGeneration() && afterSeq < tail.lastSeq())) empty();
    },
    /** Returns `ok`, or the reason why the tail does not follow the log. */
    state: (): ProgressState =>
      isFollowing() ? 'ok' : isSound && isLoaded ? 'not at the end of the log' : base.state() === 'ok' ? 'loading' : base.state(),
    stop: async (): Promise<void> => {
      clearInterval(watchConnection);
      stopping.abort();
      await running;
    },
  };
}

/** Returns the first sequence to load, estimated from the average size of a record, and the last sequence of the log. */
async function newestThatFit(bus: Bus, bytesMax: number): Promise<{ readonly fromSeq: number; readonly lastSeq: number }> {
  const { firstSeq, lastSeq } = await feedBounds(bus);
  const { state } = await bus.jsm.streams.info(streams.feed);
  const recordBytes = Math.max(200, state.bytes / Math.max(1, state.messages));
  const fromSeq = state.messages === 0 ? lastSeq + 1 : Math.max(firstSeq, lastSeq - Math.floor(bytesMax / recordBytes) + 1);
  return { fromSeq, lastSeq };
}
