/** The load of a service's users: they poll, page, query Radar and the tools, and have webhooks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addAlert } from '#ops/accounts/account-alerts.ts';
import { addWebhook } from '#ops/accounts/account-webhooks.ts';
import { createAccount, createKey } from '#ops/accounts/accounts.ts';
import { openBus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { serviceConfig } from '#ops/scripts/service-config.ts';
import { buckets } from '#schemas/subjects.ts';
import type { Demo } from '#test/support/demo.ts';
import { testLog } from '#test/support/log.ts';
import { until } from '#test/support/until.ts';

export interface Load {
  /** Number of answers by request and status; status 0: no answer. */
  readonly answers: ReadonlyMap<string, number>;
  readonly stop: () => Promise<void>;
}

interface FeedPage {
  readonly results: readonly { readonly enrichment: { readonly tickers: readonly string[] } }[];
  readonly next_cursor: string | null;
}

const plenty = { requestsPerMinute: 1_000_000, requestsPerDay: 100_000_000 };
const alertsMost = 100;
const tickersLeast = 20;
const pagesMost = 10;
const timeoutMs = 30_000;

/** Creates an account without a quota limit, with a webhook at `receiver` and alerts on companies of the demo; returns its key. */
async function makeCustomer(demo: Demo, receiver: string): Promise<string> {
  const bus = await openBus(serviceConfig(demo.dir), 'endurance', testLog);
  try {
    const accounts = await openBucket(bus, buckets.accounts);
    const account = await createAccount(accounts, { name: 'endurance', plan: 'pro', ...plenty }, new Date());
    const { key } = await createKey(accounts, account.id, new Date());
    const tickers = await until(
      `${tickersLeast} tickers in the feed`,
      async () => {
        const found = await tickersOfFeed(demo, key);
        return found.length >= tickersLeast && found;
      },
      120_000,
    );
    for (const ticker of tickers) await addAlert(accounts, account.id, { ticker, categories: [], minRelevance: 5 }, new Date());
    await addWebhook(accounts, account.id, `${receiver}/hook`, [receiver], new Date());
    return key;
  } finally {
    await bus.close();
  }
}

/** Returns tickers that occur in the feed, so that the alerts match articles. */
async function tickersOfFeed(demo: Demo, key: string): Promise<string[]> {
  const tickers = new Set<string>();
  let cursor = '';
  for (let page = 0; page < pagesMost && tickers.size < alertsMost; page += 1) {
    const url = `${demo.run().api}/api/news/?page_size=50&min_relevance=5${cursor}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(timeoutMs) });
    const { results, next_cursor } = (await response.json()) as FeedPage;
    for (const { enrichment } of results) for (const ticker of enrichment.tickers) tickers.add(ticker);
    if (next_cursor === null) break;
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
  return [...tickers].slice(0, alertsMost);
}

export async function startLoad(demo: Demo, receiver: string): Promise<Load> {
  const key = await makeCustomer(demo, receiver);
  const answers = new Map<string, number>();
  const stopping = new AbortController();
  const signal = stopping.signal;

  async function ask(what: string, url: string, init: RequestInit = {}): Promise<string | null> {
    const response = await fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => null);
    const name = `${what} ${response?.status ?? 0}`;
    answers.set(name, (answers.get(name) ?? 0) + 1);
    return (await response?.text().catch(() => null)) ?? null;
  }
  const get = (what: string, path: string): Promise<string | null> => ask(what, `${demo.run().api}${path}`);
  const cursorOf = (text: string | null): string => {
    const { next_cursor: cursor } = JSON.parse(text ?? '{}') as { readonly next_cursor?: string | null };
    return cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
  };
  const tool = (): Promise<string | null> =>
    ask('tool', `${demo.run().mcp}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'svc_trending', arguments: {} } }),
    });
  let cursor = '';
  let walk = '';
  const doings: readonly (readonly [everyMs: number, act: () => Promise<unknown>])[] = [
    [500, async () => (cursor = cursorOf(await get('delta', `/api/news/?sort=ingested&page_size=20${cursor}`)) || cursor)],
    [500, async () => (walk = cursorOf(await get('walk', `/api/news/?page_size=20${walk}`)))],
    [1_000, () => get('filtered', '/api/news/?category=earnings&min_relevance=7')],
    [2_000, () => get('search', `/api/news/search/?q=${['results', 'insider', 'rates', 'shares fall'][Date.now() % 4]}`)],
    [2_000, tool],
    [5_000, () => get('radar', '/api/signals/snapshot/?limit=20')],
    [60_000, () => get('file', '/api/news/insider/?format=csv')],
  ];
  const running = doings.map(async ([everyMs, act]) => {
    while (!signal.aborted) {
      await act();
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  });
  return {
    answers,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
