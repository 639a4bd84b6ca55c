/**
 * Reads the feed log in order from a sequence on, for whoever folds it: refine's state, the writer,
 * each API process's tail. Every record once, no gaps, across any restart of NATS.
 */
import { AckPolicy, DeliverPolicy, JetStreamApiError, ReplayPolicy, type Consumer, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { streams } from '#schemas/subjects.ts';
import type { Bus } from './nats.ts';

export interface FeedMessage {
  readonly seq: number;
  readonly headers: JsMsg['headers'];
  readonly data: Uint8Array;
}

/** The log is shorter than what the reader has already seen: acknowledged records were lost. The reader decides what to do. */
export class FeedTruncatedError extends Error {
  readonly lastSeq: number;
  readonly expectedSeq: number;
  constructor(lastSeq: number, expectedSeq: number) {
    super(`the feed log ends at ${lastSeq}, but ${expectedSeq} was read from it before`);
    this.lastSeq = lastSeq;
    this.expectedSeq = expectedSeq;
  }
}

export interface FeedBounds {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** First and last sequence of the log; an empty one has `firstSeq` = `lastSeq` + 1. */
export async function feedBounds(bus: Bus): Promise<FeedBounds> {
  const { state } = await bus.jsm.streams.info(streams.feed);
  return { firstSeq: state.messages === 0 ? state.last_seq + 1 : state.first_seq, lastSeq: state.last_seq };
}

const fetchMessages = 1_000;
const fetchExpiresMs = 2_000;

/**
 * Yields arrays of messages as they come, in order, starting at `fromSeq` (or the first record still
 * held). Ends when `untilSeq` was yielded or `signal` aborts. While NATS is away it waits.
 * Throws FeedTruncatedError where the log turns out shorter than what was already yielded.
 */
export async function* followFeed(
  bus: Bus,
  options: { readonly fromSeq: number; readonly untilSeq?: number; readonly headersOnly?: boolean; readonly signal: AbortSignal },
): AsyncGenerator<FeedMessage[], void, void> {
  const { untilSeq = Number.POSITIVE_INFINITY, headersOnly = false, signal } = options;
  let nextSeq = Math.max(1, options.fromSeq);
  let consumer: Consumer | null = null;
  let failures = 0;
  while (!signal.aborted && nextSeq <= untilSeq) {
    try {
      if (consumer === null) {
        const { firstSeq, lastSeq } = await feedBounds(bus);
        if (lastSeq < nextSeq - 1) throw new FeedTruncatedError(lastSeq, nextSeq - 1);
        nextSeq = Math.max(nextSeq, firstSeq);
        if (nextSeq > untilSeq) return;
        consumer = await openConsumer(bus, nextSeq, headersOnly);
      }
      const wanted = Math.min(fetchMessages, untilSeq - nextSeq + 1);
      let batch: FeedMessage[] = [];
      let inOrder = true;
      for await (const message of await fetchUntilAborted(consumer, { max_messages: wanted, expires: fetchExpiresMs }, signal)) {
        // Sequences of the log are contiguous: anything else means that this consumer lost its place.
        if (message.seq !== nextSeq) {
          inOrder = false;
          break;
        }
        nextSeq += 1;
        batch.push({ seq: message.seq, headers: message.headers, data: message.data });
        if (message.info.pending === 0 || batch.length === wanted) {
          yield batch;
          batch = [];
          if (signal.aborted) return;
        }
      }
      if (batch.length > 0) yield batch;
      failures = 0;
      if (!inOrder || !bus.isConnected() || (await isLost(bus, consumer, nextSeq))) consumer = null;
    } catch (error) {
      if (error instanceof FeedTruncatedError) throw error;
      consumer = null;
      failures += 1;
      await sleep(Math.min(2_000, 100 * 2 ** Math.min(failures, 5)) * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** A fetch that ends at once when `signal` aborts, so that a stop need not wait for it to expire. */
export async function fetchUntilAborted(
  consumer: Consumer,
  options: { readonly max_messages: number; readonly expires: number },
  signal: AbortSignal,
): Promise<ConsumerMessages> {
  const messages = await consumer.fetch(options);
  const stop = (): void => messages.stop();
  signal.addEventListener('abort', stop, { once: true });
  void messages.closed().finally(() => signal.removeEventListener('abort', stop));
  if (signal.aborted) stop();
  return messages;
}

const openConsumer = async (bus: Bus, fromSeq: number, headersOnly: boolean): Promise<Consumer> => {
  const info = await bus.jsm.consumers.add(streams.feed, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: fromSeq,
    replay_policy: ReplayPolicy.Instant,
    headers_only: headersOnly,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(30_000),
  });
  return bus.js.consumers.get(streams.feed, info.name);
};

/** Whether the server forgot the consumer, or the log fell behind what was read. Asked once per quiet fetch, not per message. */
async function isLost(bus: Bus, consumer: Consumer, nextSeq: number): Promise<boolean> {
  try {
    const { delivered } = await consumer.info();
    return delivered.stream_seq >= nextSeq || (await feedBounds(bus)).lastSeq < nextSeq - 1;
  } catch (error) {
    if (error instanceof JetStreamApiError) return true;
    throw error;
  }
}
