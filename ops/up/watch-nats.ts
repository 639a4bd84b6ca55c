/**
 * Ends a NATS server that takes connections and answers nothing about its streams, so that it is started again. nats-server 2.9 stands
 * like that for good once a write of its store met a full disk, also when there is room again (seen with 2.9.10, which Debian 12 has).
 */
import { JetStreamApiError } from '@nats-io/jetstream';
import pino from 'pino';
import type { Config } from '#schemas/config.ts';
import { streams } from '#schemas/subjects.ts';
import { openBus } from '../runtime/nats.ts';
import { pause } from '../runtime/pause.ts';
import type { Part } from './part.ts';

const askedEveryMs = 1_000;
const answerTimeoutMs = 2_000;
/** Far more than a server needs that recovers its streams or is short of processor time. */
const standsAfterMs = 8_000;

/** Resolves once `signal` aborted. */
export async function watchNats(
  part: Pick<Part, 'status' | 'restart'>,
  { config, say, signal }: { readonly config: Config; readonly say: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const bus = await openBus(config, 'tickerwire-up-watch', pino({ level: 'silent' }));
  // An error is an answer, too.
  const answers = (): Promise<boolean> =>
    Promise.race([
      bus.jsm.streams.info(streams.feed).then(() => true, (error: unknown) => error instanceof JetStreamApiError), // prettier-ignore
      pause(answerTimeoutMs, signal).then(() => false),
    ]);
  let answeredAtMs = performance.now();
  try {
    while (!signal.aborted) {
      const isAsked = bus.isConnected() && part.status().state === 'ready';
      if (!isAsked || (await answers())) answeredAtMs = performance.now();
      else if (performance.now() - answeredAtMs > standsAfterMs && !signal.aborted) {
        say(`nats has answered nothing for ${standsAfterMs / 1_000} s, as after a full disk: it is started again`);
        part.restart();
        answeredAtMs = performance.now();
      }
      await pause(askedEveryMs, signal);
    }
  } finally {
    await bus.close();
  }
}
