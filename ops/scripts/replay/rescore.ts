/**
 * Scores one record of the feed log again from its document. Returns the old and the new result, or the reason why it cannot be scored.
 * Deduplication and story assignment are not repeated: an article keeps its story.
 */
import { decide } from '#pipeline/refine/decide.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import { recentWindowMs } from '#pipeline/refine/state.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import type { FeedDrop, FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import { publisherIdentityOf } from '#schemas/identity.ts';
import type { RawArticle, RawMessage } from '#schemas/raw.ts';
import type { Category, DropReason, Sentiment } from '#schemas/vocabulary.ts';

/** Reasons why a record is not replayed. */
export const skipReasons = {
  near_duplicate: 'copies: scored with the row that they repeat',
  amendment: 'amended filings: they depend on earlier filings',
  trade: 'insider trades of the past or reported again by co-owners: they have no article and no score',
  refused: 'documents that could not be read',
  gap: 'lost records',
  drop_not_kept: 'dropped, and RAW no longer has the document',
  filing_not_kept: 'filings that RAW no longer has: their rows lack the text that was scored',
  unreadable: 'RAW has another version of the document',
} as const;
export type SkipReason = keyof typeof skipReasons;

export type Decision =
  | { readonly kind: 'row'; readonly relevance: number; readonly category: Category; readonly sentiments: ReadonlyMap<string, Sentiment> }
  | { readonly kind: 'drop'; readonly reason: DropReason };

/** `document`: scored from the whole document; `row`: from the row's headline and summary. */
export type Basis = 'document' | 'row';

export interface Replayed {
  readonly uid: string;
  readonly source: string;
  readonly title: string;
  readonly basis: Basis;
  /** Version that scored the record; null for a drop. */
  readonly scoreVersion: string | null;
  readonly before: Decision;
  readonly after: Decision;
}

export type LoggedRecord = Extract<FeedRecord, { type: 'row' | 'drop' }>;

/** Returns the record if it can be replayed, else the reason why not. */
export function replayable(record: FeedRecord): LoggedRecord | SkipReason {
  if (record.type === 'gap') return 'gap';
  if (record.type === 'trade') return 'trade';
  if (record.type === 'revision') return 'amendment';
  if (record.type === 'row') return record;
  return skippedDrops[record.reason] ?? (record.kind === 'refusal' ? 'refused' : record);
}

const skippedDrops: Partial<Record<DropReason, SkipReason>> = {
  near_duplicate: 'near_duplicate',
  superseded: 'amendment',
  amendment_without_trade: 'amendment',
};

/** Returns the document's identity in RAW. Events of one Form 4 share it; their own part follows a colon. */
export const documentIdentity = ({ kind, identity }: LoggedRecord): string => (kind === 'form4' ? (identity.split(':')[0] ?? identity) : identity);

/** Returns what can be scored: the document, or for a publisher's row the article in the row. */
export function sourceOf(record: LoggedRecord, kept: RawMessage | 'unreadable' | null): { raw: RawMessage; basis: Basis } | SkipReason {
  if (kept === 'unreadable') return 'unreadable';
  if (kept !== null && kept.kind !== 'refusal') {
    const isAmendment = (kept.kind === 'form4' || kept.kind === 'filing' || kept.kind === 'disclosure') && kept.form.endsWith('/A');
    return isAmendment ? 'amendment' : { raw: kept, basis: 'document' };
  }
  if (record.type === 'drop') return 'drop_not_kept';
  return record.item.original.source_type === 'publisher' ? { raw: articleFromRow(record), basis: 'row' } : 'filing_not_kept';
}

export type RescoreContext = Pick<RefineContext, 'directory' | 'settings'>;

/** Returns a context without earlier records: no record is a copy of another. */
export const contextOf = (record: LoggedRecord, { directory, settings }: RescoreContext): RefineContext => ({
  refinedAt: record.instants.refined_at,
  // Only the record itself is known, so an aggregator's listing does not count as known either.
  uidFor: (identity) => (identity === record.identity || identity === publisherIdentityOf(record.identity) ? record.uid : null),
  directory,
  recent: nothingRecent,
  knownEvents: { find: () => null, sameDay: () => [], pricesNear: () => [] },
  settings,
});

const nothingRecent = createRecentArticles({ windowMs: recentWindowMs });

export function rescore(record: LoggedRecord, raw: RawMessage, basis: Basis, context: RefineContext): Replayed {
  const made = decide(raw, context).find((one) => one.type !== 'gap' && one.identity === record.identity);
  return {
    uid: record.uid,
    source: record.source,
    title: record.type === 'row' ? record.item.original.title : record.title,
    basis,
    scoreVersion: record.type === 'row' ? (record.item.score_version ?? record.score_version ?? null) : null,
    before: decisionOf(record),
    // The filing no longer produces such an event.
    after: made?.type === 'row' || made?.type === 'drop' ? decisionOf(made) : { kind: 'drop', reason: 'invalid_filing' },
  };
}

function decisionOf(record: FeedRow | FeedDrop): Decision {
  if (record.type === 'drop') return { kind: 'drop', reason: record.reason };
  const { relevance_score, category, ai_trading_insights } = record.item.enrichment;
  const sentiments = ai_trading_insights.ticker_analysis.map(({ ticker, impact_analysis }) => [ticker, impact_analysis.sentiment] as const);
  return { kind: 'row', relevance: relevance_score, category, sentiments: new Map(sentiments) };
}

/** Returns the article as a feed with a short description would deliver it. Its language was found to be English before. */
function articleFromRow({ identity, source, instants, item, extract }: FeedRow): RawArticle {
  const { original } = item;
  return {
    kind: 'article',
    identity,
    source,
    seen_at: instants.seen_at,
    fetched_at: instants.fetched_at,
    url: original.url,
    title: original.title,
    summary: extract ?? original.summary,
    body: null,
    outlet: original.source,
    outlet_domain: original.source_domain,
    authors: [],
    topics: [],
    declared_language: 'en',
    banner_image: null,
    published_at: instants.published_at,
    updated_at: null,
  };
}
