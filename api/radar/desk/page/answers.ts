/** Types of `/radar/data`, as the page reads it: a page of the newest snapshot, or why there is none. */

export interface Filing {
  readonly form: string;
  readonly filed_at: string;
  readonly title: string;
  readonly url: string;
}

export interface InsiderCluster {
  readonly buyers_count: number;
  readonly first_trade_date: string;
  readonly last_trade_date: string;
  readonly sec_urls: readonly string[];
}

export interface Headline {
  readonly title: string;
  readonly url: string;
  readonly source_domain: string;
  readonly time_published: string;
}

/** `value`: from -1 to 1; null for the `reason`. */
export interface Tone {
  readonly value: number | null;
  readonly usable_stories: number;
  readonly reason: string | null;
}

export interface TickerRow {
  readonly ticker: string;
  readonly name: string | null;
  readonly collection: { readonly status: string; readonly reasons: readonly string[] };
  readonly stories: number;
  readonly articles: number;
  readonly outlets: number;
  readonly model_stories: number;
  readonly baseline_stories: number;
  readonly baseline_active_days: number;
  readonly market_exposure_current: number;
  readonly market_exposure_baseline: number;
  readonly stories_expected: number | null;
  readonly tail_probability: number | null;
  readonly news_z: number | null;
  readonly anomaly_reason: string | null;
  readonly candidate_news_spike: boolean;
  readonly sent: Tone;
  readonly sent_prev: Tone;
  readonly sent_delta: number | null;
  readonly evidence: readonly Headline[];
  /** Null where filings are not available for the minute. */
  readonly event_context: {
    readonly status: string;
    readonly reason: string | null;
    readonly filings: readonly Filing[];
    readonly insider_clusters: readonly InsiderCluster[];
  } | null;
}

export interface RankingPage {
  readonly snapshot_id: string;
  readonly as_of: string;
  readonly window: string;
  readonly summary: {
    readonly active_tickers: number;
    readonly scored_tickers: number;
    readonly elevated_tickers: number;
    readonly collection_unverified: number;
  };
  readonly limitations: readonly string[];
  readonly unavailable_reason: string | null;
  readonly total: number;
  readonly offset: number;
  /** `cells`: stories of each of the last days, the newest first. */
  readonly results: readonly { readonly row: TickerRow; readonly cells: readonly number[] }[];
}

/** Body of a refusal. */
export interface Refusal {
  readonly detail: string;
  readonly reason?: string;
}
