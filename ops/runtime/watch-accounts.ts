/**
 * Follows the bucket `accounts` for as long as a process lives. A watch that ends, fails or falls silent is begun again and
 * reads everything anew; until it has, what was known before stays in force. How long the bucket has not been heard
 * is known at any time: meanwhile a key that was revoked elsewhere may still work here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KV, KvWatchEntry } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { createAccountIndex, type AccountCounts, type AccountIndex } from './account-index.ts';
import type { Logger } from './log.ts';
import { backoff } from './pause.ts';

export interface AccountMap extends Pick<AccountIndex, 'byKeyHash' | 'byId'> {
  readonly counts: () => AccountCounts;
  /** For how long changes may have been missed, in milliseconds. */
  readonly unheardMs: () => number;
  /** Since when, in milliseconds since the epoch, changes may have been missed; null while that is too short to speak of. */
  readonly staleSinceMs: () => number | null;
  /** What an operator should know; null: nothing. */
  readonly trouble: () => string | null;
  readonly stop: () => void;
}

export interface WatchOptions {
  readonly connection: Pick<NatsConnection, 'status'>;
  readonly log: Logger;
}

const checkEveryMs = 500;
/** How long an entry may be under way from the bucket to here before the watch counts as silent. */
const silentAfterMs = 500;
const readingStallsAfterMs = 3_000;
const caughtUpMax = 10_000;
const catchUpWithinMs = 1_000;
const staleAfterMs = 5_000;
/** Wait after a first failure and, doubled from there, the longest. */
const [retryFirstMs, retryLastMs] = [50, 5_000];

