/**
 * A model of the stream FEED, as JetStream documents it, with the Bus interface: records by sequence, some deleted, and pull consumers
 * that a restart deletes. A test's steps run between any two calls of the reader.
 */
import { JetStreamApiError } from '@nats-io/jetstream';
import type { Bus } from '#ops/nats/nats.ts';
import { dataOf, headersOf, type LogHands, type LoggedRecord } from './log-world.ts';

export interface ModelLog extends LogHands {
  /** The number of the reader's calls, and of the consumers created, so far. */
  readonly calls: () => number;
  readonly consumersMade: () => number;
}

interface ModelConsumer {
  nextSeq: number;
}

/** Returns a model log; `between` runs before each answer, with the number of calls so far. */
export function createModelLog(between: (calls: number, log: ModelLog) => Promise<void>): ModelLog {
  const held = new Map<number, LoggedRecord>();
  let written: LoggedRecord[] = [];
  const consumers = new Map<string, ModelConsumer>();
  let [lastSeq, calls, consumersMade, callsAway] = [0, 0, 0, 0];
  let losesDelivery = false;

  const sequences = (): number[] => [...held.keys()].toSorted((a, b) => a - b);
  const firstFrom = (seq: number): LoggedRecord | undefined => held.get(sequences().find((one) => one >= seq) ?? -1);
  const pass = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    calls += 1;
    await between(calls, log);
  };
  const tick = async (): Promise<void> => {
    await pass();
    if (callsAway === 0) return;
    callsAway -= 1;
    throw new Error('no responders');
  };
  const unknownConsumer = (): JetStreamApiError => new JetStreamApiError({ code: 404, err_code: 10_014, description: 'consumer not found' });

  const consumerOf = (name: string): object => ({
    info: async () => {
      await tick();
      const consumer = consumers.get(name);
      if (consumer === undefined) throw unknownConsumer();
      return { delivered: { stream_seq: consumer.nextSeq - 1 } };
    },
    delete: async () => consumers.delete(name),
    fetch: async ({ max_messages }: { readonly max_messages: number }) => {
      await tick();
      let isStopped = false;
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      async function* messages(): AsyncGenerator<object, void, void> {
        try {
          for (let count = 0; count < max_messages && !isStopped; count += 1) {
            // A broken connection ends the fetch with the messages so far.
            await tick().catch(() => (isStopped = true));
            const consumer = consumers.get(name);
            const record = consumer === undefined ? undefined : firstFrom(consumer.nextSeq);
            if (isStopped || consumer === undefined || record === undefined) return;
            consumer.nextSeq = record.seq + 1;
            if (losesDelivery) {
              losesDelivery = false;
              continue;
            }
            const pending = sequences().filter((seq) => seq > record.seq).length;
            yield { seq: record.seq, headers: headersOf(record), data: dataOf(record), timestampNanos: 0n, info: { pending } };
          }
        } finally {
          close();
        }
      }
      return Object.assign(messages(), { stop: () => ((isStopped = true), close()), closed: () => closed });
    },
  });

  const bus = {
    isConnected: () => callsAway === 0,
    jsm: {
      streams: {
        info: async () => {
          await tick();
          const first = sequences()[0];
          return { state: { messages: held.size, first_seq: first ?? lastSeq + 1, last_seq: lastSeq } };
        },
        getMessage: async (_: string, { seq, next_by_subj }: { readonly seq: number; readonly next_by_subj?: string }) => {
          await tick();
          const record = next_by_subj === undefined ? held.get(seq) : firstFrom(seq);
          return record === undefined ? null : { seq: record.seq, header: headersOf(record), data: dataOf(record) };
        },
      },
      consumers: {
        add: async (_: string, { opt_start_seq }: { readonly opt_start_seq: number }) => {
          await tick();
          const name = `c${(consumersMade += 1)}`;
          consumers.set(name, { nextSeq: opt_start_seq });
          return { name };
        },
      },
    },
    js: {
      consumers: {
        get: async (_: string, name: string) => {
          await tick();
          if (!consumers.has(name)) throw unknownConsumer();
          return consumerOf(name);
        },
      },
    },
  } as unknown as Bus;

  const putBack = (record: LoggedRecord): void => {
    lastSeq = record.seq;
    held.set(record.seq, record);
    written[record.seq - 1] = record;
  };
  const drop = (isGone: (seq: number) => boolean): void => {
    for (const seq of held.keys()) if (isGone(seq)) held.delete(seq);
  };
  const log: ModelLog = {
    bus,
    append: async (generation, uid) => putBack({ seq: lastSeq + 1, generation, uid }),
    putBack: async (record) => putBack(record),
    records: () => [...held.values()].toSorted((a, b) => a.seq - b.seq),
    written: () => written,
    lastSeq: () => lastSeq,
    delete: async (seq) => void held.delete(seq),
    forget: async (seq) => drop((one) => one <= seq),
    cut: async (seq) => {
      drop((one) => one > seq);
      lastSeq = Math.min(lastSeq, seq);
      written = written.slice(0, lastSeq);
    },
    restart: async (away) => {
      consumers.clear();
      callsAway = away;
    },
    loseDelivery: async () => {
      losesDelivery = true;
    },
    tick: pass,
    calls: () => calls,
    consumersMade: () => consumersMade,
  };
  return log;
}
