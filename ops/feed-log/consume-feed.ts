/**
 * Runs one consumer of the feed log: follows the log from its checkpoint and passes records on in batches, in order, one batch at a time.
 * After a failure it restarts and passes the records after the checkpoint again, so processing a batch must be idempotent.
 *
 * It stops with an error at a record that it cannot parse, and when the log has lost records that it had read, until the repair begins a
 * new generation (ops/docs/feed-log.md). It is not ready while records wait and none is processed.
 */
import type { Logger } from 'pino';
import { generationAt, resolvePosition, type GenerationList, type LogPosition } from '#schemas/generation.ts';
import { readFeedRecord, UnreadableRecordError, type LogRecord } from '#schemas/feed-log.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { ConsumerMetrics } from './consumer-metrics.ts';
import { feedBounds, followFeed, LogLostError, type FeedMessage, type FollowOptions } from './feed-follower.ts';
import type { Bus } from '../nats/nats.ts';
import { restartAfterFailure } from '../process/keep-running.ts';
import { pause, untilTickMs } from '../process/pause.ts';
import type { Progress } from '../process/progress.ts';

export interface FeedEntry extends FeedMessage {
  readonly record: LogRecord;
}

export interface ConsumeOptions {
  readonly bus: Bus;
  /** The name in the checkpoint, in metrics and in log lines. */
  readonly name: string;
  readonly checkpoint: Checkpoint;
  /** Returns the first sequence to read when there is no checkpoint. */
  readonly from: () => Promise<number> | number;
  readonly onBatch: (entries: readonly FeedEntry[], signal: AbortSignal) => Promise<void>;
  /** Called before each restart. The error is a LogLostError when the log has lost records that were read. */
  readonly onFailure?: (error: unknown) => void;
  /** Reads the list of generations. When absent, there is only one generation. */
  readonly generations?: () => Promise<GenerationList>;
  /** Most records in a batch, and the minimum time between two batches in ms; a full batch is not delayed. */
  readonly batch?: { readonly recordsMax: number; readonly everyMs: number };
  readonly progress: Progress;
  readonly metrics: ConsumerMetrics;
  readonly log: Logger;
}

const usualBatch = { recordsMax: 1_000, everyMs: 0 };
const bufferBytesMax = 64_000_000;
const lagEveryMs = 1_000;
/** While it reads, the follower reports the log's end every five seconds. After this time without a report, the end is queried. */
const endKnownForMs = 6_000;
/** Number of distinct unknown values that are logged, each once. All are counted. */
const strangeReportedMax = 1_000;

/** The records that were read and not yet processed. */
interface Reading {
  readonly buffer: readonly FeedEntry[];
  /** Why the follower is delayed, or null when it is not. */
  waitsFor: string | null;
}

/** The progress of a consumer. It survives restarts, so the lag keeps growing while each attempt fails. */
interface ConsumerState {
  readonly reported: Set<string>;
  /** Sequence of the last processed record, or null before the checkpoint was first read. */
  doneSeq: number | null;
  /** Null between two attempts. */
  reading: Reading | null;
  logEnd: { readonly seq: number; readonly atMs: number };
  /** The last time in epoch ms when every record was processed. */
  caughtUpAtMs: number;
}

