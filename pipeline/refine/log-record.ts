/** Builds the parts that all records of the feed log share: the head, the drop, the served item. */
import type { FeedDrop, Instants } from '#schemas/feed-log.ts';
import { publisherIdentityOf } from '#schemas/identity.ts';
import { noMarketEffects, type MarketEffect, type StoredItem } from '#schemas/item.ts';
import type { ActionabilityScore, Category, RawKind, SourceType } from '#schemas/vocabulary.ts';
import type { Drop } from '../outcome.ts';
import { tradingTextsOf } from './article/trading-texts.ts';
import { marketEffectsText } from './sentiment/market-effects.ts';
import type { withPredictions } from './sentiment/outlook.ts';

const detailLengthMax = 1_000;

interface Fetched<Kind extends RawKind> {
  readonly kind: Kind;
  readonly source: string;
  readonly seen_at: string;
  readonly fetched_at: string;
}

/** Identity of a document, or of an event in it, its uid, and the instant of its decision. */
export interface DecidedIdentity {
  readonly uid: string;
  readonly identity: string;
  readonly refinedAt: string;
}

export interface RecordHead<Kind> {
  readonly v: 1;
  readonly uid: string;
  readonly identity: string;
  readonly source: string;
  readonly kind: Kind;
  readonly instants: Instants;
}

/** Returns the head of a record. `publishedAt` is null when the source gave no usable date. */
export const recordHead = <Kind extends RawKind>(
  raw: Fetched<Kind>,
  { uid, identity, refinedAt }: DecidedIdentity,
  publishedAt: string | null,
): RecordHead<Kind> => ({
  v: 1,
  uid,
  identity,
  source: raw.source,
  kind: raw.kind,
  instants: { published_at: publishedAt, seen_at: raw.seen_at, fetched_at: raw.fetched_at, refined_at: refinedAt },
});

interface DropFacts {
  readonly publishedAt: string | null;
  readonly url: string;
  readonly title: string;
  readonly sourceType: SourceType;
  /** Empty when unknown. */
  readonly sourceDomain: string;
}

/** Returns the record of a drop. An address that is in the identity is not stored twice, because drops are most of the log of a large source. */
export const dropRecord = (
  raw: Fetched<RawKind>,
  decided: DecidedIdentity,
  { reason, detail, repeats }: Pick<Drop, 'reason' | 'detail' | 'repeats'>,
  { publishedAt, url, title, sourceType, sourceDomain }: DropFacts,
): FeedDrop => ({
  type: 'drop',
  ...recordHead(raw, decided, publishedAt),
  reason,
  detail: detail.slice(0, detailLengthMax),
  url: publisherIdentityOf(decided.identity) === url || decided.identity === url ? '' : url,
  title,
  source_type: sourceType,
  source_domain: sourceDomain === '' ? null : sourceDomain,
  duplicate_of: repeats?.uid ?? null,
  story_id: repeats?.storyId ?? null,
});

export interface ItemParts extends Pick<StoredItem, 'original' | 'insider' | 'filing'> {
  readonly category: Category;
  readonly tickers: readonly string[];
  readonly score: { readonly relevance: number; readonly actionability: ActionabilityScore; readonly novelty: number };
  /** One entry per analysed ticker, sorted like `tickers`. */
  readonly analyses: ReturnType<typeof withPredictions>;
  readonly marketEffects: readonly MarketEffect[];
  readonly scoreVersion: string;
}

/** Returns the stored item. Fields that depend on a query or on the story are null until it is served. */
export const storedItem = ({ original, category, score, analyses, marketEffects, ...parts }: ItemParts): StoredItem => ({
  original,
  enrichment: {
    relevance_score: score.relevance,
    category,
    tickers: [...parts.tickers],
    ai_trading_insights: {
      ticker_analysis: analyses,
      ...(marketEffects.length > 0 && { market_effects: [...marketEffects] }),
      news_trading_value: {
        actionability_score: score.actionability,
        information_novelty: score.novelty,
        ...tradingTextsOf(original, { category, analyses }),
      },
      ...noMarketEffects,
      indirect_market_effects: { ...noMarketEffects.indirect_market_effects, global_market_relevance: marketEffectsText(marketEffects) },
    },
    news_context_enhancement: null,
  },
  insider: parts.insider,
  filing: parts.filing,
  search_match: null,
  score_version: parts.scoreVersion,
  story_id: null,
  sources_count: null,
  sources: null,
});
