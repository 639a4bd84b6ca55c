/**
 * Makes refine read the last documents of RAW again after every restart of the NATS server. A single server that was killed
 * with its machine, or whose store was restored, may hold RAW and refine's position in it as of different moments. The
 * position is then beyond the end of RAW, and later documents under those sequences would count as read. Documents that
 * refine already knows change nothing.
 */
import { DeliverPolicy, type ConsumerConfig } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { isPlaceSure, serverKey } from '../raw-space.ts';

/** More than all sources bring in the seconds that a store can lose. */
export const rereadMessages = 10_000;

/** Returns how many documents before its position refine reads again. Call it after every connection, before RAW is read on. */
export async function rereadRaw(bus: Bus, log: Logger): Promise<number> {
  const server = bus.connection.info?.server_id ?? '';
  const stream = await bus.jsm.streams.info(streams.raw);
  if (await isPlaceSure(bus, stream)) return 0;
  const { state } = stream;
  const { ack_floor: floor, config: consumer } = await bus.jsm.consumers.info(streams.raw, consumers.refine);
  const readSeq = Math.min(floor.stream_seq, state.last_seq);
  const fromSeq = Math.max(1, readSeq - rereadMessages + 1);
  if (floor.stream_seq > 0) {
    // Only a new consumer can get a position. If this process dies in between, `apply` makes one that reads all.
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
