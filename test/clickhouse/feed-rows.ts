/** Records of the feed log for tests: a plain builder, and arbitraries over small pools, so that filters match rows. */
import fc from 'fast-check';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import type { FeedDrop, FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import type { StoredItem } from '#schemas/item.ts';
import { uidOf } from '#schemas/identity.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';

const day = Date.UTC(2026, 10, 1);

const defaultTraits = {
  identity: 'https://example.com/1',
  publishedAtMs: day,
  createdAtMs: day + 60_000,
  category: 'earnings' as StoredItem['enrichment']['category'],
  relevance: 7,
  sourceType: 'publisher' as StoredItem['original']['source_type'],
  sourceDomain: 'example.com',
  tickers: ['AAPL'] as readonly string[],
  items: [] as readonly string[],
  /** undefined: no insider trade. */
  is10b5_1: undefined as boolean | null | undefined,
  isPurchase: false,
  storyId: null as string | null,
  title: 'A title',
  statedAt: null as string | null,
};
export type RowTraits = typeof defaultTraits;

export function feedRow(traits: Partial<RowTraits> = {}): FeedRow {
  const t = { ...defaultTraits, ...traits };
  const createdAt = new Date(t.createdAtMs).toISOString();
  const publishedAt = new Date(t.publishedAtMs).toISOString();
  const accession_number = '0001234567-26-000123';
  const plain = rowRecord(t.identity, {
    tickers: [...t.tickers],
    category: t.category,
    relevance: t.relevance,
    publishedAt,
    refinedAt: createdAt,
    ...(t.storyId !== null && { storyId: t.storyId }),
  });
  const isForm4 = t.is10b5_1 !== undefined;
  const insider: StoredItem['insider'] = {
    side: t.isPurchase ? 'buy' : 'sell',
    transaction_code: t.isPurchase ? 'P' : 'S',
    shares: '100',
    avg_price_usd: '1.5',
    total_value_usd: '150.00',
    is_10b5_1: t.is10b5_1 === true,
    is_10b5_1_basis: t.is10b5_1 === null ? 'none' : 'checkbox',
    insider_name: 'N',
    insider_title: '',
    is_officer: false,
    is_director: true,
    is_ten_percent_owner: false,
    transaction_date: '2026-10-30',
    filed_at: createdAt,
    accepted_at: null,
    late_filing: null,
    tranche_count: 1,
    accession_number,
  };
  const [primary_item = ''] = t.items;
  const filing = { items: [...t.items], primary_item, accession_number, filed_at: createdAt, event_date: null, exhibit_url: null };
  return {
    ...plain,
    source: `source-${t.sourceType}`,
    kind: t.sourceType === 'sec_form4' ? 'form4' : 'article',
    instants: {
      published_at: t.statedAt,
      seen_at: new Date(t.createdAtMs - 900).toISOString(),
      fetched_at: new Date(t.createdAtMs - 400).toISOString(),
      refined_at: createdAt,
    },
    item: {
      ...plain.item,
      original: {
        ...plain.item.original,
        title: t.title,
        summary: 'A summary with "quotes", a \\ and\na line break',
        source_domain: t.sourceDomain,
        source_type: t.sourceType,
        ownership_form: isForm4 ? 'direct' : null,
      },
      insider: isForm4 ? insider : null,
      filing: t.items.length === 0 ? null : filing,
    },
    key_entities: [{ name: 'Example Inc', type: 'organization', description: '' }],
  };
}

export const feedDrop = (identity: string, traits: Partial<FeedDrop> = {}): FeedDrop =>
  dropRecord(identity, { reason: 'near_duplicate', title: 'A copy', source_domain: 'copies.example', ...traits });

export const feedGap: FeedRecord = { type: 'gap', v: 1 };

const tickers = ['AAPL', 'BRK-B', 'BTC-USD', 'SHOP.TO'] as const;
const categories = ['earnings', 'insider', 'macro_economy', 'other'] as const;
const sourceTypes = ['publisher', 'sec_form4', 'sec_form8k'] as const;
const items = ['2.02', '5.02', '9.01'] as const;

/** There are few times, so that many rows share one and their uids decide the order. */
export const arbitraryTraits: fc.Arbitrary<Partial<RowTraits>> = fc.record({
  publishedAtMs: fc.integer({ min: 0, max: 12 }).map((hours) => day + hours * 3_600_000),
  createdAtMs: fc.integer({ min: 0, max: 6 }).map((hours) => day + 43_200_000 + hours * 3_600_000),
  category: fc.constantFrom(...categories),
  relevance: fc.integer({ min: 1, max: 10 }),
  sourceType: fc.constantFrom(...sourceTypes),
  sourceDomain: fc.constantFrom('a.example', 'b.example', 'c.example'),
  tickers: fc.uniqueArray(fc.constantFrom(...tickers), { maxLength: 3 }),
  items: fc.uniqueArray(fc.constantFrom(...items), { maxLength: 2 }),
  is10b5_1: fc.constantFrom(true, false, null, undefined),
  isPurchase: fc.boolean(),
  storyId: fc.constantFrom(null, uidOf('https://example.com/0')),
  title: fc.string({ unit: 'grapheme', maxLength: 40 }),
  statedAt: fc.constantFrom(null, '2026-11-01T00:00:00.001Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'),
});

/** Rows, drops and gaps in log order, with holes in the sequence. */
export const arbitraryLog: fc.Arbitrary<{ seq: number; record: FeedRecord }[]> = fc
  .array(fc.record({ step: fc.integer({ min: 1, max: 3 }), kind: fc.constantFrom('row', 'row', 'row', 'drop', 'gap'), traits: arbitraryTraits }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((entries) => {
    let seq = 0;
    return entries.map(({ step, kind, traits }, at) => {
      seq += step;
      const identity = `https://example.com/${at}`;
      if (kind === 'gap') return { seq, record: feedGap };
      if (kind === 'drop')
        return { seq, record: feedDrop(identity, { story_id: traits.storyId ?? null, source_domain: traits.sourceDomain ?? null }) };
      return { seq, record: feedRow({ ...traits, identity }) };
    });
  });

const span = (ticker: string): fc.Arbitrary<TickerSpan> =>
  fc.record({
    ticker: fc.constant(ticker),
    fromMs: fc.option(fc.integer({ min: day - 5 * 86_400_000, max: day + 5 * 86_400_000 })),
    toMs: fc.option(fc.integer({ min: day - 5 * 86_400_000, max: day + 5 * 86_400_000 })),
  });

/** Some filters have tickers that count for a limited time only. */
export const arbitraryFilter: fc.Arbitrary<FeedFilter> = fc
  .record({
    tickers: fc.oneof(fc.constant(null), fc.uniqueArray(fc.constantFrom(...tickers, 'NONE'), { maxLength: 3 })),
    categories: fc.oneof(fc.constant(null), fc.uniqueArray(fc.constantFrom(...categories), { maxLength: 3 })),
    excludeCategories: fc.uniqueArray(fc.constantFrom(...categories), { maxLength: 2 }),
    minRelevance: fc.integer({ min: 1, max: 10 }),
    sourceTypes: fc.oneof(fc.constant(null), fc.uniqueArray(fc.constantFrom(...sourceTypes), { maxLength: 2 })),
    item: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...items) }),
    is10b5_1: fc.constantFrom(null, null, true, false, 'none' as const),
    rootsOnly: fc.boolean(),
  })
  .chain((filter) =>
    filter.tickers === null || filter.tickers.length === 0
      ? fc.constant(filter)
      : fc.option(fc.tuple(...filter.tickers.map(span))).map((spans) => ({ ...filter, spans })),
  );
