/** Reads a durable consumer of NATS in batches. Several processes may read the same consumer and share its messages. */
import type { JsMsg } from '@nats-io/jetstream';
import { fetchUntilAborted } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Logger } from '#ops/process/log.ts';
import { backoff, pause } from '#ops/process/pause.ts';
import type { Progress } from '#ops/process/progress.ts';

interface QueueReader {
  readonly bus: Bus;
  readonly stream: string;
  readonly consumer: string;
  /** Name of the messages in log entries and in the state of the part. */
  readonly name: string;
  readonly progress: Progress;
  readonly log: Logger;
  readonly batchSize: () => number | Promise<number>;
  readonly take: (message: JsMsg) => void | Promise<void>;
}

const fetchExpiresMs = 5_000;
const [retryFirstMs, retryLastMs] = [100, 5_000];

/** Passes each message to `take`, one after the other, until `signal` aborts. */
export async function readQueue(reader: QueueReader, signal: AbortSignal): Promise<void> {
  const { bus, stream, consumer: name, progress, log } = reader;
  for (let failures = 0; !signal.aborted;) {
    const size = await reader.batchSize();
    if (signal.aborted) return;
    try {
      const consumer = await bus.js.consumers.get(stream, name);
      for await (const message of await fetchUntilAborted(consumer, { max_messages: size, expires: fetchExpiresMs }, signal)) {
        if (signal.aborted) return;
        await reader.take(message);
      }
      failures = 0;
      progress.moved();
      progress.idle();
    } catch (error) {
      progress.waitsFor(`${reader.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      if (failures === 0) log.warn({ err: error }, `${reader.name}.unreadable`);
      await pause(backoff(failures, retryFirstMs, retryLastMs), signal);
      failures += 1;
    }
  }
}
