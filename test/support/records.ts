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
  ['first.example', 'second.example'].map((source_domain, at) => {
    const row = rowRecord(`${name} ${at}`, { tickers: [], publishedAt, storyId: uidOf(`${name} 0`) });
    return { ...row, item: { ...row.item, original: { ...row.item.original, source_domain } } };
  });

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

/** Returns the record that withdraws a row now. */
export function withdrawalRecord({ uid, identity, source, instants: ofRow }: FeedRow): FeedRevision {
  const own = `${identity}\nwithdrawal`;
  const head = { type: 'revision', v: 1, uid: uidOf(own), identity: own, source, kind: 'article', revises: uid } as const;
  const refined_at = new Date().toISOString();
  return { ...head, key_entities: [], item: null, withdrawn: 'its publisher withdrew it', instants: { ...ofRow, refined_at } };
}

/** Returns the record that makes a row the root of its story now. */
export function newRootRecord({ uid, identity, source, instants: ofRow, story_id }: FeedRow): FeedRevision {
  const own = `${identity}\nroot`;
  const head = { type: 'revision', v: 1, uid: uidOf(own), identity: own, source, kind: 'article', revises: uid } as const;
  return { ...head, key_entities: [], item: null, story_id, is_root: true, instants: { ...ofRow, refined_at: new Date().toISOString() } };
}