/** Consumes until `signal` aborts, and resolves when the current batch has ended. */
export async function consumeFeed(options: ConsumeOptions, signal: AbortSignal): Promise<void> {
  const { name, log, metrics, progress } = options;
  const state: ConsumerState = {
    reported: new Set(),
    doneSeq: null,
    reading: null,
    logEnd: { seq: 0, atMs: Number.NEGATIVE_INFINITY },
    caughtUpAtMs: Date.now(),
  };
  const onFailure = (error: unknown, failures: number): void => {
    state.reading = null;
    metrics.restarted(name);
    options.onFailure?.(error);
    report(error, failures);
  };
  try {
    const consuming = restartAfterFailure(() => consumeOnce(options, state, signal), { signal, firstMs: 100, lastMs: 5_000, onFailure });
    await Promise.all([consuming, measure(options, state, signal)]);
  } finally {
    metrics.lag(name, null);
  }

  function report(error: unknown, failures: number): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof UnreadableRecordError) {
      metrics.unreadable(name);
      progress.failed(`${reason}; npm run log -- show ${error.seq} shows it, npm run log -- skip ${error.seq} skips it`);
      log.error({ consumer: name, seq: error.seq, err: error }, 'record.unreadable');
    } else if (error instanceof LogLostError) {
      metrics.rewound(name);
      progress.waitsFor(`log_lost: ${reason}; refine repairs it`);
      log.error({ consumer: name, err: error }, 'log.lost');
    } else {
      progress.waitsFor(reason);
      log.warn({ consumer: name, err: error, failures }, 'consumer.restarted');
    }
  }
}

/** Measures the lag until `signal` aborts, and reports progress when every record was processed. */
async function measure({ bus, name, metrics, progress }: ConsumeOptions, state: ConsumerState, signal: AbortSignal): Promise<void> {
  const isEndKnown = (): boolean => performance.now() - state.logEnd.atMs < endKnownForMs;
  while (!signal.aborted) {
    // The follower does not report the end while the buffer is full.
    if (!isEndKnown()) await feedBounds(bus).then(({ lastSeq }) => endsAt(state, lastSeq), () => undefined); // prettier-ignore
    if (isEndKnown()) reportLag();
    else metrics.lag(name, null);
    await pause(untilTickMs(lagEveryMs), signal);
  }

  function reportLag(): void {
    const { doneSeq, logEnd, reading } = state;
    const records = doneSeq === null ? Number.NaN : Math.max(0, logEnd.seq - doneSeq);
    if (records === 0) state.caughtUpAtMs = Date.now();
    const oldestAtMs = reading?.buffer.find(({ storedAtMs }) => storedAtMs !== null)?.storedAtMs ?? state.caughtUpAtMs;
    metrics.lag(name, { records, seconds: records === 0 ? 0 : Math.max(0, (Date.now() - oldestAtMs) / 1_000) });
    if (doneSeq === null || reading === null) return;
    // When every record was processed, an earlier failure is over. `logEnd.seq < doneSeq` means that the log was truncated.
    if (logEnd.seq === doneSeq && reading.waitsFor === null) {
      progress.moved();
      progress.idle();
    } else if (records > 0 && reading.buffer.length === 0) progress.waitsFor(reading.waitsFor ?? `waiting for record ${doneSeq + 1} of the feed log`);
  }
}

function endsAt(state: ConsumerState, seq: number): void {
  state.logEnd = { seq, atMs: performance.now() };
}

/** Returns where to continue after `position`, which the list of generations resolves. */
async function startAfter(options: ConsumeOptions, position: LogPosition | null): Promise<Pick<FollowOptions, 'fromSeq' | 'generation'>> {
  if (position === null) return { fromSeq: await options.from() };
  const generations = (await options.generations?.()) ?? [];
  const seq = resolvePosition(generations, position);
  if (seq === position.seq) return { fromSeq: seq + 1, generation: position.generation };
  options.log.warn({ consumer: options.name, ...position, continuesAfter: seq }, 'consumer.goes_back');
  return { fromSeq: seq + 1, generation: generationAt(generations, seq) };
}

