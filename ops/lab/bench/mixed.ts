/**
 * Measures the response times of the whole service for 200 pollers at the rate of the plan `pro`, while 50 articles per second arrive and
 * past articles are loaded. Half of the pollers use delta mode, a quarter filters, an eighth one symbol, and an eighth page back through
 * the feed. Ceiling: the same pollers at bare node:http with one of their pages.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { createAccount, createKey } from '../../accounts/accounts.ts';
import type { Bus } from '../../nats/nats.ts';
import { openBucket } from '../../nats/streams.ts';
import { plans } from '#schemas/plan.ts';
import { streams } from '#schemas/subjects.ts';
import { categories } from '#schemas/vocabulary.ts';
import { jsonType } from '#api/reply/content.ts';
import { withDemo } from './demo.ts';
import { randomOf } from '../upstream/random.ts';
import { startBareHttp } from './http.ts';
import { benchFolder, measurement, quantile, type Measurements } from './measure.ts';
import { measureService } from './visible.ts';

const pollersCount = 200;
const pauseMs = 60_000 / plans.pro.requestsPerMinute;
const requestTimeoutMs = 10_000;
const bareMs = 10_000;
/** Days of past articles that the local upstream serves, more than can be loaded during the run. */
const historyDays = 120;
const tickers = 200;

type Kind = 'delta' | 'newest' | 'symbol' | 'walk';

interface Poller {
  readonly kind: Kind;
  readonly key: string;
  readonly path: string;
  cursor: string | null;
}

interface Seen {
  readonly times: Record<Kind, number[]>;
  failures: number;
  /** A page that a poller of kind `newest` received, or null before the first. */
  page: Buffer | null;
}

const kindOf = (index: number): Kind => (index % 2 === 0 ? 'delta' : index % 4 === 1 ? 'newest' : index % 8 === 3 ? 'symbol' : 'walk');

async function makePollers(bus: Bus): Promise<Poller[]> {
  const bucket = await openBucket(bus, 'accounts');
  const symbols = await openBucket(bus, 'symbols');
  const known: string[] = [];
  for await (const key of await symbols.keys()) if (known.push(key) >= tickers) break;
  const random = randomOf(17, 'bench', 0);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const pollers: Poller[] = [];
  for (let index = 0; index < pollersCount; index += 1) {
    const account = await createAccount(bucket, { name: `bench ${index}`, plan: 'pro', requestsPerMinute: null, requestsPerDay: null }, new Date());
    const { key } = await createKey(bucket, account.id, new Date());
    const kind = kindOf(index);
    const filters: Record<string, string> = { page_size: '20', min_relevance: String(1 + (index % 6)) };
    if (kind === 'delta') filters.sort = 'ingested';
    if (kind === 'newest') filters.category = [...new Set([pick(categories), pick(categories), pick(categories)])].join(',');
    if (kind === 'symbol') filters.symbol = pick(known);
    pollers.push({ kind, key, path: `/api/news/?${new URLSearchParams(filters).toString()}`, cursor: null });
  }
  return pollers;
}

/** Polls at the plan's rate until `stopped`. After a response slower than the pause it polls again at once. */
async function poll(
  poller: Poller,
  ground: { readonly url: string; readonly agent: Agent; readonly firstAtMs: number },
  seen: Seen,
  stopped: AbortSignal,
) {
  const { kind, key, path } = poller;
  await sleep(ground.firstAtMs);
  while (!stopped.aborted) {
    const startedAtMs = performance.now();
    const url = `${ground.url}${path}${poller.cursor === null ? '' : `&cursor=${encodeURIComponent(poller.cursor)}`}`;
    try {
      const timeouts = { headersTimeout: requestTimeoutMs, bodyTimeout: requestTimeoutMs };
      const { statusCode, body } = await request(url, { dispatcher: ground.agent, headers: { authorization: `Bearer ${key}` }, ...timeouts });
      const bytes = Buffer.from(await body.arrayBuffer());
      if (statusCode !== 200) throw new Error(`the API answered ${statusCode}`);
      seen.times[kind].push(performance.now() - startedAtMs);
      if (kind === 'newest') seen.page ??= bytes;
      if (kind === 'delta' || kind === 'walk') poller.cursor = /"next_cursor":"([\w-]+)"/.exec(bytes.toString('latin1'))?.[1] ?? null;
    } catch {
      seen.failures += 1;
    }
    await sleep(Math.max(0, pauseMs - (performance.now() - startedAtMs)));
  }
}

/** Runs all pollers until `work` has finished. Returns the result of `work` and the response times. */
async function underLoad<T>(pollers: readonly Poller[], url: string, work: () => Promise<T>): Promise<{ readonly seen: Seen; readonly done: T }> {
  const seen: Seen = { times: { delta: [], newest: [], symbol: [], walk: [] }, failures: 0, page: null };
  const stopping = new AbortController();
  const agent = new Agent({ connections: pollersCount, pipelining: 1 });
  const running = pollers.map((poller, index) => poll(poller, { url, agent, firstAtMs: (index * pauseMs) / pollers.length }, seen, stopping.signal));
  try {
    return { done: await work(), seen };
  } finally {
    stopping.abort();
    await Promise.all(running);
    await agent.close();
  }
}

async function bareTimes(pollers: readonly Poller[], page: Buffer): Promise<number[]> {
  const bare = await startBareHttp({ headers: ['Content-Type', jsonType], body: page }, await benchFolder());
  try {
    const fresh = pollers.map((poller) => ({ ...poller, cursor: null }));
    const { seen } = await underLoad(fresh, bare.url, () => sleep(bareMs));
    return Object.values(seen.times).flat();
  } finally {
    await bare.stop();
  }
}

export const benchMixed = (): Promise<Measurements> =>
  withDemo(
    async ({ api, bus }) => {
      const pollers = await makePollers(bus);
      const feedLength = async (): Promise<number> => (await bus.jsm.streams.info(streams.feed)).state.last_seq;
      const lengthBefore = await feedLength();
      const { seen, done: delays } = await underLoad(pollers, api, () => measureService(bus, api));
      const records = (await feedLength()) - lengthBefore;
      const times = Object.values(seen.times).flat();
      if (seen.page === null) throw new Error('no newest-first page was answered');
      const bare = await bareTimes(pollers, seen.page);
      const kinds = Object.entries(seen.times).map(([kind, own]) => `${kind} ${quantile(own, 0.99).toFixed(0)}`);
      const note =
        `p99 of ${times.length} answers, p50 ${quantile(times, 0.5).toFixed(1)}; p99 of ${kinds.join(', ')}; ${seen.failures} failures; ` +
        `visible p50 ${quantile(delays, 0.5).toFixed(0)}, p99 ${quantile(delays, 0.99).toFixed(0)} ms, ${delays.length} rows; ` +
        `${records} records entered the feed; ceiling: the same pollers at bare node:http`;
      return { mixed: measurement(quantile(times, 0.99), quantile(bare, 0.99), 'ms', note) };
    },
    ['--rate', '0', '--history-days', String(historyDays)],
  );
