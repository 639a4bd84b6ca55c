import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyAuthority } from '#pipeline/ingest/publishers/authority.ts';
import { parseFeed, type ParsedFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { dataDir } from '#test/support/data.ts';
import { source as exampleSource } from '../parsed-feed.ts';

const at = '2026-06-11T12:00:00.000Z';
const source = { ...exampleSource, url: 'https://www.nasdaqtrader.com/rss.aspx', domain: 'nasdaqtrader.com' };
const parse = (body: string | Buffer): ParsedFeed =>
  parseFeed({ body: Buffer.from(body as string), contentType: null, url: source.url, source, authority: anyAuthority, seenAt: at, fetchedAt: at });

const halt = (changes: Readonly<Record<string, string>> = {}): string => {
  const facts = {
    HaltDate: '06/10/2026',
    HaltTime: '19:50:00.000',
    IssueSymbol: 'NRVK',
    IssueName: 'Norvik Pharma',
    Market: 'NASDAQ',
    ReasonCode: 'T1',
    ...changes,
  };
  const elements = Object.entries(facts).map(([name, value]) => `<ndaq:${name}>${value}</ndaq:${name}>`);
  return `<item><title>NRVK</title>${elements.join('')}<description><![CDATA[<table><tr><td>NRVK</td></tr></table>]]></description></item>`;
};
const feed = (...items: readonly string[]): string =>
  `<rss version="2.0" xmlns:ndaq="http://www.nasdaqtrader.com/"><channel><title>H</title><link>http://www.nasdaqtrader.com</link>${items.join('')}</channel></rss>`;

test('a halt is an article of its own, with company, symbol, reason and its time in the East', () => {
  expect(parse(feed(halt())).items).toMatchObject([
    {
      title: 'Trading in Norvik Pharma (NASDAQ: NRVK) halted: T1, news pending',
      summary: 'Halted at 2026-06-10T23:50:00.000Z, resumption not announced. Reason T1, news pending.',
      published_at: '2026-06-10T23:50:00.000Z',
      topics: ['trading halts'],
      halt_reason: 'T1',
    },
  ]);
});

test('its end is another article, and a halt that is listed again is the same article', () => {
  const end = halt({ ResumptionDate: '06/11/2026', ResumptionQuoteTime: '07:30:00', ResumptionTradeTime: '07:45:00' });
  const { items } = parse(feed(halt(), end));
  expect(items.map(({ title }) => title)).toEqual([
    'Trading in Norvik Pharma (NASDAQ: NRVK) halted: T1, news pending',
    'Trading in Norvik Pharma (NASDAQ: NRVK) resumes after halt: T1, news pending',
  ]);
  expect(items[1]).toMatchObject({ published_at: '2026-06-11T11:45:00.000Z', halt_reason: 'T1' });
  expect(parse(feed(halt(), halt()))).toMatchObject({ items: [{}], entriesRepeated: 1 });
});

test('another halt of the same company is another article, and the prefix of the namespace says nothing', () => {
  const { items } = parse(feed(halt(), halt({ HaltTime: '19:58:00.000' })));
  expect(new Set(items.map(({ identity }) => identity)).size).toBe(2);
  expect(parse(feed(halt()).replaceAll('ndaq:', 'n:').replace('xmlns:ndaq', 'xmlns:n')).items).toMatchObject([{ halt_reason: 'T1' }]);
});

test('an unknown code and an unknown market are said as they are', () => {
  expect(parse(feed(halt({ ReasonCode: 'zz9', Market: 'Moon' }))).items[0]?.title).toBe('Trading in Norvik Pharma ($NRVK) halted: ZZ9');
});

test.each<Record<string, string>>([{ HaltDate: '13/40/2026' }, { HaltTime: 'soon' }, { IssueSymbol: '<b>x</b>' }, { ReasonCode: '' }])(
  'without its facts it is not a halt: %j',
  (changes) => {
    const { items, refusals } = parse(feed(halt(changes)));
    expect(items.filter(({ halt_reason }) => halt_reason !== undefined)).toEqual([]);
    expect(items.length + refusals.length).toBe(1);
  },
);

const recorded = dataDir('rss');
test.skipIf(recorded === null)('each halt of the recorded feed is an article (skipped where ../shared/data/rss is absent)', () => {
  const { items, refusals } = parse(readFileSync(join(recorded!, 'nasdaqtrader_halts.rss')));
  expect(refusals).toEqual([]);
  expect(items).toHaveLength(25);
  expect(new Set(items.map(({ identity }) => identity)).size).toBe(25);
  for (const { halt_reason, published_at } of items) expect([halt_reason, published_at]).not.toContain(undefined);
});

test('a halt of more than a day ago is history: the feed lists those that last for years', () => {
  const { items } = parse(feed(halt(), halt({ HaltDate: '06/10/2024' })));
  expect(items.map((item) => 'is_history' in item)).toEqual([false, true]);
});
