import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import type { Ended } from '#test/support/run-program.ts';
import { runScript } from './run-script.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const today = new Date().toISOString();
const entry = (number: number, { title = 'Oil prices rise as the market waits for the bank', at = today, host = 'news.example' } = {}): string =>
  `<item><title>${title} ${number}</title><link>https://${host}/${number}</link><pubDate>${at}</pubDate></item>`;
const rss = (...entries: string[]): string =>
  `<rss version="2.0"><channel><title>News</title><language>en-us</language>${entries.join('')}</channel></rss>`;
const german = 'Die Zentralbank hebt wegen der hohen Teuerung erneut den Leitzins an und warnt vor weiteren Folgen';
const bodies: Readonly<Record<string, string>> = {
  usable: rss(entry(1), entry(2)),
  partly: rss(entry(1), entry(2, { host: 'others.example' })),
  foreign_links: rss(entry(1, { host: 'others.example' })),
  empty: rss(),
  quiet: rss(),
  stale: rss(entry(1, { at: '2020-01-02T03:04:05.000Z' })),
  german: rss(entry(1, { title: german }), entry(2, { title: german })),
  page: '<html><body>Not found</body></html>',
};

const folder = scratchFolder();
const origin = await sharedOrigin((request, response) => {
  const body = bodies[request.url?.slice(1) ?? ''];
  response.writeHead(body === undefined ? 403 : 200).end(body);
});

function check(args: readonly string[] = [], allowed = origin): Promise<Ended> {
  const path = join(folder, 'sources.json');
  const sources = [...Object.keys(bodies), 'refuses'].map((id) => ({
    id,
    name: id,
    url: `${origin}/${id}`,
    domain: 'news.example',
    outlet: 'News',
    kind: 'feed',
    ...(id === 'quiet' && { may_be_empty: true }),
  }));
  writeFileSync(path, JSON.stringify(sources));
  const environment = { NATS_URL: 'nats://127.0.0.1:9', SOURCES_FILE: path, OUTBOUND_ALLOWED_ORIGINS: allowed, HOST_INTERVAL_MS: '0' };
  return runScript('ops/scripts/admin.ts', ['sources', 'check', ...args], environment);
}

test('each source is fetched and told of in a table for an issue, without a running service', async () => {
  const { code, out } = await check();
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    '| source | status | entries | newest | language | verdict |',
    '| --- | --- | --- | --- | --- | --- |',
    `| usable | ok | 2 | ${today} | en-us | usable |`,
    `| partly | ok | 1 | ${today} | en-us | usable, but 1 refused: foreign_link |`,
    '| foreign_links | ok | 0 |  |  | every entry is refused: foreign_link |',
    '| empty | ok | 0 |  |  | empty |',
    '| quiet | ok | 0 |  |  | usable: empty (may_be_empty) |',
    '| stale | ok | 1 | 2020-01-02T03:04:05.000Z | en-us | stale: no entry for 30 days |',
    `| german | ok | 2 | ${today} | en-us | not English: 2 of 2 entries |`,
    '| page | ok | 0 |  |  | no feed: unknown_format |',
    '| refuses | status 403 | 0 |  |  | no answer |',
    '',
    '3 of 9 usable',
    '',
  ]);
});

test('one source may be named; one that is not listed, or may not be reached, is told in a line', async () => {
  const { out } = await check(['usable', '--json']);
  expect(JSON.parse(out)).toEqual([{ source: 'usable', status: 'ok', entries: 2, newest: today, language: 'en-us', verdict: 'usable' }]);
  expect((await check(['absent'])).errors).toBe(`no source absent in ${join(folder, 'sources.json')}\n`);
  expect((await check([], '')).errors).toContain(`add ${origin} to OUTBOUND_ALLOWED_ORIGINS to allow it`);
});
