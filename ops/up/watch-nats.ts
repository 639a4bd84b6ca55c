/**
 * Restarts a NATS server that accepts connections but does not answer for one of its streams. nats-server 2.9 (seen with Debian 12's 2.9.10)
 * hangs permanently after a write met a full disk: that stream stops, and so does each connection that queries it.
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
/** Much longer than a server that recovers its streams or lacks processor time needs. */
const hangsAfterMs = 8_000;
/** Streams that are written all the time. All of them are queried each time, and one of the others in turn. */
const busiest: readonly string[] = [streams.feed, streams.raw, bucketStream(buckets.leases)];
const others = [...Object.values(streams), ...Object.values(buckets).map(bucketStream)].filter((name) => !busiest.includes(name));

export async function watchNats(
  part: Pick<RunningPart, 'status' | 'restart'>,
  { config, say, signal }: { readonly config: Config; readonly say: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const bus = await openBus(config, 'tickerwire-up-watch', pino({ level: 'silent' }));
  // An error reply is an answer too.
  const answersQuery = (stream: string): Promise<boolean> =>
    bus.jsm.streams.info(stream).then(() => true, (error: unknown) => error instanceof JetStreamApiError); // prettier-ignore
  let turn = 0;
  const answers = async (): Promise<boolean> => {
    const allAnswered = Promise.all([...busiest, others[turn % others.length]!].map(answersQuery)).then((each) => each.every(Boolean));
    const isAnswered = await Promise.race([allAnswered, pause(answerTimeoutMs, signal).then(() => false)]);
    // A stream that did not answer is queried again.
    if (isAnswered) turn += 1;
    return isAnswered;
  };
  try {
    await watchPart(part, { name: 'nats', answers: async () => !bus.isConnected() || answers(), hangsAfterMs, say, signal });
  } finally {
    await bus.close();
  }
}
