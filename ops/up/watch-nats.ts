/**
 * Ends a NATS server that accepts connections but answers nothing about one of its streams, so that it is restarted. nats-server 2.9 hangs
 * like that for good after a write met a full disk, even when there is room again (seen with 2.9.10, which Debian 12 has): the stream of
 * that write stops, and with it each connection that queries it, while the others answer.
 */
import { JetStreamApiError } from '@nats-io/jetstream';
import pino from 'pino';
import type { Config } from '#schemas/config.ts';
import { buckets, bucketStream, streams } from '#schemas/subjects.ts';
import { openBus } from '../nats/nats.ts';
import { pause } from '../process/pause.ts';
import type { RunningPart } from './part.ts';
import { watchPart } from './watch-part.ts';

const answerTimeoutMs = 2_000;
/** Far more than a server needs that recovers its streams or is short of processor time. */
const hangsAfterMs = 8_000;
/** Streams that are always written; they are all queried, the others one per turn. */
const busiest: readonly string[] = [streams.feed, streams.raw, bucketStream(buckets.leases)];
const others = [...Object.values(streams), ...Object.values(buckets).map(bucketStream)].filter((name) => !busiest.includes(name));

/** Resolves after `signal` aborted. */
export async function watchNats(
  part: Pick<RunningPart, 'status' | 'restart'>,
  { config, say, signal }: { readonly config: Config; readonly say: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const bus = await openBus(config, 'tickerwire-up-watch', pino({ level: 'silent' }));
  // An error is an answer too.
  const answersQuery = (stream: string): Promise<boolean> =>
    bus.jsm.streams.info(stream).then(() => true, (error: unknown) => error instanceof JetStreamApiError); // prettier-ignore
  let turn = 0;
  const answers = async (): Promise<boolean> => {
    const allAnswered = Promise.all([...busiest, others[turn % others.length]!].map(answersQuery)).then((each) => each.every(Boolean));
    const isAnswered = await Promise.race([allAnswered, pause(answerTimeoutMs, signal).then(() => false)]);
    // A stream that does not answer is queried again.
    if (isAnswered) turn += 1;
    return isAnswered;
  };
  try {
    await watchPart(part, { name: 'nats', answers: async () => !bus.isConnected() || answers(), hangsAfterMs, say, signal });
  } finally {
    await bus.close();
  }
}
