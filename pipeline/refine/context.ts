/** Defines all that a decision may depend on besides its message. No step reads a clock or the environment. */
import type { Config } from '#schemas/config.ts';
import type { SurfacedItem } from '#schemas/filing.ts';
import type { SettledAnswer } from '#schemas/model-answer.ts';
import type { KnownEvents } from './form4/known-events.ts';
import type { MajorTickers } from '#schemas/major-tickers.ts';
import type { RecentArticles } from './recent/recent-articles.ts';
import type { Directory } from './tickers/names/directory.ts';

export interface RefineSettings {
  readonly blockedDomains: ReadonlySet<string>;
  /** Least relevance score that is served, 1-10. */
  readonly relevanceFloor: number;
  /** Tickers whose earnings releases are read for figures (MAJOR_TICKERS). */
  readonly majorTickers: MajorTickers;
  /** Items of an 8-K that become rows (SURFACED_8K_ITEMS). */
  readonly surfacedItems: readonly SurfacedItem[];
}

export const refineSettings = (config: Config): RefineSettings => ({
  blockedDomains: new Set(config.BLOCKED_DOMAINS),
  relevanceFloor: config.RELEVANCE_FLOOR,
  majorTickers: config.MAJOR_TICKERS,
  surfacedItems: config.SURFACED_8K_ITEMS,
});

export interface RefineContext {
  /** Instant of this decision in ISO 8601 UTC. */
  readonly refinedAt: string;
  /** Claims an identity for a record of this decision. Returns its uid, or null when the log or this decision already has it. */
  readonly claimUid: (identity: string) => string | null;
  readonly directory: Directory;
  readonly recent: RecentArticles;
  readonly knownEvents: Pick<KnownEvents, 'find' | 'reportedAs' | 'sameDay' | 'pricesNear'>;
  readonly settings: RefineSettings;
  /** Stored answer of the model, or decision for the built-in enricher. Null or absent when no model was asked. */
  readonly answer?: SettledAnswer | null;
}
