/** Publishes to RAW: once per identity, kept trying until RAW has it, and never a message that NATS would refuse for its size. */
import type { Bus } from '#ops/runtime/nats.ts';
import { digestOf } from '#schemas/identity.ts';
import { RawMessage } from '#schemas/raw.ts';
import { rawSubject } from '#schemas/subjects.ts';
import { insist, type Insisting } from '../retry.ts';
import { createRawRoom, type RawRoom } from './raw-room.ts';

/** Under NATS's default max_payload of 1 MiB, with room for headers. */
const payloadBytesMax = 900_000;

const encode = (message: RawMessage): Buffer => Buffer.from(JSON.stringify(message));

/** The same message small enough to publish: an article without its body, anything else as a refusal that is counted. */
function fit(message: RawMessage): { message: RawMessage; payload: Buffer } {
  const payload = encode(message);
  if (payload.length <= payloadBytesMax) return { message, payload };
  const smaller: RawMessage =
    message.kind === 'article'
      ? { ...message, body: null }
      : {
          kind: 'refusal',
          identity: message.identity,
          source: message.source,
          seen_at: message.seen_at,
          fetched_at: message.fetched_at,
          url: message.url,
          reason: 'too_large',
          detail: `${payload.length} bytes as a message; the limit is ${payloadBytesMax}`,
        };
  return { message: smaller, payload: encode(smaller) };
}

/** One `room` for all that a process publishes. */
export function createPublish(bus: Bus, insisting: Insisting, room: RawRoom = createRawRoom(bus)): (document: RawMessage) => Promise<void> {
  const publish = async (message: RawMessage, payload: Buffer): Promise<void> => {
    const settled = await room.take(payload.length);
    try {
      await bus.js.publish(rawSubject(message.kind), payload, { msgID: digestOf(message.identity), timeout: 2_000 });
    } finally {
      settled();
    }
  };
  return async (document) => {
    const { message, payload } = fit(RawMessage.parse(document));
    await insist('publish to RAW', () => publish(message, payload), insisting);
  };
}
