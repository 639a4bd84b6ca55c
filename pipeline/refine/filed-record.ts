/**
 * Builds the parts that records of Form 4s and other filings share: identity and instants, the drop, and the served
 * item.
 */
import { easternInstant } from '#schemas/edgar-calendar.ts';
import type { FeedDrop, Instants } from '#schemas/feed-log.ts';
import type { NewsItem } from '#schemas/item.ts';
import type { RawFiling, RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { ActionabilityScore, Category, SourceType } from '#schemas/vocabulary.ts';
import type { Drop } from '../outcome.ts';
import { tickersSentiment, type withPredictions } from './sentiment/outlook.ts';

type Filed = RawForm4 | RawFiling;

/** What tells a record from every other: the document's identity, or an event's in it, and the uid of that. */
export interface Known {
  readonly uid: string;
  readonly identity: string;
  readonly refinedAt: string;
}

interface Head<Kind> {
  readonly v: 1;
  readonly uid: string;
  readonly identity: string;
  readonly source: string;
  readonly kind: Kind;
  readonly instants: Instants;
}

export const headOf = <Kind extends Filed['kind']>(raw: Filed & { readonly kind: Kind }, { uid, identity, refinedAt }: Known): Head<Kind> => ({
  v: 1,
  uid,
  identity,
  source: raw.source,
  kind: raw.kind,
  instants: { published_at: raw.accepted_at, seen_at: raw.seen_at, fetched_at: raw.fetched_at, refined_at: refinedAt },
});

/** When EDGAR accepted it; else the start of the day it gave the filing, else when it was here. */
export const publishedAt = (raw: Filed): string =>
  raw.accepted_at ?? (raw.filed_on === null ? raw.fetched_at : easternInstant(`${raw.filed_on}T00:00:00`));

/** `filers`: behind the form's name in the title of the drop. */
export const filedDrop = (
  raw: Filed,
  known: Known,
  { reason, detail, repeats }: Drop,
  { filers, sourceType }: { readonly filers: string; readonly sourceType: SourceType },
): FeedDrop => ({
  type: 'drop',
  ...headOf(raw, known),
  reason,
  detail: detail.slice(0, 1_000),
  url: raw.url,
  title: `Form ${raw.form}: ${filers}`.slice(0, 500),
  source_type: sourceType,
  source_domain: 'sec.gov',
  duplicate_of: repeats?.uid ?? null,
  story_id: repeats?.storyId ?? null,
});

export interface FiledItem extends Pick<NewsItem, 'insider' | 'filing'> {
  readonly uid: string;
  readonly url: string;
  readonly text: { readonly title: string; readonly summary: string };
  /** As readers see it: `SEC Form 4`. */
  readonly source: string;
  readonly sourceType: SourceType;
  readonly ownershipForm: NewsItem['original']['ownership_form'];
  readonly times: { readonly publishedAt: string; readonly createdAt: string; readonly updatedAt: string };
  readonly topics: NewsItem['original']['topics'];
  readonly category: Category;
  readonly score: { readonly relevance: number; readonly actionability: ActionabilityScore; readonly novelty: number };
  /** Of each ticker, the first the filing's main one. */
  readonly analyses: ReturnType<typeof withPredictions>;
}

export const filedItem = ({ uid, url, text, times, topics, category, score, analyses, insider, filing, ...filed }: FiledItem): NewsItem => ({
  original: {
    uid,
    title: text.title,
    summary: text.summary,
    time_published: times.publishedAt,
    source: filed.source,
    source_domain: 'sec.gov',
    url,
    authors: [],
    created_at: times.createdAt,
    updated_at: times.updatedAt,
    source_type: filed.sourceType,
    ownership_form: filed.ownershipForm,
    banner_image: null,
    topics,
    tickers_sentiment: tickersSentiment(analyses, () => '1.0'),
  },
  enrichment: {
    relevance_score: score.relevance,
    category,
    tickers: analyses.map(({ ticker }) => ticker),
    ai_trading_insights: {
      ticker_analysis: analyses,
      news_trading_value: { actionability_score: score.actionability, information_novelty: score.novelty },
    },
  },
  insider,
  filing,
  search_match: null,
  story_id: null,
  sources_count: null,
  sources: null,
});

/** Whether the directory writes a name better: the filing has it in capitals only, and the directory does not. */
export const isWrittenBetter = (filed: string, { name }: Pick<SymbolEntry, 'name'>): boolean => !/[a-z]/.test(filed) && /[a-z]/.test(name);
