/**
 * Keeps recent publishes and repeats them after a change of NATS server. A server that comes back may have lost its last acknowledged
 * messages, because its machine was killed or its store restored. Nothing else is published and no position is stored before that; RAW
 * ignores what it already has.
 */
import type { Bus } from '#ops/nats/nats.ts';
import { tracedBy } from '#ops/nats/traced-by.ts';
import type { Logger } from 'pino';

export interface RawDocument {
  readonly subject: string;
  readonly id: string;
  readonly payload: Buffer;
  /** Traceparent of the span that published it. */
  readonly traceparent?: string;
}

export interface RawSession {
  /** Resolves once the current server has the recent publishes; rejects when a publish fails. */
  readonly certain: () => Promise<void>;
  /** Keeps a document that RAW has acknowledged. */
  readonly hold: (document: RawDocument) => void;
}

/** Milliseconds; a server flushes its streams every two minutes by default (nats-server, `sync_interval`). */
const heldForMs = 150_000;
const bytesMax = 64_000_000;
const publishTimeoutMs = 2_000;

export function createRawSession(bus: Bus, log: Logger, steadyMs: () => number = () => performance.now()): RawSession {
  const held = new Map<string, RawDocument & { readonly atMs: number }>();
  let bytes = 0;
  let server = serverOf(bus);
  let making: Promise<void> | null = null;

  function forget(id: string): void {
    bytes -= held.get(id)?.payload.length ?? 0;
    held.delete(id);
  }

  /** Drops the oldest documents past the bounds of age or size. */
  function trim(): void {
    for (const [id, { atMs }] of held) {
      if (bytes <= bytesMax && steadyMs() - atMs < heldForMs) return;
      forget(id);
    }
  }

  async function publishAgain(): Promise<void> {
    while (server !== serverOf(bus)) {
      const now = serverOf(bus);
      // All of them, whatever their age: nothing was flushed while no server ran.
      let count = 0;
      for (const { subject, id, payload, traceparent } of held.values().toArray()) {
        const { duplicate } = await bus.js.publish(subject, payload, { msgID: id, timeout: publishTimeoutMs, ...tracedBy(traceparent) });
        if (!duplicate) count += 1;
      }
      server = now;
      if (count > 0) log.warn({ held: held.size, lost: count }, 'raw.published_again');
    }
  }

  const certain = async (): Promise<void> => {
    if (server !== serverOf(bus)) await (making ??= publishAgain().finally(() => (making = null)));
  };

  // After a failure the next publish or stored position tries again.
  void (async () => {
    for await (const { type } of bus.connection.status())
      if (type === 'reconnect') await certain().catch((error: unknown) => log.warn({ err: error }, 'raw.not_published_again'));
  })();

  return {
    certain,
    hold: (document) => {
      forget(document.id);
      held.set(document.id, { ...document, atMs: steadyMs() });
      bytes += document.payload.length;
      trim();
    },
  };
}

const serverOf = ({ connection }: Bus): string => connection.info?.server_id ?? '';
