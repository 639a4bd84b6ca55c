/**
 * Everything a decision about an article may depend on besides the article. All of it is passed in; no step reads a
 * clock or the environment.
 */
import type { SettledAnswer } from '#schemas/model-answer.ts';
import type { HeldEvents } from './form4/held-events.ts';
import type { MajorTickers } from '#schemas/major-tickers.ts';
import type { RecentArticles } from './recent/recent-articles.ts';
import type { Directory } from './tickers/names/directory.ts';

export interface RefineSettings {
  readonly blockedDomains: ReadonlySet<string>;
  /** Lowest relevance score that is served, 1-10. */
  readonly relevanceFloor: number;
  /** Tickers whose earnings releases are read into figures (MAJOR_TICKERS). */
  readonly majorTickers: MajorTickers;
}

export interface RefineContext {
  /** ISO 8601 UTC: the instant of this decision. */
  readonly refinedAt: string;
  /** Returns the uid for this identity, or null when the log already holds it. */
  readonly uidFor: (identity: string) => string | null;
  readonly directory: Directory;
  readonly recent: RecentArticles;
  /** Insiders' events in the log, which amendments refer to. */
  readonly heldEvents: Pick<HeldEvents, 'find' | 'sameDay' | 'pricesNear'>;
  readonly settings: RefineSettings;
  /** Stored decision about this article's content where a model is configured: its answer, or that the built-in enricher scores it. */
  readonly answer?: SettledAnswer | null;
}
