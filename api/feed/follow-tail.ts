/**
 * Keeps a tail on the end of the feed log: loads the newest records that fit its bound, then every record as it
 * comes. A log that turns out shorter than what was read starts the tail anew.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#ops/runtime/log.ts';
import { feedBounds, followFeed } from '#ops/runtime/feed-follower.ts';
import { FeedRewoundError } from '#ops/runtime/read-marks.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import type { Tail } from './tail.ts';

export interface FollowedTail {
  /** Whether the tail's end is the log's, give or take what is on its way. */
  readonly isFollowing: () => boolean;
  /** Resolves when it first held what the log held at the start. */
  readonly loaded: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** NATS may be away for this long before the tail's end is no longer taken for the log's. */
const toleratedAbsenceMs = 3_000;
/** Parsed between two looks at the sockets while the tail loads. */
const recordsATurn = 100;

export function followTail(options: { readonly bus: Bus; readonly tail: Tail; readonly bytesMax: number; readonly log: Logger }): FollowedTail {
  const { bus, tail, bytesMax, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { promise: loaded, resolve: nowLoaded } = Promise.withResolvers<void>();
  let isLoaded = false;
  let connectedAtMs = performance.now();
  const watchConnection = setInterval(() => {
    if (bus.isConnected()) connectedAtMs = performance.now();
  }, 250);
  watchConnection.unref();

  const follow = async (): Promise<void> => {
    isLoaded = false;
    const { fromSeq, lastSeq } = await newestThatFit(bus, bytesMax);
    tail.reset(fromSeq);
    isLoaded = fromSeq > lastSeq;
    if (isLoaded) nowLoaded();
    for await (const messages of followFeed(bus, { fromSeq, signal })) {
      for (const [index, { seq, data }] of messages.entries()) {
        if (index % recordsATurn === recordsATurn - 1) await nextTurn();
        const parsed = FeedRecord.safeParse(JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString()));
        if (!parsed.success) log.error({ seq, err: parsed.error }, 'record.unreadable');
        tail.add(seq, parsed.data ?? { type: 'gap', v: 1 });
      }
      if (isLoaded || tail.lastSeq() < lastSeq) continue;
      isLoaded = true;
      nowLoaded();
    }
  };

  const running = (async () => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAtMs = performance.now();
      try {
        await follow();
      } catch (error) {
        if (performance.now() - startedAtMs > 30_000) failures = 0;
        if (error instanceof FeedRewoundError) log.error({ err: error }, 'tail.log_rewound');
        else log.warn({ err: error }, 'tail.restarted');
        await sleep(Math.min(5_000, 100 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
      }
    }
  })();

  return {
    loaded,
    isFollowing: () => isLoaded && performance.now() - connectedAtMs < toleratedAbsenceMs,
    stop: async () => {
      clearInterval(watchConnection);
      stopping.abort();
      await running;
    },
  };
}

/** Where to start so that what is loaded about fills the bound: records of the whole log, on average. */
async function newestThatFit(bus: Bus, bytesMax: number): Promise<{ readonly fromSeq: number; readonly lastSeq: number }> {
  const { firstSeq, lastSeq } = await feedBounds(bus);
  const { state } = await bus.jsm.streams.info(streams.feed);
  if (state.messages === 0) return { fromSeq: lastSeq + 1, lastSeq };
  const recordBytes = Math.max(200, state.bytes / state.messages);
  return { fromSeq: Math.max(firstSeq, lastSeq - Math.floor(bytesMax / recordBytes) + 1), lastSeq };
}
