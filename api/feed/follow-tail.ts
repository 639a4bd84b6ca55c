/**
 * Keeps a tail on the end of the feed log: a consumer of the log whose memory is its own checkpoint. It loads the newest
 * records that fit its bound, then takes every record as it comes. Of a log that turns out to be another one it starts
 * anew; at a record that it cannot read it stops, and the tables serve on.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { effectCheckpoint } from '#ops/runtime/checkpoint.ts';
import { consumeFeed, type FeedEntry } from '#ops/runtime/consume-feed.ts';
import type { ConsumerMetrics } from '#ops/runtime/consumer-metrics.ts';
import { feedBounds } from '#ops/runtime/feed-follower.ts';
import type { Logger } from '#ops/runtime/log.ts';
import { viewLog } from '#ops/runtime/log-view.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import { createProgress, type ProgressState } from '#ops/runtime/progress.ts';
import { FeedRewoundError } from '#ops/runtime/read-marks.ts';
import { traceHeader, type Tracing } from '#ops/runtime/tracing.ts';
import { mergeHistories, type EpochHistory } from '#schemas/epoch.ts';
import type { HoleReader } from '#schemas/log-hole.ts';
import { streams } from '#schemas/subjects.ts';
import type { EpochBook } from './epoch-book.ts';
import type { Tail } from './tail.ts';

export interface FollowedTail {
  /** Whether the tail's end is the log's, give or take what is on its way. */
  readonly isFollowing: () => boolean;
  /** Whether its contents are of the present log: no epoch is known to have begun below its end. */
  readonly isTailOfLog: () => boolean;
  /** `ok`, or what keeps it from following. */
  readonly state: () => ProgressState;
  /** Resolves when it first held what the log held at the start. */
  readonly loaded: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** How long NATS may be away before the tail's end is no longer taken for the log's. */
const toleratedAbsenceMs = 3_000;
const stalledAfterMs = 5_000;
/** Taken in between two looks at the sockets while the tail loads. */
const recordsATurn = 100;

export function followTail(options: {
  readonly bus: Bus;
  readonly tail: Tail;
  readonly book: EpochBook;
  readonly bytesMax: number;
  readonly holes: HoleReader;
  readonly metrics: ConsumerMetrics;
  /** Null or absent: nothing is traced. */
  readonly tracing?: Tracing | null;
  readonly log: Logger;
}): FollowedTail {
  const { bus, tail, book, bytesMax, holes, metrics, tracing = null, log } = options;
  const stopping = new AbortController();
  const { promise: loaded, resolve: nowLoaded } = Promise.withResolvers<void>();
  /** Where the log ended when the tail was begun; null: it must be begun anew. */
  let loadsTo: number | null = null;
  let isLoaded = false;
  /** Nothing has failed since something was done, or since there was nothing to do. */
  let isSound = true;
  let ownEpochs: EpochHistory = [];
  let connectedAtMs = performance.now();
  const watchConnection = setInterval(() => {
    if (bus.isConnected()) connectedAtMs = performance.now();
  }, 250);
  watchConnection.unref();

  const base = createProgress({ stalledAfterMs });
  const sound = (tell: () => void) => (): void => {
    isSound = true;
    tell();
  };
  /** At the end of the log, which may have become shorter than it was when the tail was begun. */
  const idle = (): void => {
    isLoaded = loadsTo !== null;
    if (isLoaded) nowLoaded();
    base.idle();
  };
  const progress = { ...base, moved: sound(base.moved), idle: sound(idle) };

  const begin = async (): Promise<number> => {
    isLoaded = false;
    const { fromSeq, lastSeq, epochBefore } = await newestThatFit(bus, bytesMax, book);
    // Where it began lies before the tail, which would not tell: a cursor of the epoch before would be taken for one of the log as it is.
    await book.resolve({ epoch: epochBefore, seq: fromSeq - 1 });
    tail.reset(fromSeq, epochBefore);
    loadsTo = lastSeq;
    tellLoaded();
    return fromSeq;
  };
  const tellLoaded = (): void => {
    isLoaded ||= loadsTo !== null && tail.lastSeq() >= loadsTo;
    if (isLoaded) nowLoaded();
  };
  const take = async (entries: readonly FeedEntry[]): Promise<void> => {
    for (const [index, { seq, record, epoch, headers, storedAtMs }] of entries.entries()) {
      if (index % recordsATurn === recordsATurn - 1) await nextTurn();
      if (epoch !== tail.epochAt(tail.lastSeq())) learn(epoch, seq - 1);
      tail.add(seq, record, epoch);
      // What is loaded at the start was visible before.
      const parent = tracing !== null && isLoaded ? headers?.get(traceHeader) : undefined;
      if (parent) tracing?.begin('tail.visible', { parent, ...(storedAtMs !== null && { startMs: storedAtMs }), attributes: { seq } })?.end();
    }
    tellLoaded();
  };
  const learn = (id: number, afterSeq: number): void => {
    ownEpochs = mergeHistories(ownEpochs, id === 0 ? [] : [{ id, afterSeq }]);
    book.put('tail', ownEpochs);
  };

  const running = consumeFeed(
    {
      bus,
      name: 'tail',
      checkpoint: effectCheckpoint(() => {
        const position = { epoch: tail.epochAt(tail.lastSeq()), seq: tail.lastSeq() };
        return loadsTo === null || book.boundOf(position.epoch) < position.seq ? null : position;
      }),
      from: begin,
      onBatch: take,
      onFailure: (error) => {
        isSound = false;
        if (error instanceof FeedRewoundError) loadsTo = null;
      },
      holes,
      history: book.history,
      progress,
      metrics,
      log,
    },
    stopping.signal,
  );

  const isTailOfLog = (): boolean => book.boundOf(tail.epochAt(tail.lastSeq())) >= tail.lastSeq();
  const isFollowing = (): boolean => isLoaded && isSound && performance.now() - connectedAtMs < toleratedAbsenceMs && isTailOfLog();
  return {
    loaded,
    isFollowing,
    isTailOfLog,
    state: () => (isFollowing() ? 'ok' : isSound && isLoaded ? 'not at the end of the log' : base.state() === 'ok' ? 'loading' : base.state()),
    stop: async () => {
      clearInterval(watchConnection);
      stopping.abort();
      await running;
    },
  };
}

/** Where to start so that what is loaded about fills the bound: records of the whole log, on average. */
async function newestThatFit(
  bus: Bus,
  bytesMax: number,
  book: EpochBook,
): Promise<{ readonly fromSeq: number; readonly lastSeq: number; readonly epochBefore: number }> {
  const { firstSeq, lastSeq } = await feedBounds(bus);
  const { state } = await bus.jsm.streams.info(streams.feed);
  const recordBytes = Math.max(200, state.bytes / Math.max(1, state.messages));
  const fromSeq = state.messages === 0 ? lastSeq + 1 : Math.max(firstSeq, lastSeq - Math.floor(bytesMax / recordBytes) + 1);
  const before = fromSeq > 1 ? await (await viewLog(bus)).recordAt(fromSeq - 1) : null;
  // One that names no epoch may stand behind one that does.
  return { fromSeq, lastSeq, epochBefore: before?.epoch || book.epochAt(fromSeq - 1) };
}
