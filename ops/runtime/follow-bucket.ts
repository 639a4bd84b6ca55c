/**
 * Follows a KV bucket for as long as a process lives: every entry is told when it is known first and when it changes, and every
 * key that goes. A watch that ends, falls silent or stands behind a bucket that was made anew or lost its end is begun again and
 * reads everything; what has gone meanwhile is told then. Until it has been read again, what was known stays.
 */
import type { KV, KvWatchEntry } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { backoff, pause } from './pause.ts';
import { withTimeout } from './with-timeout.ts';

export interface BucketReader {
  /** Of what keys; absent: of all. Others are not even looked at. */
  readonly isWanted?: (key: string) => boolean;
  /** `value`: the entry's JSON. Throws where it cannot be read: the entry is logged, and what was known of the key stays. */
  readonly put: (key: string, value: unknown) => void;
  readonly remove: (key: string) => void;
}

export interface FollowOptions {
  readonly connection: Pick<NatsConnection, 'status'>;
  readonly log: Logger;
  readonly checkEveryMs?: number;
}

const answerWithinMs = 5_000;
/** How long an entry may be under way from the bucket to here before the watch counts as silent. */
const silentAfterMs = 10_000;
const [retryFirstMs, retryLastMs] = [100, 10_000];

/** Resolves when everything that the bucket held is told; rejects where it cannot be read the first time. */
export async function followBucket(bucket: KV, reader: BucketReader, options: FollowOptions): Promise<{ readonly stop: () => void }> {
  const { log } = options;
  const stopping = new AbortController();
  const { promise: loaded, resolve: nowLoaded, reject: notLoaded } = Promise.withResolvers<void>();
  const known = new Set<string>();
  let restart: (reason: string) => void = () => undefined;
  void (async () => {
    // A server that was away may have been put back to an older state: what was heard before says nothing then.
    for await (const { type } of options.connection.status()) if (type === 'reconnect') restart('the connection to NATS was lost');
  })();
  void (async () => {
    let wasLoaded = false;
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const reading = Promise.withResolvers<never>();
      reading.promise.catch(() => undefined);
      restart = (reason) => reading.reject(new Error(reason));
      try {
        const isLoaded = (): void => {
          if (failures > 0 || wasLoaded) log.info({ entries: known.size }, 'bucket.read_again');
          failures = 0;
          wasLoaded = true;
          nowLoaded();
        };
        await readAndFollow(bucket, reader, { ...options, known, isLoaded, interrupted: reading.promise, signal: stopping.signal });
      } catch (error) {
        if (!wasLoaded) return notLoaded(error);
        if (stopping.signal.aborted) return;
        // One line an outage, not one a try.
        if (failures === 0) log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'bucket.unheard');
        await pause(backoff(failures, retryFirstMs, retryLastMs), stopping.signal);
      }
    }
  })();
  await loaded;
  return { stop: () => stopping.abort() };
}

interface Following extends FollowOptions {
  /** Keys that were told and not removed since. */
  readonly known: Set<string>;
  readonly isLoaded: () => void;
  /** Rejects when it has to begin again. */
  readonly interrupted: Promise<never>;
  readonly signal: AbortSignal;
}

/** Resolves when `signal` aborts; throws when it can no longer be sure to hear everything. */
async function readAndFollow(bucket: KV, reader: BucketReader, following: Following): Promise<void> {
  const { known, log, signal, checkEveryMs = 2_000 } = following;
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
    // The bucket's last sequence may belong to what was removed since: nothing up to it is missing.
    state.seq = Math.max(state.seq, first.lastSeq);
    following.isLoaded();
  };
  const take = async (): Promise<void> => {
    if (first.messages === 0) nowLoaded();
    for await (const entry of watch) {
      if (state.isOver) return;
      state.seq = entry.revision;
      state.movedAtMs = performance.now();
      unread.delete(entry.key);
      const isWanted = reader.isWanted?.(entry.key) ?? true;
      if (isWanted && entry.operation !== 'PUT') {
        known.delete(entry.key);
        reader.remove(entry.key);
      } else if (isWanted) {
        try {
          reader.put(entry.key, jsonOf(entry));
          known.add(entry.key);
        } catch (error) {
          log.error({ key: entry.key, err: error }, 'bucket.unreadable');
        }
      }
      if (!state.isLoaded && entry.delta === 0) nowLoaded();
    }
    if (!signal.aborted) throw new Error('the watch ended');
  };
  const check = async (): Promise<void> => {
    let awaited: Head | null = null;
    for (;;) {
      await pause(checkEveryMs, signal);
      if (signal.aborted || state.isOver) return;
      const nowMs = performance.now();
      if (!state.isLoaded) {
        if (nowMs - state.movedAtMs > silentAfterMs) throw new Error('the watch stalls');
        continue;
      }
      if (awaited !== null && state.seq >= awaited.lastSeq) awaited = null;
      if (awaited !== null && nowMs - Math.max(awaited.askedAtMs, state.movedAtMs) > silentAfterMs) throw new Error('the watch fell silent');
      const { seq } = state;
      // While the bucket cannot be read the watch may still work.
      const head = await headOf(bucket).catch(() => null);
      if (head === null) continue;
      if (head.createdAt !== first.createdAt || head.lastSeq < seq) throw new Error('the bucket was replaced or lost its end');
      if (state.seq < head.lastSeq) awaited ??= head;
    }
  };
  try {
    await Promise.race([take(), check(), following.interrupted]);
  } finally {
    state.isOver = true;
    watch.stop();
  }
}

/** An error of the parser would quote the entry, which may be a secret. */
function jsonOf(entry: Pick<KvWatchEntry, 'string'>): unknown {
  try {
    return JSON.parse(entry.string());
  } catch {
    throw new Error('the entry is no JSON');
  }
}

interface Head {
  readonly lastSeq: number;
  readonly messages: number;
  readonly createdAt: string;
  readonly askedAtMs: number;
}

async function headOf(bucket: KV): Promise<Head> {
  const askedAtMs = performance.now();
  const { streamInfo } = await withTimeout(answerWithinMs, bucket.status(), () => new Error('the bucket did not answer'));
  return { lastSeq: streamInfo.state.last_seq, messages: streamInfo.state.messages, createdAt: streamInfo.created, askedAtMs };
}
