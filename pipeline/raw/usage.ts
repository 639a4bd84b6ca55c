/** Measures and frees space in RAW. Only documents up to the acknowledgement floor of refine are ever deleted. */
import { AckPolicy, DeliverPolicy, ReplayPolicy, type StreamInfo } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';

export interface RawState {
  readonly messages: number;
  readonly bytes: number;
  /** RAW_MAX_BYTES as set on the stream; infinite without a maximum. */
  readonly bytesMax: number;
  readonly firstSeq: number;
  readonly firstAt: Date;
  /** Sequence up to which every document is refined; 0 when that is uncertain. */
  readonly readSeq: number;
  /** Number of documents above `readSeq`. */
  readonly unread: number;
}

/** Returns how full RAW is, and up to where refine has read it. Rejects when NATS does not answer. */
export async function rawState(bus: Bus): Promise<RawState> {
  const [stream, consumer] = await Promise.all([bus.jsm.streams.info(streams.raw), bus.jsm.consumers.info(streams.raw, consumers.refine)]);
  const { config, state } = stream;
  const isSure = await isPositionVerified(bus, stream);
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

/** Key in the bucket `feed_log`: id of the run of a single NATS server in which refine last verified its position (refine/reread-raw.ts). */
export const serverKey = 'raw.server';

/** Returns whether the position of refine matches the stream. A single server may restore the two from different times when it restarts. */
export async function isPositionVerified(bus: Bus, { config, cluster }: Pick<StreamInfo, 'config' | 'cluster'>): Promise<boolean> {
  // A restart does not revert what a majority of servers has stored.
  if (cluster !== undefined && config.num_replicas > 1) return true;
  const entry = await (await openBucket(bus, buckets.feedLog)).get(serverKey);
  return entry?.operation === 'PUT' && entry.string() === bus.connection.info?.server_id;
}

/** Returns the sequence up to which documents must be deleted to leave `bytes`, estimated from their mean size; 0 when none must be. */
export function seqToLeave(state: RawState, bytes: number): number {
  if (state.messages === 0 || state.bytes <= bytes) return 0;
  return state.firstSeq + Math.ceil((state.bytes - bytes) / (state.bytes / state.messages)) - 1;
}

/** Maximum number of documents deleted per call, so that the server can serve other requests between calls. */
const freedAtOnceMax = 5_000;
const deletesInFlight = 32;
/** JSStreamMsgDeleteFailedF of nats-server (errors.json): another process has deleted the document already. */
const deleteFailedCode = 10057;

/**
 * Deletes refined documents up to `seq`, one at a time, and returns their number. A purge up to a sequence would make nats-server (2.9.10)
 * forget the unacknowledged messages of every consumer, and documents that a dying process was handling would never be delivered again.
 */
export async function deleteRefined(bus: Bus, { firstSeq, readSeq, messages }: RawState, seq: number): Promise<number> {
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
  await Promise.all(Array.from({ length: deletesInFlight }, free));
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

/** Returns the last sequence before `at`; 0 without one. The server finds it for a temporary consumer that reads nothing. */
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
