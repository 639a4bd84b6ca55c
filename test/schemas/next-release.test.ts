/** The log's reader is tolerant: it reads fields, values and record types that a later release adds. */
import { expect, test } from 'vitest';
import { readFeedRecord, type FeedRecord } from '#schemas/feed-log.ts';
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

/** Additions that need no second log: fields, values of closed sets, record types. The number counts what the reader reports as strange. */
const additions: readonly (readonly [string, (record: FeedRecord) => unknown, number])[] = [
  ['nothing', (record) => record, 0],
  ['fields anywhere', (record) => withFields(record), 0],
  ['a version', (record) => ({ ...record, v: 2 }), 1],
  ['a record type', (record) => ({ ...record, type: `${record.type}_2` }), 1],
];
const withFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withFields);
  if (typeof value !== 'object' || value === null) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFields(inner)])), of_the_next_release: { deep: [1, null] } };
};
const later = additions.flatMap(([what, add, strange]) =>
  Object.entries(written).map(([name, record]) => [what, name, add(record), strange] as const),
);

test.each(later)('%s: %s', (_, __, record, strange) => {
  const reading = readFeedRecord(bytes(record));
  expect(reading).toMatchObject({ ok: true, record });
  expect(reading.ok && reading.strange).toHaveLength(strange);
});
