/**
 * Compares the tables with this release when a process starts. The start does not wait for an unavailable ClickHouse; the check is repeated
 * until ClickHouse answers and the migrations are applied.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import type { Store } from '../store.ts';
import { verifySchema } from './verify.ts';

export type SchemaCheck = Awaited<ReturnType<typeof checkSchema>>;

const startTimeoutMs = 3_000;
const againAfterMs = 1_000;

/** Starts the check. Throws a ControlPlaneError if ClickHouse answers within `startTimeoutMs` and its tables are not as needed. */
export async function checkSchema(store: Store, onRefused: (error: ControlPlaneError) => void) {
  const stopping = new AbortController();
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  let state = 'ClickHouse has not answered yet';
  let notes: readonly string[] = [];
  const check = async (): Promise<ControlPlaneError | null> => {
    try {
      notes = await verifySchema(store);
      state = 'ok';
      settle();
      return null;
    } catch (error) {
      const isNew = state !== (error as Error).message;
      if (!(error instanceof ControlPlaneError)) return null;
      state = error.message;
      return isNew ? error : null;
    }
  };
  const first = check();
  const refused = await Promise.race([first, sleep(startTimeoutMs, null, { ref: false })]);
  if (refused !== null) throw refused;
  void (async () => {
    await first;
    while (state !== 'ok' && !stopping.signal.aborted) {
      await sleep(againAfterMs * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      const found = stopping.signal.aborted ? null : await check();
      if (found !== null) onRefused(found);
    }
  })();
  return {
    /** Returns `ok` when the tables are as needed, else the problem. */
    state: (): string => state,
    /** Returns differences that do not prevent work, one line each. */
    notes: (): readonly string[] => notes,
    /** Resolves when the state is `ok`; rejects if `signal` aborts first. */
    verified: async (signal: AbortSignal): Promise<void> => {
      signal.throwIfAborted();
      const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
      aborted.catch(() => undefined);
      await Promise.race([settled, aborted]);
    },
    stop: (): void => stopping.abort(),
  };
}
