/**
 * A single NATS server that was killed with its machine, or whose store was put back, may hold RAW and refine's place in it as
 * of different moments: the place is then beyond the end of RAW, and documents that come later under those sequences would
 * count as read. So after every restart of the server refine reads the last documents again; those that it knows change nothing.
 */
import { DeliverPolicy, type ConsumerConfig } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { isPlaceSure, serverKey } from '../raw-space.ts';

/** More than any source brings in the seconds that a store can lose. */
export const rereadMessages = 10_000;

/** Returns how many documents before its place refine reads again. To be called before RAW is read on, after every connection. */
export async function rereadRaw(bus: Bus, log: Logger): Promise<number> {
  const server = bus.connection.info?.server_id ?? '';
  const stream = await bus.jsm.streams.info(streams.raw);
  if (await isPlaceSure(bus, stream)) return 0;
  const { state } = stream;
  const { ack_floor: floor, config: consumer } = await bus.jsm.consumers.info(streams.raw, consumers.refine);
  const readSeq = Math.min(floor.stream_seq, state.last_seq);
  const fromSeq = Math.max(1, readSeq - rereadMessages + 1);
  if (floor.stream_seq > 0) {
    // A place can only be given to a new consumer. Where this process dies in between, `apply` makes one that reads all.
    await bus.jsm.consumers.delete(streams.raw, consumers.refine);
    await bus.jsm.consumers.add(streams.raw, { ...settingsOf(consumer), deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: fromSeq });
    log.info({ fromSeq, placeSeq: floor.stream_seq, lastSeq: state.last_seq }, 'raw.read_again');
  }
  await (await openBucket(bus, buckets.feedLog)).put(serverKey, server);
  return readSeq - fromSeq + 1;
}

const settingsOf = ({
  durable_name,
  ack_policy,
  replay_policy,
  ack_wait,
  max_deliver,
  max_ack_pending,
}: ConsumerConfig): Partial<ConsumerConfig> => ({
  ...(durable_name !== undefined && { durable_name }),
  ack_policy,
  replay_policy,
  ...(ack_wait !== undefined && { ack_wait }),
  ...(max_deliver !== undefined && { max_deliver }),
  ...(max_ack_pending !== undefined && { max_ack_pending }),
});
