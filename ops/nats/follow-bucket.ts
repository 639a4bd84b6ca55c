/**
 * Follows a KV bucket: calls `put` with every entry when it is read and when it changes, and `remove` with every deleted key. A watch that ends
 * or misses something is restarted and reads everything again; until then the earlier entries stay.
 */
import type { KV, KvWatchEntry } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { backoff, pause, untilTickMs } from '../process/pause.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { parseJson } from '#schemas/json-text.ts';

export interface BucketReader {
  /** Returns whether the key is to be read. Absent: all keys are read. */
  readonly isWanted?: (key: string) => boolean;
  /** Receives an entry's JSON. When it throws, the key is logged and passed to `unreadable`. */
  readonly put: (key: string, value: unknown) => void;
  readonly remove: (key: string) => void;
  /** Called for an entry that cannot be used. Absent: the key keeps its last usable value. */
  readonly unreadable?: (key: string) => void;
}

export interface FollowOptions {
  readonly connection: Pick<NatsConnection, 'status'>;
  readonly log: Logger;
  /** Ends the following when it aborts, also before the bucket was read. */
  readonly signal?: AbortSignal;
  /** Interval in ms between comparisons with the bucket's last sequence. A watch that lags behind it for half an interval is restarted. */
  readonly checkEveryMs?: number;
}

const answerWithinMs = 5_000;
const readingStallsAfterMs = 5_000;
const [retryFirstMs, retryLastMs] = [50, 5_000];

/** Resolves when the whole bucket was read or `signal` aborted. `unheardMs` returns for how many ms changes may have been missed. */
export async function followBucket(bucket: KV, reader: BucketReader, options: FollowOptions) {
  const { log } = options;
  const stopping = new AbortController();
  const signal = options.signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, options.signal]);
  const { promise: loaded, resolve: nowLoaded } = Promise.withResolvers<void>();
  const known = new Set<string>();
  let heardAtMs = performance.now();
  let failures = 0;
  let restart: (reason: string) => void = () => undefined;
  const heard = (atMs: number): void => {
    heardAtMs = atMs;
    if (failures > 0) log.info({ entries: known.size }, 'bucket.heard_again');
    failures = 0;
    nowLoaded();
  };
  void (async () => {
    // A server that was unreachable may have been restored to an older state, which the watch would not notice.
    for await (const { type } of options.connection.status()) if (type === 'reconnect') restart('the connection to NATS was lost');
  })();
  void (async () => {
    for (; !signal.aborted; failures += 1) {
      const interrupted = Promise.withResolvers<never>();
      interrupted.promise.catch(() => undefined);
      restart = (reason) => interrupted.reject(new Error(reason));
      try {
        await readAndFollow(bucket, reader, { ...options, known, heard, interrupted: interrupted.promise, signal });
      } catch (error) {
        if (signal.aborted) break;
        // One line per outage, not per attempt.
        if (failures === 0) log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'bucket.unheard');
        await pause(backoff(failures, retryFirstMs, retryLastMs), signal);
      }
    }
    nowLoaded();
  })();
  await loaded;
  return { unheardMs: () => performance.now() - heardAtMs, stop: () => stopping.abort() };
}

interface Following extends Omit<FollowOptions, 'signal'> {
  readonly known: Set<string>;
  /** Called with the time (performance.now()) up to which all changes have been read. */
  readonly heard: (atMs: number) => void;
  readonly interrupted: Promise<never>;
  readonly signal: AbortSignal;
}

/** Resolves when `signal` aborts; throws when changes may have been missed. */
async function readAndFollow(bucket: KV, reader: BucketReader, following: Following): Promise<void> {
  const { known, heard, log, signal, checkEveryMs = 5_000 } = following;
  const first = await headOf(bucket);
  const watch = await bucket.watch({ ignoreDeletes: false });
  const unread = new Set(known);
  const state = { isOver: false, isLoaded: false, seq: 0, movedAtMs: performance.now() };
  const nowLoaded = (): void => {
    for (const key of unread) {
      known.delete(key);
      reader.remove(key);
    }
    state.isLoaded = true;
    // The bucket's last sequence may belong to an entry that was removed, which the watch does not deliver.
    state.seq = Math.max(state.seq, first.lastSeq);
    heard(first.queriedAtMs);
  };
  const read = (entry: KvWatchEntry): void => {
    unread.delete(entry.key);
    if (reader.isWanted?.(entry.key) === false) return;
    if (entry.operation !== 'PUT') {
      known.delete(entry.key);
      return reader.remove(entry.key);
    }
    known.add(entry.key);
    try {
      const value = parseJson(entry.string());
      // This error replaces the parser's, which would quote the entry and with it a secret.
      if (value === undefined) throw new Error('the entry is not JSON');
      reader.put(entry.key, value);
    } catch (error) {
      log.error({ key: entry.key, err: error }, 'entry.unreadable');
      reader.unreadable?.(entry.key);
    }
  };
  const take = async (): Promise<void> => {
    if (first.messages === 0) nowLoaded();
    for await (const entry of watch) {
      if (state.isOver) return;
      state.seq = entry.revision;
      state.movedAtMs = performance.now();
      read(entry);
      if (!state.isLoaded && entry.delta === 0) nowLoaded();
    }
    if (!signal.aborted) throw new Error('the watch ended');
  };
  const check = async (): Promise<void> => {
    let awaited: Head | null = null;
    for (;;) {
      await pause(awaited === null ? untilTickMs(checkEveryMs) : checkEveryMs / 2, signal);
      if (signal.aborted || state.isOver) return;
      if (!state.isLoaded) {
        if (performance.now() - state.movedAtMs > readingStallsAfterMs) throw new Error('the watch stalls');
        continue;
      }
      if (awaited !== null && state.seq >= awaited.lastSeq) {
        heard(awaited.queriedAtMs);
        awaited = null;
      }
      if (awaited !== null && state.movedAtMs < awaited.queriedAtMs) throw new Error('the watch fell silent');
      const { seq } = state;
      // When the bucket does not answer, the watch may still work.
      const head = await headOf(bucket).catch(() => null);
      if (head === null) continue;
      if (head.createdAt !== first.createdAt || head.lastSeq < seq) throw new Error('the bucket was replaced or lost its end');
      if (state.seq >= head.lastSeq) heard(head.queriedAtMs);
      else awaited ??= head;
    }
  };
  try {
    await Promise.race([take(), check(), following.interrupted]);
  } finally {
    state.isOver = true;
    watch.stop();
  }
}

interface Head {
  readonly lastSeq: number;
  readonly messages: number;
  readonly createdAt: string;
  readonly queriedAtMs: number;
}

async function headOf(bucket: KV): Promise<Head> {
  const queriedAtMs = performance.now();
  const { streamInfo } = await withTimeout(answerWithinMs, bucket.status(), () => new Error('the bucket did not answer'));
  return { lastSeq: streamInfo.state.last_seq, messages: streamInfo.state.messages, createdAt: streamInfo.created, queriedAtMs };
}
