/**
 * Makes refine read the last documents of RAW again after every restart of the NATS server. A single server that was killed
 * with its machine, or whose store was restored, may have RAW in one state and refine's position in RAW from an earlier or later one. The
 * position is then beyond the end of RAW, and later documents under those sequences would count as read. Documents that
 * refine already knows change nothing.
 */
import { DeliverPolicy } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import { orNull } from '#ops/nats/control-plane/present.ts';
import { refineConsumer } from '#ops/nats/control-plane/wanted.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { isPositionVerified, serverKey } from '../raw/usage.ts';

/** More than all sources bring in the seconds that a store can lose. */
const rereadMessages = 10_000;

/** Returns how many documents before its position refine reads again. Call it after every connection, before reading from RAW continues. */
export async function rereadRaw(bus: Bus, log: Logger): Promise<number> {
  const server = bus.connection.info?.server_id ?? '';
  const stream = await bus.jsm.streams.info(streams.raw);
  if (await isPositionVerified(bus, stream)) return 0;
  const { state } = stream;
  const consumer = await orNull(bus.jsm.consumers.info(streams.raw, consumers.refine));
  const readSeq = Math.min(consumer?.ack_floor.stream_seq ?? state.last_seq, state.last_seq);
  // Without a consumer nothing says what was read: all of RAW is read again.
  const fromSeq = consumer === null ? 1 : Math.max(1, readSeq - rereadMessages + 1);
  // A consumer that has delivered nothing was set back already. The acknowledgement floor does not show it: a session that has not noticed
  // the restart acknowledges messages without moving the floor.
  if (consumer?.delivered.stream_seq !== 0) {
    // Only a new consumer can get a position. A try that fails after this leaves no consumer; the next one adds it.
    if (consumer !== null) await bus.jsm.consumers.delete(streams.raw, consumers.refine);
    await bus.jsm.consumers.add(streams.raw, { ...refineConsumer, deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: fromSeq });
    log.info({ fromSeq, placeSeq: consumer?.ack_floor.stream_seq, lastSeq: state.last_seq }, 'raw.read_again');
  }
  await (await openBucket(bus, buckets.feedLog)).put(serverKey, server);
  return readSeq - fromSeq + 1;
}
