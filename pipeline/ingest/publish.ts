/** Publishes to RAW: once per identity, kept trying until RAW has it, and never a message that NATS would refuse for its size. */
import type { Bus } from '#ops/runtime/nats.ts';
import { digestOf } from '#schemas/identity.ts';
import { RawMessage } from '#schemas/raw.ts';
import { rawSubject } from '#schemas/subjects.ts';
import { freeRead, rawState, seqToLeave } from '../raw-space.ts';
import { insist, type Insisting } from '../retry.ts';

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

/** RAW holds nothing that could be freed: refused documents are published again until refine has read some. */
export class RawFullError extends Error {}

/** JSStreamStoreFailedF of nats-server (errors.json): the stream's own store refuses, for one of its bounds or a fault of the disk. */
const storeFailedCode = 10077;

/** Of a full RAW freed at a time; refine, where it runs, has freed what it read before RAW is full. */
const freedShare = 0.05;

/** Makes room for what was refused, by documents that are refined; where there are none, the reason says how many wait. */
async function explained(bus: Bus, error: unknown): Promise<unknown> {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (code !== storeFailedCode || !/maximum bytes exceeded/.test(String(message))) return error;
  try {
    const state = await rawState(bus);
    const freed = await freeRead(bus, state, seqToLeave(state, state.bytesMax * (1 - freedShare)));
    return freed > 0 ? error : new RawFullError(`RAW is full, refine has ${state.unread} documents before it`, { cause: error });
  } catch {
    return error;
  }
}

export function createPublish(bus: Bus, insisting: Insisting): (document: RawMessage) => Promise<void> {
  // Many may be refused at a time: the reason is looked up once.
  let explaining: Promise<unknown> | null = null;
  const publish = async (message: RawMessage, payload: Buffer): Promise<void> => {
    try {
      await bus.js.publish(rawSubject(message.kind), payload, { msgID: digestOf(message.identity), timeout: 2_000 });
    } catch (error) {
      explaining ??= explained(bus, error).finally(() => (explaining = null));
      throw await explaining;
    }
  };
  return async (document) => {
    const { message, payload } = fit(RawMessage.parse(document));
    await insist('publish to RAW', () => publish(message, payload), insisting);
  };
}
