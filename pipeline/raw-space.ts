/**
 * Room in RAW. A document stays at least until refine has acknowledged it and every one before it: only what lies at or
 * below the consumer's acknowledgement floor is ever freed, whoever asks and for whatever reason.
 */
import { AckPolicy, DeliverPolicy, ReplayPolicy, type StreamInfo } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';

export interface RawState {
  readonly messages: number;
  readonly bytes: number;
  /** RAW_MAX_BYTES as the stream has it; infinite where it has no bound. */
  readonly bytesMax: number;
  readonly firstSeq: number;
  /** When the oldest document that is held came in. */
  readonly firstAt: Date;
  /** Every document up to here is refined; 0 where that is not certain. */
  readonly readSeq: number;
  /** Documents above it. */
  readonly unread: number;
}

export async function rawState(bus: Bus): Promise<RawState> {
  const [stream, consumer] = await Promise.all([bus.jsm.streams.info(streams.raw), bus.jsm.consumers.info(streams.raw, consumers.refine)]);
  const { config, state } = stream;
  const isSure = await isPlaceSure(bus, stream);
  return {
    messages: state.messages,
    bytes: state.bytes,
    bytesMax: config.max_bytes > 0 ? config.max_bytes : Number.POSITIVE_INFINITY,
    firstSeq: state.first_seq,
    firstAt: new Date(state.first_ts),
    readSeq: isSure ? Math.min(consumer.ack_floor.stream_seq, state.last_seq) : 0,
    unread: consumer.num_pending + consumer.num_ack_pending,
  };
}

/** In the bucket `feed_log`: the run of a single server under which refine last made sure of its place (refine/reread-raw.ts). */
export const serverKey = 'raw.server';

/** Whether refine's place is that of these documents: a single server that was restarted may hold the two as of different moments. */
export async function isPlaceSure(bus: Bus, { config, cluster }: Pick<StreamInfo, 'config' | 'cluster'>): Promise<boolean> {
  // What a majority holds is not taken back by a restart.
  if (cluster !== undefined && config.num_replicas > 1) return true;
  const entry = await (await openBucket(bus, buckets.feedLog)).get(serverKey);
  return entry?.operation === 'PUT' && entry.string() === bus.connection.info?.server_id;
}

/** What the unread documents weigh, by the mean of all that are held. */
export const unreadBytes = ({ messages, bytes, unread }: RawState): number => (messages === 0 ? 0 : (bytes * Math.min(unread, messages)) / messages);

/** The sequence up to which documents must go for `bytes` to be left, by the mean of all that are held. */
export function seqToLeave(state: RawState, bytes: number): number {
  if (state.messages === 0 || state.bytes <= bytes) return 0;
  return state.firstSeq + Math.ceil((state.bytes - bytes) / (state.bytes / state.messages)) - 1;
}

/** Freed in one go, so that other requests to the server get their turn. */
const freedAtOnceMax = 5_000;
const deletesUnderWay = 32;
/** JSStreamMsgDeleteFailedF of nats-server (errors.json): another process was faster. */
const deleteFailedCode = 10057;

/**
 * Frees refined documents up to `seq`, never beyond what is refined; returns how many. One by one: a purge up to a sequence
 * makes nats-server (2.9.10) forget what every consumer of the stream has under way, above that sequence, too, so that
 * documents in the hands of a process that dies are never delivered again.
 */
export async function freeRead(bus: Bus, { firstSeq, readSeq, messages }: RawState, seq: number): Promise<number> {
  const last = Math.min(seq, readSeq, firstSeq + freedAtOnceMax - 1);
  if (messages === 0 || last < firstSeq) return 0;
  let next = firstSeq;
  let freed = 0;
  const free = async (): Promise<void> => {
    while (next <= last) {
      const one = next;
      next += 1;
      if (await deleted(bus, one)) freed += 1;
    }
  };
  await Promise.all(Array.from({ length: deletesUnderWay }, free));
  return freed;
}

async function deleted(bus: Bus, seq: number): Promise<boolean> {
  try {
    return await bus.jsm.streams.deleteMessage(streams.raw, seq, false);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === deleteFailedCode) return false;
    throw error;
  }
}

/** The last document that came in before `at`; 0: none. The server finds it for a consumer that reads nothing and is not kept. */
export async function lastBefore(bus: Bus, at: Date): Promise<number> {
  const { name, delivered } = await bus.jsm.consumers.add(streams.raw, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: at.toISOString(),
    replay_policy: ReplayPolicy.Instant,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(5_000),
  });
  await bus.jsm.consumers.delete(streams.raw, name);
  return delivered.stream_seq;
}
