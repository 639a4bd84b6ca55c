/**
 * Everything a decision about an article may depend on besides the article. All of it is passed in; no step reads a
 * clock or the environment.
 */
import type { Config } from '#schemas/config.ts';
import type { SurfacedItem } from '#schemas/filing.ts';
import type { SettledAnswer } from '#schemas/model-answer.ts';
import type { KnownEvents } from './form4/known-events.ts';
import type { MajorTickers } from '#schemas/major-tickers.ts';
import type { RecentArticles } from './recent/recent-articles.ts';
import type { Directory } from './tickers/names/directory.ts';

export interface RefineSettings {
  readonly blockedDomains: ReadonlySet<string>;
  /** Lowest relevance score that is served, 1-10. */
  readonly relevanceFloor: number;
  /** Tickers whose earnings releases are read into figures (MAJOR_TICKERS). */
  readonly majorTickers: MajorTickers;
  /** Items for which an 8-K becomes a row (SURFACED_8K_ITEMS). */
  readonly surfacedItems: readonly SurfacedItem[];
}

/** Returns the part of the configuration on which decisions depend. */
export const refineSettings = (config: Config): RefineSettings => ({
  blockedDomains: new Set(config.BLOCKED_DOMAINS),
  relevanceFloor: config.RELEVANCE_FLOOR,
  majorTickers: config.MAJOR_TICKERS,
  surfacedItems: config.SURFACED_8K_ITEMS,
});

export interface RefineContext {
  /** ISO 8601 UTC: the instant of this decision. */
  readonly refinedAt: string;
  /** Claims an identity for a record of this decision: returns its uid, or null when the log or this decision already has it. */
  readonly claimUid: (identity: string) => string | null;
  readonly directory: Directory;
  readonly recent: RecentArticles;
  /** Insiders' events in the log, which amendments refer to. */
  readonly knownEvents: Pick<KnownEvents, 'find' | 'reportedAs' | 'sameDay' | 'pricesNear'>;
  readonly settings: RefineSettings;
  /** Stored decision about this article's content where a model is configured: its answer, or that the built-in enricher scores it. */
  readonly answer?: SettledAnswer | null;
}
