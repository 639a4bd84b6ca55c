/**
 * Measures the time from publishing an article to RAW until the API returns its row, at 50 articles per second. Ceiling: a message of about
 * the same size from a JetStream publish to a consumer, in the same run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { createAccount, createKey } from '../../accounts/accounts.ts';
import type { Bus } from '../../nats/nats.ts';
import { readEntries } from '../../nats/bucket-entry.ts';
import { openBucket } from '../../nats/streams.ts';
import { digestOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { consumers, rawSubject, streams } from '#schemas/subjects.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { rawArticle } from '#test/support/raw-articles.ts';
import { startTimeoutMs, withDemo } from './demo.ts';
import { measurement, median, quantile, type Measurements } from './measure.ts';

const articlesPerSecond = 50;
const articles = 1_000;
const pollPauseMs = 5;

export const benchVisible = (): Promise<Measurements> =>
  withDemo(async ({ api, bus }) => {
    const delays = await measureService(bus, api);
    const bare = await measureBare(bus);
    const note = `p50; p99 ${quantile(delays, 0.99).toFixed(0)} ms (bare ${quantile(bare, 0.99).toFixed(1)}), ${delays.length} of ${articles} rows at ${articlesPerSecond}/s`;
    return { visible: measurement(median(delays), median(bare), 'ms', note) };
  });

/** Returns articles about listed companies. Their headlines differ enough not to be near-duplicates. */
async function makeArticles(bus: Bus): Promise<RawArticle[]> {
  const bucket = await openBucket(bus, 'symbols');
  let companies: SymbolEntry[] = [];
  for (const deadline = Date.now() + startTimeoutMs; companies.length < 100; await sleep(200)) {
    companies = [...(await readEntries(bucket, SymbolEntry)).values()];
    if (Date.now() > deadline) throw new Error('the symbol directory was not loaded');
  }
  const stocks = companies.filter((company) => company.asset_type === 'Stock');
  const instant = new Date().toISOString();
  return Array.from({ length: articles }, (_, index) => {
    const { name, symbol, exchange } = stocks[index % stocks.length]!;
    const url = `https://bench.example/${index}`;
    return rawArticle(index, {
      identity: url,
      url,
      published_at: instant,
      seen_at: instant,
      fetched_at: instant,
      title: `${name} (${exchange ?? 'NASDAQ'}: ${symbol}) wins a $${index + 3} million order for ${index * 7 + 11} units in round ${index}`,
      summary: `${name} said on Friday that the order of ${index * 7 + 11} units is worth $${index + 3} million and will be delivered by ${2027 + (index % 9)}.`,
    });
  });
}

/** Publishes the articles and polls the API. Returns the delay in ms of each article whose row was returned. */
export async function measureService(bus: Bus, api: string): Promise<number[]> {
  const bucket = await openBucket(bus, 'accounts');
  const account = await createAccount(bucket, { name: 'bench', plan: 'pro', requestsPerMinute: 1_000_000, requestsPerDay: 100_000_000 }, new Date());
  const { key } = await createKey(bucket, account.id, new Date());
  const prepared = await makeArticles(bus);
  const publishedAtMs = new Map<string, number>();
  const delays: number[] = [];
  let cursor = '';
  let isDone = false;

  const poll = async (): Promise<void> => {
    const response = await fetch(`${api}/api/news/?sort=ingested&page_size=50&min_relevance=1${cursor === '' ? '' : `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(5_000),
    });
    if (response.status !== 200) throw new Error(`the API answered ${response.status}: ${await response.text()}`);
    const page = (await response.json()) as { results: { original: { url: string } }[]; next_cursor: string };
    const nowMs = performance.now();
    for (const { original } of page.results) {
      const sentMs = publishedAtMs.get(original.url);
      if (sentMs !== undefined) delays.push(nowMs - sentMs);
    }
    cursor = encodeURIComponent(page.next_cursor);
  };
  const polling = (async () => {
    while (!isDone) {
      await poll();
      await sleep(pollPauseMs);
    }
  })();

  await refineCaughtUp(bus);
  const startedAtMs = performance.now();
  for (const [index, article] of prepared.entries()) {
    await sleep(Math.max(0, startedAtMs + (index * 1_000) / articlesPerSecond - performance.now()));
    publishedAtMs.set(article.url, performance.now());
    await bus.js.publish(rawSubject('article'), JSON.stringify(article), { msgID: digestOf(article.identity) });
  }
  for (const deadline = Date.now() + 5_000; delays.length < articles && Date.now() < deadline;) await sleep(50);
  isDone = true;
  await polling;
  return delays;
}

/** Resolves when fewer than 20 documents wait for refine. Throws after the start timeout. */
async function refineCaughtUp(bus: Bus): Promise<void> {
  for (const deadline = Date.now() + startTimeoutMs; ; await sleep(500)) {
    const { ack_floor: read, num_pending: waiting, num_ack_pending: taken } = await bus.jsm.consumers.info(streams.raw, consumers.refine);
    const unread = waiting + taken;
    if (read.stream_seq > 0 && unread < 20) return;
    if (Date.now() > deadline) throw new Error(`timed out: refine still has ${unread} unread documents`);
  }
}

async function measureBare(bus: Bus): Promise<number[]> {
  await bus.jsm.streams.add({ name: 'BENCH', subjects: ['bench.>'], max_bytes: 100_000_000 });
  await bus.jsm.consumers.add('BENCH', { durable_name: 'bench', ack_policy: AckPolicy.None, inactive_threshold: nanos(60_000) });
  const consumer = await bus.js.consumers.get('BENCH', 'bench');
  const delays: number[] = [];
  const total = 250;
  const receiving = (async () => {
    for await (const message of await consumer.fetch({ max_messages: total, expires: 30_000 })) {
      delays.push(performance.now() - message.json<{ sentMs: number }>().sentMs);
      if (delays.length === total) return;
    }
  })();
  const padding = 'x'.repeat(700);
  for (let index = 0; index < total; index += 1) {
    await bus.js.publish('bench.a', JSON.stringify({ sentMs: performance.now(), padding }));
    await sleep(1_000 / articlesPerSecond);
  }
  await receiving;
  return delays;
}
