/** Asks the store every other second whether it answers, for readiness and the tail's lag, not for requests. */
import { lastSequence } from '#clickhouse/feed.ts';
import type { Store } from '#clickhouse/store.ts';

export interface StoreWatch {
  readonly state: () => 'ok' | string;
  readonly stop: () => void;
}

const everyMs = 2_000;

export function watchStore(store: Store): StoreWatch {
  let state = 'not asked yet';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const ask = async (): Promise<void> => {
    try {
      await lastSequence(store);
      state = 'ok';
    } catch (error) {
      // Its first line: the engine's messages go on for many.
      state = `does not answer: ${error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : 'unknown'}`;
    }
    if (!isStopped) timer = setTimeout(() => void ask(), everyMs).unref();
  };
  void ask();
  return {
    state: () => state,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
