import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FeedRecord, isKnownRecord, readFeedRecord, recordOf, UnreadableRecordError } from '#schemas/feed-log.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { earningsAnalysis, earningsRow, insiderTrade, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';

const trade = insiderTrade();
const row = rowRecord('a row', { tickers: ['ACME', 'BRK-B', 'BTC-USD'] });
row.item.original.topics = [{ topic: 'Technology', relevance: 0.5 }];
row.item.enrichment.ai_trading_insights.ticker_analysis = [
  {
    ticker: 'ACME',
    relevance_context: 'named in the title',
    impact_analysis: { sentiment: 'positive', confidence: 'high', reasoning: 'a', summary: 'b', price_impact_prediction: 'Up within days.' },
  },
];
const written: Readonly<Record<string, FeedRecord>> = {
  row,
  'row of history': { ...rowRecord('an old row'), is_history: true, extract: 'Our own extract.' },
  'Form 4 row': tradeRow(trade),
  '8-K row': earningsRow('an 8-K', earningsAnalysis()),
  drop: dropRecord('a drop', { reason: 'near_duplicate', duplicate_of: row.uid, story_id: row.uid }),
  'drop of a listing': dropRecord('via:gdeltproject.org|https://example.com/1', { url: '' }),
  trade: tradeRecord(trade),
  revision: revisionRecord(tradeRow(trade), insiderTrade({ form: '4/A' })),
  'revision of a trade': revisionRecord(tradeRecord(trade), insiderTrade({ form: '4/A' })),
  gap: { type: 'gap', v: 1 },
};
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
/** Returns a copy with the value at a path changed; `change` gets the present value. */
function changed(record: FeedRecord, path: string, change: (value: unknown) => unknown): unknown {
  const copy = structuredClone<unknown>(record) as Record<string, unknown>;
  const names = path.split('.');
  const parent = names.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, copy);
  const last = names.at(-1)!;
  const value = change(parent[last]);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

test.each(Object.entries(written))('a record of this release, %s, is read as it was written', (_, record) => {
  expect(FeedRecord.safeParse(record).success).toBe(true);
  expect(readFeedRecord(bytes(record))).toEqual({ ok: true, record, strange: [] });
});

describe('a record of a later release', () => {
  test.each<[string, FeedRecord, string, unknown, string]>([
    ['category', written.row!, 'item.enrichment.category', 'quantum_computing', 'item.enrichment.category "quantum_computing"'],
    ['version', written.row!, 'v', 2, 'v 2'],
    ['score', written.row!, 'item.enrichment.relevance_score', 11, 'item.enrichment.relevance_score 11'],
    ['form of ticker', written.row!, 'item.enrichment.tickers', ['brk/b'], 'item.enrichment.tickers[] "brk/b"'],
    ['finer instant', written.row!, 'instants.seen_at', '2026-01-02T03:04:05.123456Z', 'instants.seen_at "2026-01-02T03:04:05.123456Z"'],
    ['longer detail', written.drop!, 'detail', 'x'.repeat(1_001), `detail "${'x'.repeat(39)}`],
    ['transaction code', written.trade!, 'trade.transaction_code', 'X', 'trade.transaction_code "X"'],
    ['guidance as a text', written['8-K row']!, 'earnings.guidance', 'raised', 'earnings.guidance: is not an object'],
    [
      'relevance of topics as texts',
      written.row!,
      'item.original.topics',
      [{ topic: 't', relevance: '0.7' }],
      'item.original.topics[].relevance: is not a number',
    ],
    ['search match', written.row!, 'item.search_match', { score: 1 }, 'item.search_match {"score":1}'],
  ])('with a new %s is kept as it is, and what is new is told', (_, record, path, value, strange) => {
    const later = changed(record, path, () => value);
    expect(readFeedRecord(bytes(later))).toEqual({ ok: true, record: later, strange: [strange] });
  });

  test.each(Object.entries(written))('%s: with fields of its own anywhere keeps them, in their places', (_, record) => {
    const grown = JSON.parse(JSON.stringify({ new_first: { deep: [1] }, ...record }), (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, new_last: null } : value,
    ) as unknown;
    const reading = readFeedRecord(bytes(grown));
    expect(reading).toMatchObject({ ok: true, strange: [] });
    expect(JSON.stringify(recordOf({ seq: 1, data: bytes(grown) }))).toBe(JSON.stringify(grown));
  });

  test('with an unknown type is kept whole', () => {
    const retraction = { type: 'retraction', uid: 'ffffffffffffffff', because: ['withdrawn'] };
    const reading = readFeedRecord(bytes(retraction));
    expect(reading).toEqual({ ok: true, record: retraction, strange: ['type "retraction"'] });
    expect(reading.ok && isKnownRecord(reading.record)).toBe(false);
    expect(isKnownRecord(written.gap!)).toBe(true);
  });
});

describe('another value', () => {
  test.each<[string, Uint8Array, string]>([
    ['no JSON', Buffer.from('{"type":"row"'), 'it is not JSON'],
    ['nothing', new Uint8Array(), 'it is not JSON'],
    ['an array', bytes([written.row]), 'it is not a JSON object'],
    ['null', bytes(null), 'it is not a JSON object'],
    ['an object without type', bytes({ v: 1 }), 'it has no type'],
    ['a row without its item', bytes(changed(written.row!, 'item', () => undefined)), 'a row whose item: missing'],
    [
      'a row whose time nobody can order by',
      bytes(changed(written.row!, 'item.original.time_published', () => 'soon')),
      'a row whose item.original.time_published: "soon" does not have the required form',
    ],
    ['a uid that is none', bytes(changed(written.drop!, 'uid', () => 'XYZ')), 'a drop whose uid: "XYZ" does not have the required form'],
    ['a trade of nobody', bytes(changed(written.trade!, 'trade.owners', () => [])), 'a trade whose trade.owners: is empty'],
  ])('%s is unreadable, and the reason says where', (_, data, reason) => {
    expect(readFeedRecord(data)).toEqual({ ok: false, reason });
    expect(() => recordOf({ seq: 17, data })).toThrow(UnreadableRecordError);
    expect(() => recordOf({ seq: 17, data })).toThrow(`record 17 of the feed log cannot be read: ${reason}`);
  });

  test('is reported for any bytes, without an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (data) => void readFeedRecord(data),
      ),
    );
  });
});

test('readers find nothing strange in any record that writers may write', () => {
  // If the strict schema accepts a record with any one value changed, the reader finds nothing strange in it.
  const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant('0000000000000001'), fc.constant('2026-01-02'));
  const leaves = Object.values(written).flatMap((record) => pathsOf(record).map((path) => ({ record, path })));
  let accepted = 0;
  fc.assert(
    fc.property(fc.constantFrom(...leaves), values, ({ record, path }, value) => {
      const other = changed(record, path, () => value);
      if (!FeedRecord.safeParse(other).success) return;
      accepted += 1;
      expect(readFeedRecord(bytes(other))).toEqual({ ok: true, record: other, strange: [] });
    }),
    { numRuns: 600 },
  );
  expect(accepted).toBeGreaterThan(100);
});

function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`));
}
