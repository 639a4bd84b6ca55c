/**
 * Makes refine read the last documents of RAW again after every restart of the NATS server. After a crash of the machine or a restore, the
 * position of refine in RAW may be beyond the end of RAW, and new documents up to that position would count as read. A document that refine
 * knows changes nothing.
 */
import { DeliverPolicy } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import { infoOrNull } from '#ops/nats/control-plane/present.ts';
import { refineConsumer } from '#ops/nats/control-plane/wanted.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { isPositionVerified, serverKey } from '../raw/usage.ts';

/** More documents than all sources bring in the seconds that a server can lose. */
const rereadMessages = 10_000;

/** Returns the number of documents before its position that refine reads again. It must run after every connection, before reading continues. */
export async function rereadRaw(bus: Bus, log: Logger): Promise<number> {
  const server = bus.connection.info?.server_id ?? '';
  const stream = await bus.jsm.streams.info(streams.raw);
  if (await isPositionVerified(bus, stream)) return 0;
  const { state } = stream;
  const consumer = await infoOrNull(bus.jsm.consumers.info(streams.raw, consumers.refine));
  const readSeq = Math.min(consumer?.ack_floor.stream_seq ?? state.last_seq, state.last_seq);
  // Without a consumer it is unknown what was read, so all of RAW is read again.
  const fromSeq = consumer === null ? 1 : Math.max(1, readSeq - rereadMessages + 1);
  // A consumer without a delivery was already reset. Its acknowledgement floor does not show that, because a session that missed the restart
  // acknowledges messages without moving the floor.
  if (consumer?.delivered.stream_seq !== 0) {
    // Only a new consumer can get a position. A failure after the deletion leaves no consumer, and the next try adds one.
    if (consumer !== null) await bus.jsm.consumers.delete(streams.raw, consumers.refine);
    await bus.jsm.consumers.add(streams.raw, { ...refineConsumer, deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: fromSeq });
    log.info({ fromSeq, placeSeq: consumer?.ack_floor.stream_seq, lastSeq: state.last_seq }, 'raw.read_again');
  }
  await (await openBucket(bus, buckets.feedLog)).put(serverKey, server);
  return readSeq - fromSeq + 1;
}
