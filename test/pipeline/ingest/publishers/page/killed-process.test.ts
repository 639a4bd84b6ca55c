/** Ingest started as an operator does, and killed while it waits for an article's page: RAW has every entry once. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { feedOf, openSite, pageOf, sentence, sourceAt, titleOf, type Site } from './page-world.ts';

const program = fileURLToPath(new URL('../../../../../pipeline/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tickerwire-pages-'));
let nats: NatsServer;
let redis: RedisServer;
let site: Site;
let bus: Bus;
let child: ChildProcess | undefined;
process.once('exit', () => child?.kill('SIGKILL'));

beforeAll(async () => {
  [nats, redis, site] = await Promise.all([startNats(), startRedis(), openSite()]);
  await applyStreamsAt(nats.url);
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
});
afterAll(async () => {
  await kill();
  await bus.close();
  site.close();
  await Promise.all([nats.stop(), redis.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

function startIngest(): void {
  const sources = join(folder, 'sources.json');
  writeFileSync(sources, JSON.stringify([sourceAt(site)]));
  child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NATS_URL: nats.url,
      REDIS_URL: redis.url,
      PIPELINE_PARTS: 'ingest',
      INGEST_STAGES: 'publishers',
      SOURCES_FILE: sources,
      PUBLISHER_POLL_MS: '1000',
      HOST_INTERVAL_MS: '0',
      ARTICLE_PAGES: 'headlines',
      ARTICLE_PAGE_WAIT_MS: '60000',
      OUTBOUND_ALLOWED_ORIGINS: site.base,
      OPS_PORT: '0',
      LOG_LEVEL: 'warn',
    },
  });
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child?.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** Returns all articles in RAW, in order. */
async function articles(): Promise<RawArticle[]> {
  const { state } = await bus.jsm.streams.info(streams.raw);
  const held = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) held.push(await bus.jsm.streams.getMessage(streams.raw, { seq }));
  return held.flatMap((message) => (message === null ? [] : [RawArticle.parse(message.json())]));
}

test('a kill while a page is awaited loses no entry and doubles none', { timeout: 120_000 }, async () => {
  site.serve('/feed', feedOf(site.base, [4, 3, 2, 1], [4]), {});
  for (const number of [1, 3]) site.serve(`/story/${number}`, pageOf());
  site.handlers.set('/story/2', () => undefined);
  startIngest();
  await until('the page that does not come', () => site.requestsTo('/story/2') === 1, 60_000);
  expect((await articles()).map(({ title }) => title)).toEqual([titleOf(4), titleOf(1)]);
  await kill();
  site.serve('/story/2', pageOf());
  startIngest();
  await until('the last headline', async () => (await articles()).some(({ title }) => title === titleOf(3)), 60_000);
  const held = await articles();
  expect(held.map(({ title }) => title)).toEqual([titleOf(4), titleOf(1), titleOf(2), titleOf(3)]);
  expect(held.map(({ body }) => body?.includes(sentence) ?? false)).toEqual([false, true, true, true]);
});
