/** Ingest started as an operator does, and killed while it waits for an article's page: RAW has every entry once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RawArticle } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { spawnPipeline, type PipelineChild } from '#test/support/pipeline.ts';
import { sharedBus, sharedRedis } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { openSite } from '../site.ts';
import { feedOf, pageOf, sentence, sourceAt, titleOf } from './page-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'tickerwire-pages-'));
let child: PipelineChild | undefined;

const redis = await sharedRedis();
const { nats, bus } = await sharedBus();
await applyStreams(bus);
const site = await openSite();
afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

function startIngest(): void {
  const sources = join(folder, 'sources.json');
  writeFileSync(sources, JSON.stringify([sourceAt(site)]));
  child = spawnPipeline({
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
    LOG_LEVEL: 'warn',
  });
}

async function kill(): Promise<void> {
  child?.kill();
  await child?.ended;
}

/** Returns all articles in RAW, in order. */
async function articles(): Promise<RawArticle[]> {
  const { state } = await bus.jsm.streams.info(streams.raw);
  const held = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) held.push(await bus.jsm.streams.getMessage(streams.raw, { seq }));
  return held.flatMap((message) => (message === null ? [] : [RawArticle.parse(message.json())]));
}

test('a kill while a page is awaited loses no entry and doubles none', async () => {
  site.serve('/feed', feedOf(site.base, [4, 3, 2, 1], [4]), {});
  for (const number of [1, 3]) site.serve(`/story/${number}`, pageOf());
  site.handlers.set('/story/2', () => undefined);
  startIngest();
  await until('the page that does not come', () => site.requestsTo('/story/2') === 1);
  expect((await articles()).map(({ title }) => title)).toEqual([titleOf(4), titleOf(1)]);
  await kill();
  site.serve('/story/2', pageOf());
  startIngest();
  await until('the last headline', async () => (await articles()).some(({ title }) => title === titleOf(3)));
  const held = await articles();
  expect(held.map(({ title }) => title)).toEqual([titleOf(4), titleOf(1), titleOf(2), titleOf(3)]);
  expect(held.map(({ body }) => body?.includes(sentence) ?? false)).toEqual([false, true, true, true]);
});