/** Resolves when everything the bucket held is known; waits for NATS as long as it takes. */
export async function watchAccounts(bucket: KV, { connection, log }: WatchOptions): Promise<AccountMap> {
  const index = createAccountIndex(log);
  const { promise: loaded, resolve: nowLoaded } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  let heardAtMs = performance.now();
  let failures = 0;
  let restart: (reason: string) => void = () => undefined;

  const heard = (atMs: number): void => {
    heardAtMs = atMs;
    if (failures > 0) log.info({}, 'accounts.heard_again');
    failures = 0;
    nowLoaded();
  };

  const follow = async (): Promise<void> => {
    const memory: Memory = { stalledAt: null, seq: 0, createdAt: null };
    for (; !stopping.signal.aborted; failures += 1) {
      const reading = Promise.withResolvers<never>();
      reading.promise.catch(() => undefined);
      restart = (reason) => reading.reject(new Error(reason));
      try {
        await readAndFollow(bucket, index, { heard, signal: stopping.signal, interrupted: reading.promise, memory, log });
      } catch (error) {
        if (stopping.signal.aborted) return;
        // One line an outage, not one a try.
        if (failures === 0) log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'accounts.unheard');
        await sleep(backoff(failures, retryFirstMs, retryLastMs), undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  };
  void follow();
  void (async () => {
    // A server that was away may have been put back to an older state: what was heard before says nothing then.
    for await (const { type } of connection.status()) if (type === 'reconnect') restart('the connection to NATS was lost');
  })();
  await loaded;

  const unheardMs = (): number => performance.now() - heardAtMs;
  const staleSinceMs = (): number | null => (unheardMs() > staleAfterMs ? Date.now() - unheardMs() : null);
  return {
    byKeyHash: index.byKeyHash,
    byId: index.byId,
    counts: index.counts,
    unheardMs,
    staleSinceMs,
    trouble: () => {
      const sinceMs = staleSinceMs();
      if (sinceMs !== null) return `keys may be revoked elsewhere: not heard from NATS since ${new Date(sinceMs).toISOString()}`;
      const { unreadable, unknownPlans } = index.counts();
      const troubles = [
        ...(unreadable > 0
          ? [`${unreadable} ${unreadable === 1 ? 'entry' : 'entries'} cannot be read, their keys are refused: ${index.unreadable().join(', ')}`]
          : []),
        ...(unknownPlans > 0
          ? [`${unknownPlans} ${unknownPlans === 1 ? 'account' : 'accounts'} on a plan that this release does not know, served as the lowest`]
          : []),
      ];
      return troubles.length > 0 ? troubles.join('; ') : null;
    },
    stop: () => stopping.abort(),
  };
}

interface Following {
  /** Everything up to that moment (performance.now()) is known. */
  readonly heard: (atMs: number) => void;
  readonly signal: AbortSignal;
  /** Rejects when it has to begin again. */
  readonly interrupted: Promise<never>;
  readonly memory: Memory;
  readonly log: Logger;
}

/** What the reading before left to the next one. */
interface Memory {
  /** Where it got no further. */
  stalledAt: string | null;
  /** The bucket, by when it was made, and the last sequence up to which everything is known of it. */
  createdAt: string | null;
  seq: number;
}

/** Reads the whole bucket and follows it; ends by throwing, when it can no longer be sure to hear everything. */
async function readAndFollow(bucket: KV, index: AccountIndex, following: Following): Promise<never> {
  const { heard, signal, interrupted, memory, log } = following;
  const first = await headOf(bucket);
  if (first.createdAt === memory.createdAt) await catchUp(bucket, index, memory.seq, first.lastSeq);
  const watch = await bucket.watch({ ignoreDeletes: false });
  const startedAtMs = performance.now();
  const state = { isOver: false, isLoaded: false, seq: 0, pending: first.messages, movedAtMs: startedAtMs };
  const nowLoaded = (): void => {
    index.endReading();
    state.isLoaded = true;
    memory.stalledAt = null;
    // The bucket's last sequence may belong to what was removed since: nothing up to it is missing.
    state.seq = Math.max(state.seq, first.lastSeq);
    Object.assign(memory, { seq: state.seq, createdAt: first.createdAt });
    heard(first.askedAtMs);
  };
  const take = async (): Promise<never> => {
    for await (const entry of watch) {
      if (state.isOver) break;
      state.seq = entry.revision;
      state.pending = entry.delta ?? 0;
      state.movedAtMs = performance.now();
      index.apply(asEntry(entry));
      if (!state.isLoaded && entry.delta === 0) nowLoaded();
    }
    throw new Error('the watch of accounts ended');
  };
  const check = async (): Promise<never> => {
    let awaited: Head | null = null;
    for (;;) {
      await sleep(checkEveryMs, undefined, { signal, ref: false });
      const nowMs = performance.now();
      if (!state.isLoaded) {
        if (nowMs - state.movedAtMs < readingStallsAfterMs) continue;
        const at = `${state.seq} ${state.pending}`;
        const isAgain = memory.stalledAt === at;
        memory.stalledAt = at;
        if (!isAgain) throw new Error('the watch of accounts stalls');
        // Two watches got to the same place: it is the server that has not got the rest. Those keys are refused.
        log.error({ entries: state.pending }, 'accounts.not_delivered');
        nowLoaded();
      }
      if (awaited !== null && state.seq >= awaited.lastSeq) {
        heard(awaited.askedAtMs);
        awaited = null;
      }
      if (awaited !== null && nowMs - Math.max(awaited.askedAtMs, state.movedAtMs) > silentAfterMs)
        throw new Error('the watch of accounts fell silent');
      const { seq } = state;
      // While the bucket cannot be read the watch may still work; `unheardMs` tells how long nothing was heard.
      const head = await headOf(bucket).catch(() => null);
      if (head === null) continue;
      if (head.createdAt !== first.createdAt || head.lastSeq < seq) throw new Error('the bucket of accounts was replaced');
      if (state.seq >= head.lastSeq) heard(head.askedAtMs);
      else awaited ??= head;
    }
  };
  try {
    index.beginReading();
    if (first.messages === 0) nowLoaded();
    return await Promise.race([take(), check(), interrupted]);
  } finally {
    state.isOver = true;
    if (state.isLoaded) memory.seq = state.seq;
    watch.stop();
  }
}

/** Takes what came in between before everything is read again, which takes a while: a key revoked then must not work until its end. */
async function catchUp(bucket: KV, index: AccountIndex, knownSeq: number, lastSeq: number): Promise<void> {
  if (lastSeq <= knownSeq || lastSeq - knownSeq > caughtUpMax) return;
  const watch = await bucket.watch({ ignoreDeletes: false, resumeFromRevision: knownSeq + 1 });
  // The last ones may have been removed since, and then do not come.
  const timer = setTimeout(() => watch.stop(), catchUpWithinMs);
  for await (const entry of watch) {
    index.apply(asEntry(entry));
    if (entry.delta === 0) break;
  }
  clearTimeout(timer);
  watch.stop();
}

interface Head {
  readonly lastSeq: number;
  readonly messages: number;
  readonly createdAt: string;
  readonly askedAtMs: number;
}

async function headOf(bucket: KV): Promise<Head> {
  const askedAtMs = performance.now();
  const { streamInfo } = await bucket.status();
  return { lastSeq: streamInfo.state.last_seq, messages: streamInfo.state.messages, createdAt: streamInfo.created, askedAtMs };
}

const asEntry = (entry: KvWatchEntry) => ({ name: entry.key, isDeleted: entry.operation !== 'PUT', text: () => entry.string() });
