/**
 * Releases over one log: this one reads what 0.1.0 wrote and what the next one may write, and so does the reader of 0.2.0, the
 * first that is tolerant. The strict reader of 0.1.0 reads none of today's rows: there is no way back to it.
 */
import { describe, expect, test } from 'vitest';
import { FeedRecord, readFeedRecord, type FeedRow } from '#schemas/feed-log.ts';
import { NewsItem } from '#schemas/item.ts';
import { renderItem } from '#schemas/render-item.ts';
import { FeedRecord as FirstFeedRecord } from '#test/fixtures/release-0.1.0/feed-log.ts';
import { readFeedRecord as readAs020 } from '#test/fixtures/release-0.2.0/feed-log.ts';
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

/** Rows as 0.1.0 wrote them: its own schema says so. */
function firstRow(record: FeedRow): unknown {
  const { tickers_sentiment: _, ...original } = record.item.original;
  const { ai_trading_insights: insights } = record.item.enrichment;
  const { is_10b5_1_basis: __, ...insider } = record.item.insider ?? { is_10b5_1_basis: null };
  return {
    ...record,
    item: {
      ...record.item,
      original: { ...original, updated_at: null, topics: original.topics.map(({ topic, relevance }) => ({ topic, relevance: String(relevance) })) },
      enrichment: {
        ...record.item.enrichment,
        ai_trading_insights: {
          ...insights,
          ticker_analysis: insights.ticker_analysis.map(({ impact_analysis: { price_impact_prediction: ___, ...impact }, ...analysis }) => ({
            ...analysis,
            impact_analysis: impact,
          })),
        },
      },
      insider: record.item.insider === null ? null : { ...insider, is_10b5_1: null },
    },
  };
}

describe('what release 0.1.0 wrote', () => {
  test.each([
    ['a row', row],
    ['a Form 4 row', tradeRow(trade)],
  ])('%s is read, kept as it is, and served in the form of today', (_, today) => {
    const first = firstRow(today);
    expect(FirstFeedRecord.safeParse(JSON.parse(JSON.stringify(first))).error).toBeUndefined();
    expect(FeedRecord.safeParse(first).success).toBe(false);
    const reading = readFeedRecord(bytes(first));
    expect(reading).toMatchObject({ ok: true, record: first });
    const served = NewsItem.parse(JSON.parse(renderItem((first as FeedRow).item)));
    expect(served.original.updated_at).toBe(today.item.original.created_at);
    expect(served.original.topics).toEqual(today.item.original.topics);
    expect(served.insider?.is_10b5_1_basis ?? 'none').toBe('none');
  });
});

/** What a release may add without a second log: fields, values of closed sets, record types. `strange`: what a reader tells of it. */
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

describe.each([
  ['this release', readFeedRecord],
  ['release 0.2.0, as it was frozen', readAs020],
])('%s reads of the next one', (_, read) => {
  test.each(later)('%s: %s', (__, ___, record, strange) => {
    const reading = read(bytes(record));
    expect(reading).toMatchObject({ ok: true, record });
    expect(reading.ok && reading.strange).toHaveLength(strange);
  });
});
