import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { RawArticle } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { spawnPipeline } from '#test/support/pipeline.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { sharedBus, sharedRedis } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'history-process-'));
const historyCount = 300;
/** Entries of the feed with new articles. */
const news: string[] = [];

const entry = (name: string, publishedAt: Date): string =>
  `<item><title>${name}</title><link>https://news.example/${name.replaceAll(' ', '-')}</link><pubDate>${publishedAt.toUTCString()}</pubDate></item>`;
const feedOf = (items: readonly string[]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`;
const past = feedOf(Array.from({ length: historyCount }, (_, nth) => entry(`Past event ${nth}`, new Date(Date.now() - (nth + 50) * 3_600_000))));

const origin = await sharedOrigin((request, response) => response.end(request.url === '/past' ? past : feedOf(news)));
const redis = await sharedRedis();
const { nats, bus } = await sharedBus();
await applyStreams(bus);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

test('while nothing refines, a process of ingest brings some of a source of the past, and all of what is new', async () => {
  const sources = join(folder, 'sources.json');
  const source = (id: string, more: object) => ({ id, name: id, url: `${origin}/${id}`, domain: 'news.example', outlet: id, kind: 'feed', ...more });
  writeFileSync(sources, JSON.stringify([source('past', { history: true }), source('present', {})]));
  const child = spawnPipeline({
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    PIPELINE_PARTS: 'ingest',
    INGEST_STAGES: 'publishers',
    SOURCES_FILE: sources,
    PUBLISHER_POLL_MS: '200',
    HOST_INTERVAL_MS: '0',
    OUTBOUND_ALLOWED_ORIGINS: origin,
    LOG_LEVEL: 'warn',
  });
  onTestFinished(async () => void (await child.stop()));
  await until('some of the past', async () => (await arePast()).length >= 6);
  news.push(...Array.from({ length: 5 }, (_, nth) => entry(`Present event ${nth}`, new Date())));
  await until('all that is new', async () => (await arePast()).filter((isPast) => !isPast).length === 5);
  const held = await arePast();
  expect(held.filter(Boolean)).toHaveLength(6);
});
