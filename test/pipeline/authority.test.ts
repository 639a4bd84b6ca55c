/**
 * Authority over articles, through the real stages: feeds over HTTP, RAW, refine, the feed log. Other sources list the predictable
 * addresses of the Federal Reserve's statements before its own feed does.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startUpstream } from '#ops/lab/upstream/server.ts';
import { startPipeline } from '#pipeline/main.ts';
import { readConfig } from '#schemas/config.ts';
import { FeedRecord, type FeedDrop, type FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import { streams } from '#schemas/subjects.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const served = new Map<string, string>();

const sourcesOf = (url: string) => [
  { id: 'fed', name: 'Fed', url: `${url}/fed`, domain: 'federalreserve.gov', outlet: 'Federal Reserve', kind: 'feed' },
  { id: 'impostor', name: 'Impostor', url: `${url}/impostor`, domain: 'impostor.example', outlet: 'Impostor', kind: 'feed' },
  { id: 'lists', name: 'Lists', url: `${url}/lists`, domain: 'lists.example', outlet: 'Lists', aggregator: true, kind: 'feed' },
];

afterAll(async () => {
  for (const { stop } of pipeline?.stoppables ?? []) await stop();
  await edgar?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Listed {
  readonly title: string;
  /** The XML element with the address. */
  readonly link: string;
}
const rss = (items: readonly Listed[]): string =>
  `<rss version="2.0"><channel><title>C</title>${items.map(({ title, link }) => `<item><title>${title}</title>${link}</item>`).join('')}</channel></rss>`;

const { nats, bus } = await sharedBus();
const clickhouse = await sharedClickHouse();
const edgar = await startUpstream({ rate: 1, burst: 1, edgarPerSecondMax: 0 });
const base = await sharedOrigin((request, response) => {
  const body = served.get(request.url ?? '');
  if (body === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(body);
});
for (const id of ['fed', 'impostor', 'lists']) served.set(`/${id}`, rss([]));
const folder = mkdtempSync(join(tmpdir(), 'tickerwire-authority-'));
writeFileSync(join(folder, 'sources.json'), JSON.stringify(sourcesOf(base)));
const config = readConfig({
  NATS_URL: nats.url,
  CLICKHOUSE_URL: clickhouse.url,
  EDGAR_URL: edgar.url,
  INGEST_STAGES: 'symbols,publishers',
  SOURCES_FILE: join(folder, 'sources.json'),
  PUBLISHER_POLL_MS: '200',
  HOST_INTERVAL_MS: '0',
  OUTBOUND_ALLOWED_ORIGINS: `${base},${edgar.url}`,
  OPS_PORT: '0',
  LOG_LEVEL: 'silent',
});
await applyStreams(bus, config);
await sharedStore(clickhouse.url, config.CLICKHOUSE_DATABASE);
const pipeline = await startPipeline(config);
const plain = (address: string): string => `<link><![CDATA[${address}]]></link>`;

async function logged(): Promise<(FeedRow | FeedDrop)[]> {
  const { state } = await bus.jsm.streams.info(streams.feed);
  const records: (FeedRow | FeedDrop)[] = [];
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
    const message = await bus.jsm.streams.getMessage(streams.feed, { seq });
    const record = message === null ? null : FeedRecord.parse(JSON.parse(Buffer.from(message.data).toString()));
    if (record?.type === 'row' || record?.type === 'drop') records.push(record);
  }
  return records;
}
const of = async (source: string): Promise<(FeedRow | FeedDrop)[]> => (await logged()).filter((record) => record.source === source);
/** Returns -1 where the log does not answer in time. */
const countOf = (source: string): Promise<number> =>
  of(source).then(
    (records) => records.length,
    () => -1,
  );

