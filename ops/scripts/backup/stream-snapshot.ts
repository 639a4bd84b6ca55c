/**
 * Snapshots of JetStream streams in the server's own format: messages with sequences, times and headers, and positions of durable consumers
 * ($JS.API.STREAM.SNAPSHOT and RESTORE of the JetStream wire API, for which NATS clients have no calls). During a snapshot the stream may
 * grow; the server deletes none of its messages.
 */
import { createInbox, type Msg } from '@nats-io/transport-node';
import { z } from 'zod';
import type { Bus } from '../../nats/nats.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import { CommandError } from '../service-config.ts';
import { StreamFacts } from './manifest.ts';

const chunkBytes = 128 * 1_024;
const answerWithinMs = 30_000;
/** The server unpacks the snapshot before it answers the end of the data. */
const unpackedWithinMs = 600_000;

const Failure = z.object({ error: z.object({ description: z.string() }) });
const Begun = StreamFacts.pick({ config: true, state: true });
const Place = z.object({ deliver_subject: z.string() });

export interface Snapshot extends z.infer<typeof Begun> {
  /** The snapshot's bytes. The iteration throws when the server stops early. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Starts a snapshot. `inboxPrefix` is a prefix of subjects to which the connection's user may subscribe. */
export async function openSnapshot(
  bus: Bus,
  stream: string,
  { withConsumers, inboxPrefix }: { readonly withConsumers: boolean; readonly inboxPrefix: string },
): Promise<Snapshot> {
  const inbox = createInbox(inboxPrefix);
  const subscription = bus.connection.subscribe(inbox);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const messages = subscription[Symbol.asyncIterator]();
    try {
      for (;;) {
        const silent = (): Error => new CommandError(`NATS stopped sending the stream ${stream}`);
        const next = await withTimeout(answerWithinMs, messages.next(), silent);
        if (next.done === true) throw new CommandError(`the connection to NATS ended before the snapshot of ${stream} was complete`);
        const { headers, data } = next.value;
        if ((headers?.code ?? 0) >= 400) throw new CommandError(`NATS ended the stream ${stream} early: ${headers!.description}`);
        if (data.length === 0) return;
        yield data;
        // This acknowledges the chunk. The server sends only a limited number of chunks without acknowledgement.
        next.value.respond();
      }
    } finally {
      subscription.unsubscribe();
    }
  }
  try {
    const request = JSON.stringify({ deliver_subject: inbox, no_consumers: !withConsumers, chunk_size: chunkBytes });
    const answer = await bus.connection.request(`$JS.API.STREAM.SNAPSHOT.${stream}`, request, { timeout: answerWithinMs });
    return { ...answered(`take the stream ${stream}`, answer, Begun), chunks: chunks() };
  } catch (error) {
    subscription.unsubscribe();
    throw error;
  }
}

/** Creates the stream with this configuration from a snapshot. No stream with its name may exist. */
export async function restoreStream(
  bus: Bus,
  { name, config, state }: Pick<StreamFacts, 'name' | 'config' | 'state'>,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const what = `restore the stream ${name}`;
  const { connection } = bus;
  const begun = await connection.request(`$JS.API.STREAM.RESTORE.${name}`, JSON.stringify({ config, state }), { timeout: answerWithinMs });
  const { deliver_subject: subject } = answered(what, begun, Place);
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    for (let from = 0; from < chunk.length; from += chunkBytes) {
      const answer = await connection.request(subject, chunk.subarray(from, from + chunkBytes), { timeout: answerWithinMs });
      if (answer.data.length > 0) answered(what, answer, z.unknown());
    }
  }
  answered(what, await connection.request(subject, '', { timeout: unpackedWithinMs }), z.unknown());
}

function answered<Answer extends z.ZodType>(what: string, message: Msg, schema: Answer): z.infer<Answer> {
  let value: unknown;
  try {
    value = message.json();
  } catch {
    throw new CommandError(`NATS could not ${what}: its answer is not JSON`);
  }
  const failure = Failure.safeParse(value);
  if (failure.success) throw new CommandError(`NATS could not ${what}: ${failure.data.error.description}`);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new CommandError(`NATS could not ${what}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
