import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { decide } from '#pipeline/refine/decide.ts';
import { plainRecord } from '#pipeline/refine/plain-record.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { RawArticle, RawFiling, RawForm4 } from '#schemas/raw.ts';
import { contextOf, loggedRow, rawArticle, settingsOf } from './fixtures.ts';
import { analysis, filing, metric } from './filing/fixtures.ts';
import { entry, form4, owner, trade } from './form4/fixtures.ts';
import { surfacedItems } from '#schemas/vocabulary.ts';

// prettier-ignore
const dressed = fc.constantFrom(
  '<svg onload=alert(1)>', '&lt;svg onload=alert(1)&gt;', '&amp;lt;svg onload=alert(1)&amp;gt;', '&amp;amp;amp;lt;script&amp;amp;amp;gt;alert(1)',
  '<img src=x onerror=alert(1)', '<scr<b></b>ipt>alert(1)</script>', '<!-- ', '<![CDATA[<b>', '&#60;a href=&#34;https://evil.example&#34;>', '</',
  '<', '&', 'x<y>z',
);
// prettier-ignore
const words = fc.constantFrom(
  'Nvidia', 'Ford (F)', 'beats estimates', 'shares jump 9%', 'CEO Tim Cook', 'said on Monday.', 'Q3 EPS of $1.20', 'AT&T', 'P/E<10', 'Inc', 'Fed',
  '- Reuters',
);
const text = (max: number): fc.Arbitrary<string> =>
  fc.array(fc.oneof(words, dressed), { maxLength: 12 }).map((parts) => parts.join(' ').slice(0, max));

const listed = createDirectory([entry('ACME', { name: 'ACME &lt;svg onload=x&gt; <b> CORP', rank: 3 })]);

/** Returns every text of a record with its path, except those that identify a document. */
function textsOf(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return /\.(?:identity|url|exhibit_url|banner_image)$/.test(at) ? [] : [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => textsOf(inside, `${at}.${key}`));
}
function expectPlain(record: FeedRecord): void {
  for (const [at, served] of textsOf(FeedRecord.parse(record))) {
    const kinds = parseDocument(served).children.map(({ type }): string => type);
    expect(
      kinds.filter((kind) => kind !== 'text'),
      `${at}: ${served}`,
    ).toEqual([]);
  }
}

describe('every text of every record is plain, whatever an upstream sent', () => {
  test('of an article', () => {
    const articles = fc.record({
      title: text(2_000),
      summary: text(3_000),
      body: fc.option(text(3_000)),
      outlet: text(300),
      authors: fc.array(text(100), { maxLength: 3 }),
      topics: fc.array(text(100), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(articles, (changes) => {
        const raw = RawArticle.parse(rawArticle('', changes));
        const records = decide(raw, contextOf({ settings: settingsOf({ surfacedItems }) }));
        expect(records).toHaveLength(1);
        records.forEach(expectPlain);
      }),
      { numRuns: 100 },
    );
  });

  test('of an insider’s trade', () => {
    const forms = fc.record({ issuer: text(300), name: text(300), title: text(300), remarks: text(500), footnote: text(500), security: text(300) });
    fc.assert(
      fc.property(forms, ({ issuer, name, title, remarks, footnote, security }) => {
        const raw = RawForm4.parse(
          form4({
            issuer: { cik: '0001617553', name: issuer, symbol: 'ACME' },
            owners: [owner({ name: name || 'DOE', title })],
            remarks,
            transactions: [trade('P', { footnotes: [footnote], security_title: security, nature_of_ownership: footnote })],
          }),
        );
        const records = decide(raw, contextOf({ directory: listed }));
        expect(records.length).toBeGreaterThan(0);
        records.forEach(expectPlain);
      }),
      { numRuns: 200 },
    );
  });

  test('of a filing with its earnings read', () => {
    const filings = fc.record({ headline: text(500), lead: text(3_000), company: text(300), quote: text(500) });
    fc.assert(
      fc.property(filings, ({ headline, lead, company, quote }) => {
        const read = analysis({
          company,
          headline,
          verdict_reason: quote,
          key_metrics: [metric(quote || 'Revenue', '1,200')],
          quotes: [{ speaker: quote, role: quote, text: quote }],
          what_to_watch: [quote],
          analysis: quote,
          drivers: [quote],
        });
        const raw = RawFiling.parse(
          filing({ headline, lead, filers: [{ cik: '0001617553', name: company }], earnings: { kind: 'read', analysis: read } }),
        );
        const records = decide(raw, contextOf({ directory: listed }));
        expect(records.length).toBeGreaterThan(0);
        records.forEach(expectPlain);
      }),
      { numRuns: 200 },
    );
  });
});

test('a record that is plain stays equal; one that is not keeps its keys, their order and its addresses', () => {
  const row = loggedRow('Profit < cost & AT&T');
  expect(plainRecord(row)).toEqual(row);
  const { original } = row.item;
  const url = 'https://example.com/a#<b>';
  const dirty = {
    ...row,
    key_entities: [{ name: '<b>Acme</b>', type: 'company', description: '' }],
    item: { ...row.item, original: { ...original, url } },
  };
  expect(JSON.stringify(plainRecord(dirty))).toBe(JSON.stringify({ ...dirty, key_entities: [{ name: 'Acme', type: 'company', description: '' }] }));
});
