/**
 * Finds by identity the documents that RAW still has. The ids of its messages, digests of the identities, are read once, at 16 bytes per
 * message of any size; a document is fetched when it is queried.
 */
import { DeliverPolicy, type ConsumerMessages } from '@nats-io/jetstream';
import { digestOf } from '#schemas/identity.ts';
import { RawMessage } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import type { Bus } from '../../nats/nats.ts';

export interface KeptDocuments {
  /** Returns the document; null when RAW does not have it (any more), 'unreadable' when its message is something else. */
  readonly find: (identity: string) => Promise<RawMessage | 'unreadable' | null>;
  readonly count: number;
  /** When the oldest document came in; null when RAW is empty. */
  readonly since: string | null;
}

const fetchMessages = 2_000;
const fetchExpiresMs = 2_000;
const digestBytes = 16;

export async function readKeptDocuments(bus: Bus, onRead: (done: number, total: number) => void): Promise<KeptDocuments> {
  const { state } = await bus.jsm.streams.info(streams.raw);
  const index = createIndex(state.messages);
  if (state.messages > 0) {
    const consumer = await bus.js.consumers.get(streams.raw, { deliver_policy: DeliverPolicy.All, headers_only: true });
    let lastSeq = 0;
    for (let silences = 0; lastSeq < state.last_seq && silences < 3;) {
      const before = lastSeq;
      const messages: ConsumerMessages = await consumer.fetch({ max_messages: fetchMessages, expires: fetchExpiresMs });
      for await (const message of messages) {
        lastSeq = message.seq;
        const id = message.headers?.get('Nats-Msg-Id') ?? '';
        if (/^[0-9a-f]{32}$/.test(id)) index.add(id, message.seq);
        if (lastSeq >= state.last_seq) break;
      }
      silences = lastSeq === before ? silences + 1 : 0;
      onRead(index.size(), state.messages);
    }
  }
  return {
    count: index.size(),
    since: state.messages === 0 ? null : new Date(state.first_ts).toISOString(),
    find: async (identity) => {
      const seq = index.find(digestOf(identity));
      if (seq === null) return null;
      const message = await bus.jsm.streams.getMessage(streams.raw, { seq });
      if (message === null) return null;
      const parsed = RawMessage.safeParse(readJson(message.data));
      return parsed.success && parsed.data.identity === identity ? parsed.data : 'unreadable';
    },
  };
}

function readJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Open addressing by the first 64 bits of a digest; sequences stay below 2^53. */
function createIndex(expected: number) {
  let capacity = 1 << Math.ceil(Math.log2(Math.max(1_024, expected * 2)));
  let [keys, seqs] = [new BigUint64Array(capacity), new Float64Array(capacity)];
  let count = 0;
  const keyOf = (digest: string): bigint => BigInt(`0x${digest.slice(0, digestBytes)}`) || 1n;
  const slotOf = (key: bigint): number => {
    let slot = Number(key & BigInt(capacity - 1));
    while (keys[slot] !== 0n && keys[slot] !== key) slot = (slot + 1) & (capacity - 1);
    return slot;
  };
  const put = (key: bigint, seq: number): void => {
    const slot = slotOf(key);
    if (keys[slot] === 0n) count += 1;
    keys[slot] = key;
    seqs[slot] = seq;
  };
  const grow = (): void => {
    const [oldKeys, oldSeqs] = [keys, seqs];
    capacity *= 2;
    [keys, seqs, count] = [new BigUint64Array(capacity), new Float64Array(capacity), 0];
    oldKeys.forEach((key, slot) => {
      if (key !== 0n) put(key, oldSeqs[slot]!);
    });
  };
  return {
    add: (digest: string, seq: number): void => {
      if (count * 2 >= capacity) grow();
      put(keyOf(digest), seq);
    },
    find: (digest: string): number | null => {
      const slot = slotOf(keyOf(digest));
      return keys[slot] === 0n ? null : (seqs[slot] ?? null);
    },
    size: () => count,
  };
}
