import { XMLParser } from 'fast-xml-parser';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { currentEntriesMax } from '#ops/lab/upstream/edgar/current.ts';
import { startUpstream } from '#ops/lab/upstream/server.ts';
import { ask, truthOf } from './client.ts';

const upstream = await startUpstream({ rate: 0, burst: 4_500, seed: 31, edgarPerSecondMax: 0 });
afterAll(() => upstream.stop());

const latest = (start: number, rest = 'type=4&owner=include&count=100'): string =>
  `${upstream.url}/cgi-bin/browse-edgar?action=getcurrent&${rest}&start=${start}&output=atom`;

const Entry = z.object({
  title: z.string(),
  id: z.string(),
  updated: z.string(),
  summary: z.object({ '#text': z.string() }),
  link: z.object({ '@_href': z.string() }),
  category: z.object({ '@_term': z.string() }),
});
const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'entry' });
const entriesOf = (body: Buffer) =>
  z.array(Entry).parse((parser.parse(new TextDecoder('iso-8859-1').decode(body)) as { feed: { entry?: unknown } }).feed.entry ?? []);

/** The feed's entries: nothing is generated while these tests run. */
async function wholeFeed() {
  const entries: z.infer<typeof Entry>[] = [];
  for (let start = 0; start < currentEntriesMax; start += 100) entries.push(...entriesOf((await ask(latest(start))).body));
  return entries;
}

describe('the latest-filings feed', () => {
  test('ends after 2,000 entries with the page of an unavailable file', async () => {
    expect(entriesOf((await ask(latest(1_900))).body)).toHaveLength(100);
    const end = await ask(latest(2_000));
    expect([end.status, end.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(end.text).toContain('SEC.gov | File Unavailable');
  });

  test('marks what it shows of Form 4 as served, and what it passes over not', async () => {
    const fresh = await startUpstream({ rate: 0, burst: 250, seed: 31, edgarPerSecondMax: 0 });
    const entries = entriesOf((await ask(latest(0).replace(upstream.url, fresh.url))).body);
    const shown = new Set(entries.filter(({ category }) => /^4(\/A)?$/.test(category['@_term'])).map(({ id }) => id.split('=')[1]));
    expect(new Set((await truthOf(fresh.url)).map(({ accession }) => accession))).toEqual(shown);
    await fresh.stop();
  });
});

describe('the folder of a filing', () => {
  test('has the submission text, also at the address that an index names', async () => {
    const entry = entriesOf((await ask(latest(0))).body).find(({ title }) => title.endsWith('(Issuer)'))!;
    const folder = entry.link['@_href'].split('/').slice(0, -1).join('/');
    const accession = entry.id.split('=')[1]!;
    const text = await ask(`${folder}/${accession}.txt`);
    expect([text.status, text.headers.get('content-type')]).toEqual([200, 'text/plain']);
    expect(text.text).toContain(`<SEC-DOCUMENT>${accession}.txt : `);
    expect(text.text).toContain('<XML>\n<?xml version="1.0"?>\n<ownershipDocument>');
    const short = await ask(`${folder.slice(0, folder.lastIndexOf('/'))}/${accession}.txt`);
    expect(short.text).toBe(text.text);
  });
});

describe('a daily index', () => {
  const pathOf = (date: string): string =>
    `/Archives/edgar/daily-index/${date.slice(0, 4)}/QTR${Math.ceil(Number(date.slice(5, 7)) / 3)}/form.${date.replaceAll('-', '')}.idx`;
  test('lists every filing of its day, a line for each filer', async () => {
    const names = new Set<string>();
    const feed = await wholeFeed();
    const dates = new Set(feed.map(({ summary }) => /(\d{4}-\d{2}-\d{2})/.exec(summary['#text'])![1]!));
    for (const date of dates) {
      const { text } = await ask(`${upstream.url}${pathOf(date)}`);
      const byForm = text
        .split('\n')
        .flatMap((line) => /^(\S+(?: \S+)*) {2,}.* (\d+) +(\d{8}) +(edgar\/\S+) *$/.exec(line)?.slice(2).join(' ') ?? []);
      expect(byForm.every((line) => line.includes(date.replaceAll('-', '')))).toBe(true);
      for (const line of byForm) names.add(line.split('/').at(-1)?.replace('.txt', '') ?? '');
    }
    // The burst's filings may reach back into the day before; both days are in the feed only in part.
    const inFeed = new Set(feed.map(({ id }) => id.split('=')[1] ?? ''));
    expect([...inFeed].filter((accession) => !names.has(accession))).toEqual([]);
    expect(names.size).toBeGreaterThan(inFeed.size);
  });
});

describe('EDGAR at its gate', () => {
  test('refuses a client that names nobody, and lets anyone ask the publishers', async () => {
    const gated = await startUpstream({ rate: 0, burst: 50, seed: 1 });
    onTestFinished(() => gated.stop());
    for (const agent of [undefined, 'Mozilla/5.0', 'curl/8.0', 'someone at example']) {
      const { status, text } = await ask(`${gated.url}/files/company_tickers.json`, { 'user-agent': agent });
      expect([status, text.includes('Undeclared Automated Tool')]).toEqual([403, true]);
    }
    expect((await ask(`${gated.url}/feeds/meridian_wire.rss`, { 'user-agent': undefined })).status).toBe(200);
    expect(JSON.parse((await ask(`${gated.url}/__control/stats`)).text)).toMatchObject({ edgar: { refused_contact: 4 } });
  });
});