/** Some of the forms (publishers/authority.test.ts has more) in which another source lists the statement at `path` of the Federal Reserve. */
const forms: readonly (readonly [how: string, link: (path: string) => string])[] = [
  ['as it is', (path) => plain(`https://www.federalreserve.gov${path}`)],
  ['with its port', (path) => plain(`https://www.federalreserve.gov:443${path}`)],
  ['with another port', (path) => plain(`https://www.federalreserve.gov:8443${path}`)],
  ['as a guid', (path) => `<guid>https://www.federalreserve.gov${path}</guid>`],
  ['with a source', (path) => `${plain(`https://www.federalreserve.gov${path}`)}<source url="https://www.federalreserve.gov">Fed</source>`],
  ['behind a user name', (path) => plain(`https://www.federalreserve.gov@impostor.example${path}`)],
  ['through a redirector of its own', (path) => plain(`https://impostor.example/go?url=https://www.federalreserve.gov${path}`)],
  [
    'at its own address, with a source',
    (path) => `${plain(`https://impostor.example${path}`)}<source url="https://www.federalreserve.gov">Fed</source>`,
  ],
];

// Market-wide titles, each with its own figures, so that none is a copy of another.
const subjects = ['inflation', 'unemployment', 'retail sales', 'industrial production', 'GDP growth', 'consumer prices', 'payrolls'];
const statementOf = (round: number, index: number): string =>
  `Federal Reserve says US ${subjects[index % subjects.length]} rose ${round * 100 + index * 3 + 1}.${index % 9}% in quarter ${round} of report ${1000 + round * 50 + index}`;
const claimOf = (round: number, index: number): string =>
  `Oil prices jump ${round * 100 + index * 7 + 2}% as OPEC cuts output by ${index + 3} million barrels, note ${5000 + round * 50 + index} says`;
const pathOf = (round: number, index: number): string => `/newsevents/pressreleases/monetary-${round}-${index}.htm`;

const statements = (round: number): Listed[] =>
  forms.map((_, index) => ({ title: statementOf(round, index), link: plain(`https://www.federalreserve.gov${pathOf(round, index)}`) }));
const claims = (round: number): Listed[] => forms.map(([, link], index) => ({ title: claimOf(round, index), link: link(pathOf(round, index)) }));

/** Expects every statement of a round to be served as the Federal Reserve's own, and no other source's row to bear its name. */
async function expectOwn(round: number): Promise<void> {
  const records = await logged();
  forms.forEach(([how], index) => {
    const address = `https://www.federalreserve.gov${pathOf(round, index)}`;
    const own = records.filter(({ identity }) => identity === address);
    expect(own, how).toMatchObject([{ type: 'row', source: 'fed', uid: uidOf(address), story_id: expect.any(String) }]);
    const { original } = (own[0] as FeedRow).item;
    expect(original, how).toMatchObject({
      title: statementOf(round, index),
      source: 'Federal Reserve',
      source_domain: 'federalreserve.gov',
      url: address,
    });
  });
  for (const record of records) {
    if (record.source === 'fed') continue;
    const domain = record.type === 'row' ? record.item.original.source_domain : record.source_domain;
    expect(domain ?? '', record.identity).not.toMatch(/federalreserve\.gov$/);
    if (record.type === 'row') expect(record.item.original.source).not.toBe('Federal Reserve');
  }
}

test("a source that is no aggregator and comes first neither bears another's name nor takes its place", async () => {
  served.set('/impostor', rss(claims(1)));
  await until('its claims', async () => (await countOf('impostor')) === forms.length);
  served.set('/fed', rss(statements(1)));
  await until('the statements', async () => (await countOf('fed')) === forms.length);
  await expectOwn(1);
  const [rows, drops] = [(await of('impostor')).filter(({ type }) => type === 'row'), (await of('impostor')).filter(({ type }) => type === 'drop')];
  // Articles at its own address are its own; the rest is refused, with the reason.
  expect(rows).toHaveLength(1);
  for (const row of rows) expect((row as FeedRow).item.original).toMatchObject({ source: 'Impostor', source_domain: 'impostor.example' });
  expect(new Set(drops.map((record) => (record as FeedDrop).reason))).toEqual(new Set(['foreign_link', 'bad_url']));
});

test('an aggregator that comes first is served under its own name, and the publisher as well', async () => {
  const listings = forms.slice(0, 4).map(([, link], index) => ({ title: claimOf(2, index), link: link(pathOf(2, index)) }));
  served.set('/lists', rss(listings));
  await until('its listings', async () => (await countOf('lists')) === listings.length);
  const fed = (await of('fed')).length;
  served.set('/fed', rss(statements(2)));
  await until('the statements', async () => (await countOf('fed')) === fed + forms.length);
  await expectOwn(2);
  for (const record of await of('lists')) {
    expect(record.identity).toMatch(/^via:lists\.example\|https:\/\/www\.federalreserve\.gov/);
    expect(record).toMatchObject({ type: 'row', item: { original: { source: 'Lists', source_domain: 'lists.example' } } });
  }
});
