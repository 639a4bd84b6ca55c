/**
 * Finds by identity the documents that RAW still has. The ids of its messages, digests of the identities, are read once; a
 * document is fetched when it is queried.
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

export async function readKeptDocuments(bus: Bus, onRead: (done: number, total: number) => void): Promise<KeptDocuments> {
  const { state } = await bus.jsm.streams.info(streams.raw);
  /** Sequences by digest. */
  const kept = new Map<string, number>();
  if (state.messages > 0) {
    const consumer = await bus.js.consumers.get(streams.raw, { deliver_policy: DeliverPolicy.All, headers_only: true });
    let lastSeq = 0;
    for (let silences = 0; lastSeq < state.last_seq && silences < 3;) {
      const before = lastSeq;
      const messages: ConsumerMessages = await consumer.fetch({ max_messages: fetchMessages, expires: fetchExpiresMs });
      for await (const message of messages) {
        lastSeq = message.seq;
        const id = message.headers?.get('Nats-Msg-Id') ?? '';
        if (/^[0-9a-f]{32}$/.test(id)) kept.set(id, message.seq);
        if (lastSeq >= state.last_seq) break;
      }
      silences = lastSeq === before ? silences + 1 : 0;
      onRead(kept.size, state.messages);
    }
  }
  return {
    count: kept.size,
    since: state.messages === 0 ? null : new Date(state.first_ts).toISOString(),
    find: async (identity) => {
      const seq = kept.get(digestOf(identity));
      if (seq === undefined) return null;
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
