import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { readConfig } from '#schemas/config.ts';
import { RawArticle } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreamsAt } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { startRedis, type RedisServer } from '#test/support/redis.ts';
import { until } from '#test/support/until.ts';

const program = fileURLToPath(new URL('../../../../pipeline/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'history-process-'));
const historyCount = 300;
let nats: NatsServer;
let redis: RedisServer;
let bus: Bus;
let feeds: Server;
let child: ChildProcess | undefined;
process.once('exit', () => child?.kill('SIGKILL'));
/** Entries of the feed with new articles. */
const news: string[] = [];

const entry = (name: string, publishedAt: Date): string =>
  `<item><title>${name}</title><link>https://news.example/${name.replaceAll(' ', '-')}</link><pubDate>${publishedAt.toUTCString()}</pubDate></item>`;
const feedOf = (items: readonly string[]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`;
const past = feedOf(Array.from({ length: historyCount }, (_, nth) => entry(`Past event ${nth}`, new Date(Date.now() - (nth + 50) * 3_600_000))));

beforeAll(async () => {
  feeds = createServer((request, response) => response.end(request.url === '/past' ? past : feedOf(news)));
  feeds.listen(0, '127.0.0.1');
  await once(feeds, 'listening');
  [nats, redis] = await Promise.all([startNats(), startRedis()]);
  await applyStreamsAt(nats.url);
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
});
afterAll(async () => {
  if (child !== undefined && child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await bus.close();
  feeds.close();
  await Promise.all([nats.stop(), redis.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Returns for each message in RAW whether it is a backfilled one. */
async function arePast(): Promise<boolean[]> {
  const { state } = await bus.jsm.streams.info(streams.raw);
  const found: boolean[] = [];
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
    const message = await bus.jsm.streams.getMessage(streams.raw, { seq });
    if (message !== null) found.push(RawArticle.parse(message.json()).is_history === true);
  }
  return found;
}

test('while nothing refines, a process of ingest brings some of a source of the past, and all of what is new', { timeout: 120_000 }, async () => {
  const origin = `http://127.0.0.1:${(feeds.address() as AddressInfo).port}`;
  const sources = join(folder, 'sources.json');
  const source = (id: string, more: object): object => ({
    id,
    name: id,
    url: `${origin}/${id}`,
    domain: 'news.example',
    outlet: id,
    kind: 'feed',
    ...more,
  });
  writeFileSync(sources, JSON.stringify([source('past', { history: true }), source('present', {})]));
  child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NATS_URL: nats.url,
      REDIS_URL: redis.url,
      PIPELINE_PARTS: 'ingest',
      INGEST_STAGES: 'publishers',
      SOURCES_FILE: sources,
      PUBLISHER_POLL_MS: '200',
      HOST_INTERVAL_MS: '0',
      OUTBOUND_ALLOWED_ORIGINS: origin,
      OPS_PORT: '0',
      LOG_LEVEL: 'warn',
    },
  });
  await until('some of the past', async () => (await arePast()).length >= 6, 60_000);
  news.push(...Array.from({ length: 5 }, (_, nth) => entry(`Present event ${nth}`, new Date())));
  await until('all that is new', async () => (await arePast()).filter((isPast) => !isPast).length === 5, 60_000);
  const held = await arePast();
  expect(held.filter(Boolean)).toHaveLength(6);
});
