/** Makes small valid records of the feed log for tests. */
import { noMarketEffects, type NewsTradingValue } from '#schemas/item.ts';
import { readFeedRecord, type FeedDrop, type FeedRevision, type FeedRow, type LogRecord } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { Category } from '#schemas/vocabulary.ts';

const instant = '2026-01-02T03:04:05.000Z';
const instants = { published_at: instant, seen_at: instant, fetched_at: instant, refined_at: instant };

/** The trading value of a row that was scored by its text alone. */
export const plainTradingValue: NewsTradingValue = {
  actionability_score: 'low',
  information_novelty: 5,
  timing_relevance: '',
  market_sentiment_alignment: '',
  estimated_read_time: '1 min',
};

export const dropRecord = (identity: string, changes: Partial<FeedDrop> = {}): FeedDrop => ({
  type: 'drop',
  v: 1,
  uid: uidOf(identity),
  identity,
  source: 'test',
  kind: 'article',
  instants,
  reason: 'no_verified_ticker',
  detail: '',
  url: `https://example.com/${identity}`,
  title: identity,
  source_type: 'publisher',
  source_domain: 'example.com',
  duplicate_of: null,
  story_id: null,
  ...changes,
});

/** Returns the record of a numbered document: a row, or for every fourth a drop. */
export const documentRecord = (number: number): FeedRow | FeedDrop => (number % 4 === 0 ? dropRecord : rowRecord)(`document ${number}`);

export const documentRecords = (from: number, to: number): (FeedRow | FeedDrop)[] =>
  Array.from({ length: to - from + 1 }, (_, index) => documentRecord(from + index));

/** Returns a record of a later release, which this release's types do not describe, read from its JSON. */
export function laterRecord(value: object): LogRecord {
  const reading = readFeedRecord(Buffer.from(JSON.stringify(value)));
  if (!reading.ok) throw new Error(reading.reason);
  return reading.record;
}

/** Returns the articles of two publishers on one event; their story is named for the first. */
export const storyRecords = (name: string, publishedAt: string): FeedRow[] =>
  ['first.example', 'second.example'].map((source_domain, at) =>
    withOriginal(rowRecord(`${name} ${at}`, { tickers: [], publishedAt, storyId: uidOf(`${name} 0`) }), { source_domain }),
  );

export function rowRecord(
  identity: string,
  changes: {
    readonly tickers?: string[];
    readonly category?: Category;
    readonly relevance?: number;
    readonly publishedAt?: string;
    readonly refinedAt?: string;
    readonly storyId?: string;
  } = {},
): FeedRow {
  const uid = uidOf(identity);
  const { tickers = ['ACME'], category = 'other', relevance = 7, publishedAt = instant, refinedAt = publishedAt, storyId = uid } = changes;
  return {
    type: 'row',
    v: 1,
    uid,
    identity,
    source: 'test',
    kind: 'article',
    instants: { published_at: publishedAt, seen_at: refinedAt, fetched_at: refinedAt, refined_at: refinedAt },
    key_entities: [],
    story_id: storyId,
    item: {
      original: {
        uid,
        title: `Title of ${identity}`,
        summary: 'A summary.',
        time_published: publishedAt,
        source: 'Example Wire',
        source_domain: 'example.com',
        url: `https://example.com/${encodeURIComponent(identity)}`,
        authors: [],
        created_at: refinedAt,
        updated_at: refinedAt,
        source_type: 'publisher',
        ownership_form: null,
        banner_image: null,
        topics: [],
        tickers_sentiment: tickers.map((ticker) => ({ ticker, relevance_score: '1.0', ticker_sentiment_label: 'Neutral' as const })),
      },
      enrichment: {
        relevance_score: relevance,
        category,
        tickers,
        ai_trading_insights: {
          ticker_analysis: tickers.map((ticker) => ({
            ticker,
            relevance_context: 'named in the title',
            impact_analysis: {
              sentiment: 'neutral',
              confidence: 'low',
              reasoning: 'No evidence either way.',
              summary: 'Neutral.',
              price_impact_prediction: '',
            },
          })),
          news_trading_value: plainTradingValue,
          ...noMarketEffects,
        },
        news_context_enhancement: null,
      },
      insider: null,
      filing: null,
      search_match: null,
      score_version: 'test-1',
      story_id: null,
      sources_count: null,
      sources: null,
    },
  };
}

/** Returns the row with other values in the original part of its item. */
export const withOriginal = (row: FeedRow, changes: Partial<FeedRow['item']['original']>): FeedRow => ({
  ...row,
  item: { ...row.item, original: { ...row.item.original, ...changes } },
});

const now = (): string => new Date().toISOString();

/** Returns what the later records about a row have in common; `what` distinguishes them, `at` is the time of the decision. */
function laterOf({ uid, identity: ofRow, source, instants: before }: FeedRow, what: string, at: string) {
  const identity = `${ofRow}\n${what}`;
  const head = { type: 'revision', v: 1, uid: uidOf(identity), identity, source, kind: 'article', revises: uid } as const;
  return { ...head, key_entities: [], instants: { ...before, refined_at: at } };
}

export const withdrawalRecord = (row: FeedRow, what = 'withdrawal', at = now()): FeedRevision => ({
  ...laterOf(row, what, at),
  item: null,
  withdrawn: 'its publisher withdrew it',
});

/** Returns the record of an edit: another headline, other tickers or another score. */
export function editRecord(
  row: FeedRow,
  changes: { readonly title?: string; readonly tickers?: string[]; readonly relevance?: number },
  what = 'edit',
  at = now(),
): FeedRevision & { readonly item: FeedRow['item'] } {
  const { original, enrichment } = row.item;
  const { title = original.title, tickers = enrichment.tickers, relevance = enrichment.relevance_score } = changes;
  const edited = { original: { ...original, title, updated_at: at }, enrichment: { ...enrichment, tickers, relevance_score: relevance } };
  return { ...laterOf(row, what, at), item: { ...row.item, ...edited }, story_id: row.story_id };
}

/** Returns the record that makes a row the root of its story now. */
export const newRootRecord = (row: FeedRow): FeedRevision => ({
  ...laterOf(row, 'root', now()),
  item: null,
  story_id: row.story_id,
  is_root: true,
});
