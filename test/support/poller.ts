/** A client that polls in delta mode as specification.md 4.1 requires, through any failure of the service. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredItem } from '#schemas/item.ts';

interface Page {
  readonly results: readonly StoredItem[];
  readonly next_cursor: string;
}

export interface Poller {
  /** Rows in the order of their arrival. */
  readonly rows: readonly { readonly uid: string; readonly item: StoredItem; readonly receivedAtMs: number }[];
  readonly failures: () => number;
  /** Resolves when a later page is empty, that is, when the poller has caught up. */
  readonly stop: () => Promise<void>;
  /** Stops the poller at once, because a failed test must not leave it running. */
  readonly abandon: () => void;
}

/** Starts a poller, from the given cursor or on an empty feed. */
export function startPoller(options: {
  readonly api: () => string;
  readonly key: string;
  readonly query?: string;
  readonly cursor?: string | null;
  readonly pageSize?: number;
  readonly pauseMs?: number;
}): Poller {
  const { api, key, query = '', pageSize = 50, pauseMs = 50 } = options;
  const rows: { uid: string; item: StoredItem; receivedAtMs: number }[] = [];
  let cursor = options.cursor ?? null;
  let failures = 0;
  let stopping = false;
  let abandoned = false;

  const poll = async (): Promise<Page | null> => {
    const at = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    try {
      const response = await fetch(`${api()}/api/news/?sort=ingested&page_size=${pageSize}${query}${at}`, {
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(30_000),
      });
      if (response.status === 200) return (await response.json()) as Page;
      await response.arrayBuffer();
      // An outage answers 503. Another status below 500 except 429 is a defect, which no retry mends.
      if (response.status < 500 && response.status !== 429) throw new Error(`the poller was answered ${response.status}`);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('the poller')) throw error;
    }
    failures += 1;
    return null;
  };

  const running = (async () => {
    while (!abandoned) {
      const page = await poll();
      if (page !== null) {
        const receivedAtMs = Date.now();
        rows.push(...page.results.map((item) => ({ uid: item.original.uid, item, receivedAtMs })));
        cursor = page.next_cursor;
        if (page.results.length === pageSize) continue;
        if (page.results.length === 0 && stopping) return;
      }
      await sleep(pauseMs);
    }
  })();
  return {
    rows,
    failures: () => failures,
    stop: () => {
      stopping = true;
      return running;
    },
    abandon: () => {
      abandoned = true;
    },
  };
}
