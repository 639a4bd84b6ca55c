/** Stores attempts in ClickHouse in batches, so that no delivery waits for it. While it is unreachable, the newest stay in memory. */
import { storeAttempts, type WebhookAttempt, type WebhookOwner } from '#clickhouse/webhook-attempts.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Logger } from '#ops/process/log.ts';
import { backoff, pause } from '#ops/process/pause.ts';

export type AttemptJournal = ReturnType<typeof createAttemptJournal>;

const everyMs = 250;
const batchMax = 2_000;
const queuedMax = 20_000;
const [retryFirstMs, retryLastMs] = [250, 10_000];

export function createAttemptJournal(store: Store, { log, onLost }: { readonly log: Logger; readonly onLost: (count: number) => void }) {
  const queued: (WebhookAttempt & WebhookOwner)[] = [];
  const closing = new AbortController();
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    let failures = 0;
    while (!ending.signal.aborted) {
      if (queued.length === 0) {
        if (closing.signal.aborted) return;
        await pause(everyMs, closing.signal);
        continue;
      }
      const batch = queued.slice(0, batchMax);
      try {
        await storeAttempts(store, batch);
        const stored = new Set(batch);
        queued.splice(0, queued.length, ...queued.filter((one) => !stored.has(one)));
        failures = 0;
        await pause(everyMs, closing.signal);
      } catch (error) {
        if (failures === 0) log.warn({ err: error, queued: queued.length }, 'webhook_attempts.not_stored');
        await pause(backoff(failures, retryFirstMs, retryLastMs), ending.signal);
        failures += 1;
      }
    }
  };
  const running = run();
  return {
    add: (attempt: WebhookAttempt & WebhookOwner): void => {
      queued.push(attempt);
      if (queued.length <= queuedMax) return;
      queued.shift();
      onLost(1);
    },
    /** Resolves when all attempts are stored or `withinMs` have passed. No attempt may be added afterwards. */
    close: async (withinMs: number): Promise<void> => {
      closing.abort();
      const timer = setTimeout(() => ending.abort(), withinMs);
      await running;
      clearTimeout(timer);
      if (queued.length > 0) onLost(queued.length);
    },
  };
}