async function consumeOnce(options: ConsumeOptions, state: ConsumerState, signal: AbortSignal): Promise<void> {
  const { bus, name, checkpoint, onBatch, generations, batch = usualBatch, progress, metrics, log } = options;
  const begun = await checkpoint.read();
  let { fence } = begun;
  const place = await startAfter(options, begun.position);
  state.doneSeq = place.fromSeq - 1;
  const buffer: FeedEntry[] = [];
  const reading: Reading = { buffer, waitsFor: null };
  state.reading = reading;
  let bufferBytes = 0;
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  let failure: { readonly error: unknown } | null = null;
  let wake: () => void = () => undefined;
  const changed = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  either.addEventListener('abort', () => wake(), { once: true });
  const bufferMax = batch.recordsMax * 2;

  const read = async (): Promise<void> => {
    const following = { ...place, ...(generations && { generations }), onWait: waitsFor, onEnd: (seq: number) => endsAt(state, seq), signal: either };
    for await (const messages of followFeed(bus, following)) {
      for (const message of messages) {
        buffer.push({ ...message, record: readRecord(message) });
        bufferBytes += message.data.length;
      }
      wake();
      while ((buffer.length >= bufferMax || bufferBytes > bufferBytesMax) && !either.aborted) await roomMade();
    }
  };
  let roomWake: () => void = () => undefined;
  const roomMade = (): Promise<void> => new Promise((resolve) => (roomWake = resolve));
  either.addEventListener('abort', () => roomWake(), { once: true });

  function readRecord(message: FeedMessage): LogRecord {
    const parsed = readFeedRecord(message.data);
    if (!parsed.ok) throw new UnreadableRecordError(message.seq, parsed.reason);
    if (parsed.strange.length > 0) reportStrange(message.seq, parsed.strange);
    return parsed.record;
  }

  function reportStrange(seq: number, strange: readonly string[]): void {
    metrics.strange(name, strange.length);
    for (const what of strange) {
      if (state.reported.size >= strangeReportedMax || state.reported.has(what)) continue;
      state.reported.add(what);
      log.warn({ consumer: name, seq, what }, 'record.strange');
    }
  }

  function waitsFor(reason: string | null): void {
    reading.waitsFor = reason;
    if (reason !== null && buffer.length === 0) progress.waitsFor(reason);
  }

  const handOver = async (): Promise<void> => {
    let begunAtMs = Number.NEGATIVE_INFINITY;
    while (!either.aborted) {
      if (buffer.length === 0) {
        // Records that were read before the failure are processed first.
        if (failure !== null) throw failure.error;
        await changed();
        continue;
      }
      const waitMs = begunAtMs + batch.everyMs - performance.now();
      if (waitMs > 0 && buffer.length < batch.recordsMax) await pause(waitMs, either);
      if (either.aborted) break;
      const entries = buffer.slice(0, batch.recordsMax);
      const last = entries.at(-1)!;
      begunAtMs = performance.now();
      progress.waitsFor(`waiting for records ${entries[0]!.seq} to ${last.seq} to be processed`);
      await onBatch(entries, signal);
      fence = await checkpoint.write({ generation: last.generation, seq: last.seq }, fence);
      // Records stay in the buffer until they are processed, because the lag is measured from them.
      buffer.splice(0, entries.length);
      for (const { data } of entries) bufferBytes -= data.length;
      roomWake();
      state.doneSeq = last.seq;
      progress.moved();
      metrics.done(name, { records: entries.length, seq: last.seq });
      reportGaps(entries);
    }
  };

  function reportGaps(entries: readonly FeedEntry[]): void {
    const gaps = entries.filter(({ origin }) => origin === 'gap');
    if (gaps.length === 0) return;
    metrics.gaps(name, gaps.length);
    log.error({ consumer: name, count: gaps.length, fromSeq: gaps[0]!.seq, toSeq: gaps.at(-1)!.seq }, 'feed.gap');
  }

  const follower = read().catch((error: unknown) => {
    failure = { error };
    // After an unparsable record, the records before it are still processed. After other errors they may be invalid and are discarded.
    if (error instanceof UnreadableRecordError) wake();
    else ended.abort();
  });
  const handing = handOver().finally(() => ended.abort());
  try {
    await handing;
  } finally {
    await follower;
  }
  if (failure !== null && !signal.aborted) throw (failure as { readonly error: unknown }).error;
}
