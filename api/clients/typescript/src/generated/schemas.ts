/** Types of the service's answers. Generated from the OpenAPI document by `npm run clients`; do not edit. */
import type { DecimalString } from '../decimal.ts';

/** Body of a problem. */
export interface Problem<Code, Status, Extra> {
  /** URI of the problem type */
  readonly type: string;
  readonly title: string;
  readonly status: Status;
  readonly detail: string;
  readonly code: Code;
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: Extra;
}

export interface NewsList {
  readonly results: readonly NewsItem[];
  /** Send as `cursor` to get the next page. Null on the last page; always a string with `sort=ingested` */
  readonly next_cursor: string | null;
  /** Names the coin if a stock with the same letters was served. If no such symbol is listed, names the nearest symbols */
  readonly symbol_note: string | null;
  /** Start of the archive of the plan; requests for earlier rows get 403. null with `sort=ingested` */
  readonly archive_ends_at: string | null;
}

export interface NewsItem {
  readonly original: NewsItemOriginal;
  readonly enrichment: NewsItemEnrichment;
  readonly insider: InsiderBlock | null;
  readonly filing: FilingBlock | null;
  readonly search_match: null;
  /** Version of the rules and weights that scored the row, after the name of a model that did. Absent on rows of earlier releases */
  readonly score_version?: string;
  readonly story_id: string | null;
  readonly sources_count: number | null;
  readonly sources: readonly string[] | null;
  /** `revision`: store it over the row of this uid, or as new where a copy lacks it. `retraction`: remove that row: it was withdrawn (`changed` is empty, the row is its last state), or does not match the filters any more (the row is its new state) */
  readonly kind?: 'new' | 'revision' | 'retraction';
  readonly revises?: string | null;
  /** Paths of the values that changed, such as `original.title` */
  readonly changed?: readonly string[];
}

export interface NewsItemOriginal {
  readonly uid: string;
  readonly title: string;
  readonly summary: string;
  readonly time_published: string;
  /** Outlet name; "SEC Form 4" on Form 4 rows */
  readonly source: string;
  readonly source_domain: string;
  readonly url: string;
  readonly authors: readonly string[];
  /** When the article arrived here */
  readonly created_at: string;
  /** Same as `created_at` unless the row was corrected */
  readonly updated_at: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q';
  readonly ownership_form: 'direct' | 'indirect' | null;
  readonly banner_image: string | null;
  readonly topics: readonly NewsItemOriginalTopics[];
  /** The analysis of each ticker in short form */
  readonly tickers_sentiment: readonly NewsItemOriginalTickersSentiment[];
}

export interface NewsItemOriginalTopics {
  readonly topic: string;
  readonly relevance: number;
}

export interface NewsItemOriginalTickersSentiment {
  readonly ticker: string;
  readonly relevance_score: DecimalString;
  readonly ticker_sentiment_label: 'Bullish' | 'Neutral' | 'Bearish';
}

export interface NewsItemEnrichment {
  readonly relevance_score: number;
  readonly category: 'earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other';
  readonly tickers: readonly string[];
  readonly ai_trading_insights: NewsItemEnrichmentAiTradingInsights;
  /** Only on the single article */
  readonly news_context_enhancement: null;
}

export interface NewsItemEnrichmentAiTradingInsights {
  readonly ticker_analysis: readonly NewsItemEnrichmentAiTradingInsightsTickerAnalysis[];
  /** Markets that the headline moves, each with its direction (for rates, the level and not bond prices); only on rows without a ticker */
  readonly market_effects?: readonly NewsItemEnrichmentAiTradingInsightsMarketEffects[];
  readonly news_trading_value: NewsItemEnrichmentAiTradingInsightsNewsTradingValue;
  readonly indirect_market_effects: NewsItemEnrichmentAiTradingInsightsIndirectMarketEffects;
  readonly alternative_perspectives: NewsItemEnrichmentAiTradingInsightsAlternativePerspectives;
}

export interface NewsItemEnrichmentAiTradingInsightsTickerAnalysis {
  readonly ticker: string;
  readonly relevance_context: string;
  readonly impact_analysis: NewsItemEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis;
}

export interface NewsItemEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis {
  readonly sentiment: 'positive' | 'neutral' | 'negative';
  readonly confidence: 'high' | 'medium' | 'low';
  readonly reasoning: string;
  readonly summary: string;
  /** Expected direction, size and horizon in one sentence; empty if there is no evidence */
  readonly price_impact_prediction: string;
}

export interface NewsItemEnrichmentAiTradingInsightsMarketEffects {
  readonly market: 'equities' | 'rates' | 'dollar' | 'oil' | 'gold' | 'crypto';
  readonly direction: 'positive' | 'neutral' | 'negative';
  readonly reasoning: string;
}

export interface NewsItemEnrichmentAiTradingInsightsNewsTradingValue {
  readonly actionability_score: 'high' | 'medium' | 'low' | 'negligible';
  readonly information_novelty: number;
  /** US market session at publication, or the time until the next one; empty for coins */
  readonly timing_relevance: string;
  /** Whether its tickers point the same way; empty if fewer than two have a direction */
  readonly market_sentiment_alignment: string;
  /** Reading time of title and summary: `1 min` */
  readonly estimated_read_time: string;
}

export interface NewsItemEnrichmentAiTradingInsightsIndirectMarketEffects {
  /** Empty: the service knows no fact that would support a text */
  readonly sector_implications: string;
  /** Empty: the service knows no fact that would support a text */
  readonly regional_market_impact: string;
  /** `market_effects` in one sentence; empty on rows without any, as on all rows with a ticker */
  readonly global_market_relevance: string;
}

export interface NewsItemEnrichmentAiTradingInsightsAlternativePerspectives {
  /** Empty: the service knows no fact that would support a text */
  readonly contrarian_view: string;
  /** Empty: the service knows no fact that would support a text */
  readonly overlooked_factors: string;
}

export interface InsiderBlock {
  readonly side: 'buy' | 'sell' | 'other';
  readonly transaction_code: 'P' | 'S' | 'D';
  readonly shares: DecimalString;
  /** Average weighted by value over priced tranches, at most 4 decimals; null if none is priced */
  readonly avg_price_usd: DecimalString | null;
  /** Sum over priced tranches, 2 decimals; null if none is priced */
  readonly total_value_usd: DecimalString | null;
  /** Why price and value are given or null. stated: as filed; implausible: the filed price cannot be the price of one share (such as a total in the price field); per_receipt: the price of a depositary receipt; unpriced: the price field has no price in dollars. Absent on rows of earlier releases */
  readonly value_basis?: 'stated' | 'implausible' | 'per_receipt' | 'unpriced';
  /** true only if the form states a plan */
  readonly is_10b5_1: boolean;
  /** Where the form states it; none: it does not say, as on forms older than the checkbox */
  readonly is_10b5_1_basis: 'checkbox' | 'footnote' | 'none';
  /** How the trade was made, by the form and other insiders’ prices. Absent on rows of earlier releases */
  readonly transaction_context?: 'open_market' | 'offering' | 'private_purchase' | 'plan' | 'unknown';
  /** Another filing of the same transaction by a co-owner. It appears in the insider trades, has no article and counts in no sum, so it is false on rows; absent on rows of earlier releases */
  readonly is_joint_duplicate?: boolean;
  readonly insider_name: string;
  readonly insider_title: string;
  readonly is_officer: boolean;
  readonly is_director: boolean;
  readonly is_ten_percent_owner: boolean;
  /** Date of the last fill */
  readonly transaction_date: string;
  /** When the filing reached the feed */
  readonly filed_at: string;
  /** When EDGAR accepted it */
  readonly accepted_at: string | null;
  /** Accepted later than two business days after the trade; null if unknown or if the filing's dates contradict each other */
  readonly late_filing: boolean | null;
  readonly tranche_count: number;
  readonly accession_number: string;
}

/** Only on 8-K rows; the url of a 6-K row contains its accession number */
export interface FilingBlock {
  readonly items: readonly string[];
  readonly primary_item: string;
  readonly accession_number: string;
  readonly filed_at: string;
  readonly event_date: string | null;
  readonly exhibit_url: string | null;
  /** Only on an 8-K/A */
  readonly amends?: FilingBlockAmends;
}

/** Only on an 8-K/A */
export interface FilingBlockAmends {
  readonly filed_on: string | null;
}

export interface SearchList {
  readonly results: readonly SearchItem[];
  readonly next_cursor: string | null;
  /** Results on this page */
  readonly count: number;
  /** Results on all pages, at most the best 200 */
  readonly matched: number;
  readonly query: SearchQuery;
  readonly symbol_note: string | null;
}

export interface SearchItem {
  readonly original: SearchItemOriginal;
  readonly enrichment: SearchItemEnrichment;
  readonly insider: InsiderBlock | null;
  readonly filing: FilingBlock | null;
  readonly search_match: SearchMatch;
  /** Version of the rules and weights that scored the row, after the name of a model that did. Absent on rows of earlier releases */
  readonly score_version?: string;
  readonly story_id: string | null;
  readonly sources_count: number | null;
  readonly sources: readonly string[] | null;
}

export interface SearchItemOriginal {
  readonly uid: string;
  readonly title: string;
  readonly summary: string;
  readonly time_published: string;
  /** Outlet name; "SEC Form 4" on Form 4 rows */
  readonly source: string;
  readonly source_domain: string;
  readonly url: string;
  readonly authors: readonly string[];
  /** When the article arrived here */
  readonly created_at: string;
  /** Same as `created_at` unless the row was corrected */
  readonly updated_at: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q';
  readonly ownership_form: 'direct' | 'indirect' | null;
  readonly banner_image: string | null;
  readonly topics: readonly SearchItemOriginalTopics[];
  /** The analysis of each ticker in short form */
  readonly tickers_sentiment: readonly SearchItemOriginalTickersSentiment[];
}

export interface SearchItemOriginalTopics {
  readonly topic: string;
  readonly relevance: number;
}

export interface SearchItemOriginalTickersSentiment {
  readonly ticker: string;
  readonly relevance_score: DecimalString;
  readonly ticker_sentiment_label: 'Bullish' | 'Neutral' | 'Bearish';
}

export interface SearchItemEnrichment {
  readonly relevance_score: number;
  readonly category: 'earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other';
  readonly tickers: readonly string[];
  readonly ai_trading_insights: SearchItemEnrichmentAiTradingInsights;
  /** Only on the single article */
  readonly news_context_enhancement: null;
}

export interface SearchItemEnrichmentAiTradingInsights {
  readonly ticker_analysis: readonly SearchItemEnrichmentAiTradingInsightsTickerAnalysis[];
  /** Markets that the headline moves, each with its direction (for rates, the level and not bond prices); only on rows without a ticker */
  readonly market_effects?: readonly SearchItemEnrichmentAiTradingInsightsMarketEffects[];
  readonly news_trading_value: SearchItemEnrichmentAiTradingInsightsNewsTradingValue;
  readonly indirect_market_effects: SearchItemEnrichmentAiTradingInsightsIndirectMarketEffects;
  readonly alternative_perspectives: SearchItemEnrichmentAiTradingInsightsAlternativePerspectives;
}

export interface SearchItemEnrichmentAiTradingInsightsTickerAnalysis {
  readonly ticker: string;
  readonly relevance_context: string;
  readonly impact_analysis: SearchItemEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis;
}

export interface SearchItemEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis {
  readonly sentiment: 'positive' | 'neutral' | 'negative';
  readonly confidence: 'high' | 'medium' | 'low';
  readonly reasoning: string;
  readonly summary: string;
  /** Expected direction, size and horizon in one sentence; empty if there is no evidence */
  readonly price_impact_prediction: string;
}

export interface SearchItemEnrichmentAiTradingInsightsMarketEffects {
  readonly market: 'equities' | 'rates' | 'dollar' | 'oil' | 'gold' | 'crypto';
  readonly direction: 'positive' | 'neutral' | 'negative';
  readonly reasoning: string;
}

export interface SearchItemEnrichmentAiTradingInsightsNewsTradingValue {
  readonly actionability_score: 'high' | 'medium' | 'low' | 'negligible';
  readonly information_novelty: number;
  /** US market session at publication, or the time until the next one; empty for coins */
  readonly timing_relevance: string;
  /** Whether its tickers point the same way; empty if fewer than two have a direction */
  readonly market_sentiment_alignment: string;
  /** Reading time of title and summary: `1 min` */
  readonly estimated_read_time: string;
}

export interface SearchItemEnrichmentAiTradingInsightsIndirectMarketEffects {
  /** Empty: the service knows no fact that would support a text */
  readonly sector_implications: string;
  /** Empty: the service knows no fact that would support a text */
  readonly regional_market_impact: string;
  /** `market_effects` in one sentence; empty on rows without any, as on all rows with a ticker */
  readonly global_market_relevance: string;
}

export interface SearchItemEnrichmentAiTradingInsightsAlternativePerspectives {
  /** Empty: the service knows no fact that would support a text */
  readonly contrarian_view: string;
  /** Empty: the service knows no fact that would support a text */
  readonly overlooked_factors: string;
}

export interface SearchMatch {
  /** Only for comparing results of one search; halves per 30 days of age */
  readonly score: number;
  /** Number of entries in `terms`; null if the search has no terms */
  readonly terms_matched: number | null;
  /** Words, phrases and companies of the search that the row matches; a company appears as its ticker */
  readonly terms: readonly string[];
  /** Part of the summary with matching words marked `**so**`; null if only title, entities or tickers match */
  readonly context: string | null;
}

export interface SearchQuery {
  /** `strict`: every result matches the whole search. `broadened`: no result matched everything; `note` says what was relaxed. `no_match`: nothing matches even the relaxed search. `no_terms`: the search has no word to search for */
  readonly mode: 'strict' | 'broadened' | 'no_match' | 'no_terms';
  readonly sort: 'relevance' | 'published';
  /** The search terms as written */
  readonly terms: readonly string[];
  /** Terms that every result matches */
  readonly required_terms: readonly string[];
  /** Terms of which only some must match (joined by OR, or relaxed) */
  readonly optional_terms: readonly string[];
  /** Rows published from this time on were searched: the later of `from_date` and the start of the plan’s archive; later still for very common words */
  readonly window_from: string;
  readonly note: string | null;
}

export interface NewsBrief {
  readonly generated_at: string;
  /** `window_end` minus `hours`, but not before the start of the archive of the plan; with `cursor`, the earliest publication */
  readonly window_start: string;
  readonly window_end: string;
  readonly hours: number;
  /** The requested tickers that are listed, as the symbol directory spells them */
  readonly tickers: readonly string[];
  readonly unknown_tickers: readonly string[];
  /** Those of `tickers` about which there is nothing in the window, or between `cursor` and `next_cursor` */
  readonly quiet: readonly string[];
  /** News sources that the coverage report finds stale: then `quiet` proves nothing. null: there is no report yet */
  readonly source_health: NewsBriefSourceHealth | null;
  /** Publisher articles, ranked by relevance, which halves per day of age; without `cursor` one per story */
  readonly events: readonly BriefEntry[];
  /** SEC filings, newest first */
  readonly filings: readonly BriefEntry[];
  /** The next confirmed report date of each ticker, as on the symbol, with the filing that states it; of more than 100, the nearest */
  readonly upcoming_earnings: readonly NewsBriefUpcomingEarnings[];
  /** Macro releases of medium or high importance on this Eastern day */
  readonly calendar: readonly CalendarOccurrence[];
  /** There are more than `limit` or than fit in the answer; with `cursor`, see `has_more` */
  readonly events_truncated: boolean;
  readonly filings_truncated: boolean;
  /** Send it as `cursor` to get what enters the feed later, each row once */
  readonly next_cursor: string;
  /** With `cursor`: rows wait after `next_cursor`, so call again at once */
  readonly has_more: boolean;
}

export interface NewsBriefSourceHealth {
  readonly as_of: string;
  readonly stale: readonly ('publisher_news' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q' | 'earnings_reads' | 'earnings_schedule' | 'economic_calendar')[];
}

export interface BriefEntry {
  readonly uid: string;
  readonly story_id: string;
  readonly title: string;
  /** At most 600 characters; a shortened one ends in … */
  readonly summary: string;
  readonly url: string;
  /** URL of the article at its source, for people to read */
  readonly article_url: string;
  readonly source_domain: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q';
  readonly time_published: string;
  /** The requested tickers that it is about, including other names and share classes of the company */
  readonly matched_tickers: readonly string[];
  readonly category: 'earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other';
  readonly relevance_score: number;
  readonly information_novelty: number;
  readonly actionability: 'high' | 'medium' | 'low' | 'negligible';
  /** Expected direction for each requested company */
  readonly signals: readonly BriefEntrySignals[];
  /** Whether the single article has an earnings read */
  readonly earnings_available: boolean;
}

export interface BriefEntrySignals {
  readonly ticker: string;
  readonly sentiment: 'positive' | 'neutral' | 'negative';
}

export interface NewsBriefUpcomingEarnings {
  readonly ticker: string;
  readonly report_date: string;
  /** Before the market opens or after it closes; null: the company does not say */
  readonly session: 'before_open' | 'after_close' | 'during' | null;
  readonly source_uid: string | null;
}

export interface CalendarOccurrence {
  /** Made from the series and its period; stays the same when the release is moved */
  readonly uid: string;
  readonly event_key: 'fomc_decision' | 'fomc_minutes' | 'cpi' | 'ppi' | 'nfp' | 'gdp' | 'pce' | 'retail_sales' | 'jobless_claims' | 'jolts';
  readonly title: string;
  /** Month `2026-07`, quarter `2026-Q2`, last day of the week `2026-11-14`; for the FOMC, the month of the decision */
  readonly reference_period: string;
  /** Set for GDP estimates only, otherwise null */
  readonly release_stage: 'advance' | 'second' | 'third' | null;
  readonly scheduled_at: string;
  /** Whether the scheduled time has passed; it does not show whether the agency has published */
  readonly phase: 'upcoming' | 'elapsed';
  /** `postponed`: `scheduled_at` is the last date announced */
  readonly schedule_status: 'scheduled' | 'postponed' | 'cancelled';
  /** `official`: from the agency's schedule; `inferred`: estimated from past cadence until the agency publishes its schedule */
  readonly schedule_basis: 'official' | 'inferred';
  readonly importance: 'high' | 'medium' | 'low';
  readonly category: string;
  readonly country: 'US';
  readonly source_url: string;
  /** Set for FOMC decisions that have a press conference */
  readonly press_conference_at: string | null;
  /** Whether the Federal Reserve publishes projections with the decision; false for other releases */
  readonly has_sep: boolean;
  readonly released_at: null;
}

export interface InsiderClusterList {
  readonly results: readonly InsiderCluster[];
  readonly next_cursor: string | null;
  /** Names the coin if a stock with the same letters was served. If no such symbol is listed, names the nearest symbols */
  readonly symbol_note: string | null;
}

export interface InsiderCluster {
  readonly ticker: string;
  readonly issuer_name: string;
  readonly cik: string;
  readonly first_trade_date: string;
  readonly last_trade_date: string;
  /** When the latest of these purchases was filed with the SEC */
  readonly known_at: string;
  readonly buyers_count: number;
  readonly officer_director_count: number;
  readonly total_value_usd: DecimalString | null;
  readonly filings_count: number;
  /** True if some filings are not linked from a buyer below */
  readonly evidence_truncated: boolean;
  readonly buyers: readonly InsiderClusterBuyers[];
}

export interface InsiderClusterBuyers {
  readonly insider_name: string;
  readonly insider_title: string;
  readonly insider_cik: string;
  readonly is_officer: boolean;
  readonly is_director: boolean;
  readonly shares: DecimalString;
  /** Average weighted by value over priced fills, at most 4 decimals */
  readonly avg_price_usd: DecimalString | null;
  readonly total_value_usd: DecimalString | null;
  readonly trade_dates: readonly string[];
  /** Why the buyer is not counted; null: it is counted */
  readonly label: 'plan' | 'offering' | 'duplicate' | null;
  /** The latest article about these purchases */
  readonly news_uid: string | null;
  /** Index page of the latest of these filings */
  readonly sec_url: string;
}

export interface Article {
  readonly original: ArticleOriginal;
  readonly enrichment: ArticleEnrichment;
  readonly insider: InsiderBlock | null;
  readonly filing: FilingBlock | null;
  readonly search_match: null;
  /** Version of the rules and weights that scored the row, after the name of a model that did. Absent on rows of earlier releases */
  readonly score_version?: string;
  readonly story_id: string | null;
  readonly sources_count: number | null;
  readonly sources: readonly string[] | null;
  readonly earnings: EarningsAnalysis | null;
}

export interface ArticleOriginal {
  readonly uid: string;
  readonly title: string;
  readonly summary: string;
  readonly time_published: string;
  /** Outlet name; "SEC Form 4" on Form 4 rows */
  readonly source: string;
  readonly source_domain: string;
  readonly url: string;
  readonly authors: readonly string[];
  /** When the article arrived here */
  readonly created_at: string;
  /** Same as `created_at` unless the row was corrected */
  readonly updated_at: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q';
  readonly ownership_form: 'direct' | 'indirect' | null;
  readonly banner_image: string | null;
  readonly topics: readonly ArticleOriginalTopics[];
  /** The analysis of each ticker in short form */
  readonly tickers_sentiment: readonly ArticleOriginalTickersSentiment[];
}

export interface ArticleOriginalTopics {
  readonly topic: string;
  readonly relevance: number;
}

export interface ArticleOriginalTickersSentiment {
  readonly ticker: string;
  readonly relevance_score: DecimalString;
  readonly ticker_sentiment_label: 'Bullish' | 'Neutral' | 'Bearish';
}

export interface ArticleEnrichment {
  readonly relevance_score: number;
  readonly category: 'earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other';
  readonly tickers: readonly string[];
  readonly ai_trading_insights: ArticleEnrichmentAiTradingInsights;
  readonly news_context_enhancement: ArticleEnrichmentNewsContextEnhancement;
  /** Grounds of tickers, score and directions; null on filings, which follow rules, and on articles of earlier releases */
  readonly evidence: Evidence | null;
}

export interface ArticleEnrichmentAiTradingInsights {
  readonly ticker_analysis: readonly ArticleEnrichmentAiTradingInsightsTickerAnalysis[];
  /** Markets that the headline moves, each with its direction (for rates, the level and not bond prices); only on rows without a ticker */
  readonly market_effects?: readonly ArticleEnrichmentAiTradingInsightsMarketEffects[];
  readonly news_trading_value: ArticleEnrichmentAiTradingInsightsNewsTradingValue;
  readonly indirect_market_effects: ArticleEnrichmentAiTradingInsightsIndirectMarketEffects;
  readonly alternative_perspectives: ArticleEnrichmentAiTradingInsightsAlternativePerspectives;
}

export interface ArticleEnrichmentAiTradingInsightsTickerAnalysis {
  readonly ticker: string;
  readonly relevance_context: string;
  readonly impact_analysis: ArticleEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis;
}

export interface ArticleEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis {
  readonly sentiment: 'positive' | 'neutral' | 'negative';
  readonly confidence: 'high' | 'medium' | 'low';
  readonly reasoning: string;
  readonly summary: string;
  /** Expected direction, size and horizon in one sentence; empty if there is no evidence */
  readonly price_impact_prediction: string;
}

export interface ArticleEnrichmentAiTradingInsightsMarketEffects {
  readonly market: 'equities' | 'rates' | 'dollar' | 'oil' | 'gold' | 'crypto';
  readonly direction: 'positive' | 'neutral' | 'negative';
  readonly reasoning: string;
}

export interface ArticleEnrichmentAiTradingInsightsNewsTradingValue {
  readonly actionability_score: 'high' | 'medium' | 'low' | 'negligible';
  readonly information_novelty: number;
  /** US market session at publication, or the time until the next one; empty for coins */
  readonly timing_relevance: string;
  /** Whether its tickers point the same way; empty if fewer than two have a direction */
  readonly market_sentiment_alignment: string;
  /** Reading time of title and summary: `1 min` */
  readonly estimated_read_time: string;
}

export interface ArticleEnrichmentAiTradingInsightsIndirectMarketEffects {
  /** Empty: the service knows no fact that would support a text */
  readonly sector_implications: string;
  /** Empty: the service knows no fact that would support a text */
  readonly regional_market_impact: string;
  /** `market_effects` in one sentence; empty on rows without any, as on all rows with a ticker */
  readonly global_market_relevance: string;
}

export interface ArticleEnrichmentAiTradingInsightsAlternativePerspectives {
  /** Empty: the service knows no fact that would support a text */
  readonly contrarian_view: string;
  /** Empty: the service knows no fact that would support a text */
  readonly overlooked_factors: string;
}

export interface ArticleEnrichmentNewsContextEnhancement {
  readonly background_context: string;
  /** Expected price move of each ticker, in sentences; empty if there is no evidence */
  readonly impact_analysis: string;
  readonly key_entities: readonly ArticleEnrichmentNewsContextEnhancementKeyEntities[];
  readonly market_relevance_summary: string;
  readonly estimated_read_time_minutes: number;
}

export interface ArticleEnrichmentNewsContextEnhancementKeyEntities {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

export interface Evidence {
  /** For each ticker, the words of `original` that name it; `start` and `end` count UTF-16 code units. No spans: only the main text names it, or a sentence that the summary leaves out */
  readonly tickers: readonly EvidenceTickers[];
  /** `value` is `relevance_score`; `probabilities` are those of the scores 1 to 10 as the reader read the headline. Rules may have changed the value, as for solicitations, releases of statistics and news without interest to a trading desk. Empty where a trading halt or a language model gave the score */
  readonly score: EvidenceScore;
  /** For each ticker whose direction was read: its probabilities, and the words that weighed most for a direction other than neutral, over the whole headline or lead */
  readonly directions: readonly EvidenceDirections[];
}

export interface EvidenceTickers {
  readonly ticker: string;
  readonly spans: readonly EvidenceTickersSpans[];
}

export interface EvidenceTickersSpans {
  readonly field: 'title' | 'summary';
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `value` is `relevance_score`; `probabilities` are those of the scores 1 to 10 as the reader read the headline. Rules may have changed the value, as for solicitations, releases of statistics and news without interest to a trading desk. Empty where a trading halt or a language model gave the score */
export interface EvidenceScore {
  readonly value: number;
  readonly probabilities: readonly number[];
}

export interface EvidenceDirections {
  readonly ticker: string;
  readonly probabilities: EvidenceDirectionsProbabilities;
  readonly words: readonly string[];
}

export interface EvidenceDirectionsProbabilities {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

export interface EarningsAnalysis {
  readonly company: string;
  /** '' if the filer has no listed symbol */
  readonly ticker: string;
  /** `Q1 2020`, `Q4 FY2019`, `H1 2010`, `FY2019` */
  readonly fiscal_period: string;
  readonly period_end: string | null;
  readonly headline: string;
  readonly verdict: 'strong' | 'solid' | 'mixed' | 'weak';
  readonly verdict_reason: string;
  readonly key_metrics: readonly KeyMetric[];
  readonly segments: readonly SegmentFigure[];
  /** null if the filing gives none */
  readonly guidance: Guidance | null;
  readonly vs_prior_guidance: readonly EarningsAnalysisVsPriorGuidance[];
  /** Sentences about dividends and buybacks */
  readonly capital_returns: readonly string[];
  /** Sentences about cash, debt and cash flow */
  readonly balance_sheet_cash_flow: readonly string[];
  readonly drivers: readonly string[];
  readonly concerns: readonly string[];
  /** Sentences about the future */
  readonly what_to_watch: readonly string[];
  readonly quotes: readonly EarningsAnalysisQuotes[];
  /** A summary of the figures in a few sentences */
  readonly analysis: string;
  readonly missing_items: readonly string[];
  readonly numbers_verified_from_document: true;
  readonly table_scale: 'ones' | 'thousands' | 'millions' | 'billions' | 'trillions' | null;
  /** Path of the source text; evidence offsets refer to it */
  readonly source_text_url: string | null;
}

export interface KeyMetric {
  readonly name: string;
  /** Exactly as printed */
  readonly value: string;
  /** other: IFRS, and figures that are marked neither GAAP nor adjusted */
  readonly basis: 'GAAP' | 'non-GAAP' | 'other';
  /** The same quarter one year earlier, as printed */
  readonly prior_year: string | null;
  readonly prior_quarter: string | null;
  /** As printed, else a percentage computed from two printed figures; null across zero: from zero or a loss, or to a loss */
  readonly yoy_change: string | null;
  readonly qoq_change: string | null;
  /** Whether the changes are printed in the filing or computed from printed figures */
  readonly change_basis: 'printed' | 'computed';
  /** `value` as a number, losses negative; multiply by `scale` to get the amount */
  readonly numeric: number;
  /** ISO 4217 code (also for per-share figures), pct, bp or shares; null if the filing states none */
  readonly unit: string | null;
  /** null if the filing does not state it */
  readonly scale: 'ones' | 'thousands' | 'millions' | 'billions' | 'trillions' | null;
  readonly evidence: KeyMetricEvidence;
}

export interface KeyMetricEvidence {
  readonly start: number;
  readonly end: number;
}

export interface SegmentFigure {
  readonly name: string;
  /** Exactly as printed, in the scale of `table_scale` */
  readonly revenue: string;
  readonly yoy_change: string | null;
  readonly qoq_change: string | null;
  /** The sentence of the release that gives the cause; '' if there is none */
  readonly driver: string;
  readonly evidence: SegmentFigureEvidence;
}

export interface SegmentFigureEvidence {
  readonly start: number;
  readonly end: number;
}

export interface Guidance {
  /** '' if the release does not say */
  readonly period: string;
  readonly revenue: string | null;
  readonly gross_margin: string | null;
  readonly operating_expenses: string | null;
  readonly tax_rate: string | null;
  readonly eps: string | null;
  /** Other guidance, each as `measure (period): range` */
  readonly other: readonly string[];
  /** initiated: not compared with earlier guidance; none: changed both ways, or without saying how */
  readonly state: 'raised' | 'lowered' | 'maintained' | 'withdrawn' | 'initiated' | 'none';
  readonly evidence: readonly GuidanceEvidence[];
}

export interface GuidanceEvidence {
  readonly start: number;
  readonly end: number;
}

export interface EarningsAnalysisVsPriorGuidance {
  readonly metric: string;
  readonly prior_guidance: string;
  readonly actual: string;
  readonly verdict: 'above' | 'in line' | 'below' | 'n/a';
}

export interface EarningsAnalysisQuotes {
  readonly speaker: string;
  readonly role: string | null;
  readonly text: string;
}

export interface StoryList {
  readonly results: readonly StoryCard[];
  /** Send as `cursor` to get the next page. Null on the last page; always a string with `sort=ingested` */
  readonly next_cursor: string | null;
  /** Names the coin if a stock with the same letters was served. If no such symbol is listed, names the nearest symbols */
  readonly symbol_note: string | null;
  /** Start of the archive of the plan; requests for earlier stories get 403 */
  readonly archive_ends_at: string;
}

export interface StoryCard {
  readonly story_id: string;
  /** Headline of the material that states most of what the publishers agree on */
  readonly title: string;
  /** Summary of the same material */
  readonly summary: string;
  /** Median of each publisher's best relevance score, rounded down */
  readonly importance: number;
  /** The category that most publishers filed it under */
  readonly category: 'earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other';
  /** Named by two or more publishers; where none is, those of the first material */
  readonly tickers: readonly string[];
  /** Owners that reported it: sister outlets count once, and so do texts of one news agency */
  readonly publishers: number;
  /** Articles; reprints of a text are not served, and not counted */
  readonly materials: number;
  readonly first_published_at: string;
  readonly last_material_at: string;
  /** When the last key fact was confirmed or disputed; without any, when the second publisher reported it */
  readonly updated_at: string;
  /** published: it covers every material; stale: materials joined after it was made; preparing: no material has a summary yet */
  readonly summary_state: 'published' | 'stale' | 'preparing';
}

export interface TopStories {
  readonly results: readonly StoryCard[];
  readonly next_cursor: null;
  /** Time of the ranking */
  readonly as_of: string;
  /** Changes with the formula */
  readonly ranking_version: number;
}

export interface StoryLookup {
  /** merged: the article is in story `redirect_to`; not_a_story: only one publisher reported it, see `article` */
  readonly status: 'found' | 'merged' | 'not_a_story';
  readonly story: Story | null;
  readonly redirect_to: string | null;
  readonly article: StoryLookupArticle | null;
}

export interface Story {
  readonly story_id: string;
  /** Headline of the material that states most of what the publishers agree on */
  readonly title: string;
  /** Summary of the same material */
  readonly summary: string;
  /** Median of each publisher's best relevance score, rounded down */
  readonly importance: number;
  /** The category that most publishers filed it under */
  readonly category: 'earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other';
  /** Named by two or more publishers; where none is, those of the first material */
  readonly tickers: readonly string[];
  /** Owners that reported it: sister outlets count once, and so do texts of one news agency */
  readonly publishers: number;
  /** Articles; reprints of a text are not served, and not counted */
  readonly materials: number;
  readonly first_published_at: string;
  readonly last_material_at: string;
  /** When the last key fact was confirmed or disputed; without any, when the second publisher reported it */
  readonly updated_at: string;
  /** published: it covers every material; stale: materials joined after it was made; preparing: no material has a summary yet */
  readonly summary_state: 'published' | 'stale' | 'preparing';
  /** Effects that its articles support; empty if none */
  readonly why_it_matters: string;
  /** Sentences of the materials with numbers, dates or names that a second publisher states too */
  readonly key_facts: readonly StoryKeyFacts[];
  /** The direction that most publishers’ articles point to, with the reasoning of the best-scored one */
  readonly ticker_takes: readonly StoryTickerTakes[];
  /** Numbers on which publishers differ, each with who says what */
  readonly uncertainties: readonly string[];
  /** The material that was published first */
  readonly first_source: StoryFirstSource;
  /** Publishers, by owner, that reported it besides that of `first_source` */
  readonly corroborated_by: number;
  /** Every ticker that a material names, by the time of the first; `publishers`: owners that name it */
  readonly tickers_over_time: readonly StoryTickersOverTime[];
  /** Materials whose text was read */
  readonly based_on: number;
  /** Materials when the summary was made */
  readonly materials_at_build: number;
  /** Materials that joined since */
  readonly new_materials: number;
  /** When the last material that was read arrived here */
  readonly revision_generated_at: string;
  /** Whether a public page of the story may be indexed: there is none */
  readonly indexable: boolean;
}

export interface StoryKeyFacts {
  readonly text: string;
  readonly source_uid: string;
  readonly publisher: string;
}

export interface StoryTickerTakes {
  readonly ticker: string;
  readonly impact: 'positive' | 'neutral' | 'negative';
  readonly note: string;
}

/** The material that was published first */
export interface StoryFirstSource {
  readonly uid: string;
  readonly publisher: string;
  readonly time_published: string;
}

export interface StoryTickersOverTime {
  readonly ticker: string;
  readonly first_named_at: string;
  readonly last_named_at: string;
  readonly publishers: number;
}

export interface StoryLookupArticle {
  readonly uid: string;
  readonly title: string;
  readonly time_published: string;
}

export interface StoryMaterials {
  readonly story_id: string;
  readonly results: readonly StoryMaterial[];
  /** Send as `cursor` to get the next page. Null on the last page; always a string with `sort=ingested` */
  readonly next_cursor: string | null;
}

export interface StoryMaterial {
  readonly uid: string;
  readonly title: string;
  readonly publisher: string;
  readonly time_published: string;
  readonly url: string;
  readonly relevance_score: number;
  /** Whether a public page of the article may be indexed: there is none */
  readonly seo_eligible: boolean;
}

export interface SymbolList {
  readonly results: readonly ListedSymbol[];
  /** Number of all matching symbols, regardless of `limit` and `offset` */
  readonly count: number;
  readonly next_cursor: null;
}

export interface ListedSymbol {
  readonly symbol: string;
  readonly name: string;
  readonly asset_type: 'Stock' | 'ETF' | 'Crypto';
  /** '' if unknown */
  readonly exchange: string;
  /** '' if unknown */
  readonly sector: string;
  /** '' if unknown */
  readonly industry: string;
  /** ISO 3166 alpha-2 code of the domicile; US if listed there and no other is known; '' for coins and if unknown */
  readonly country: string;
  /** ISO 4217; USD if listed in the US, and for coins */
  readonly currency: string;
  /** Whether its insiders report to the SEC */
  readonly supports_insider: boolean;
  /** Symbol on TradingView; '' if it is the same */
  readonly tv_symbol: string;
  readonly status: 'active' | 'delisted';
  readonly brand_aliases: readonly string[];
}

export interface SymbolsDirectory {
  readonly most_active: readonly SymbolsDirectoryMostActive[];
  readonly sectors: readonly SymbolsDirectorySectors[];
}

export interface SymbolsDirectoryMostActive {
  readonly ticker: string;
  readonly name: string;
  /** Rows about it in the last 7 days */
  readonly news_count: number;
}

export interface SymbolsDirectorySectors {
  readonly sector: string;
  /** Name of the sector in URLs */
  readonly slug: string;
  /** Number of active symbols in the sector */
  readonly count: number;
  readonly top: readonly SymbolsDirectorySectorsTop[];
}

export interface SymbolsDirectorySectorsTop {
  readonly ticker: string;
  readonly name: string;
  /** Rows about it in the last 7 days */
  readonly news_count: number;
}

export interface SectorSymbols {
  readonly sector: string;
  /** Name of the sector in URLs */
  readonly slug: string;
  /** Number of active symbols in the sector */
  readonly count: number;
  readonly symbols: readonly SectorSymbolsSymbols[];
}

export interface SectorSymbolsSymbols {
  readonly ticker: string;
  readonly name: string;
  /** Rows about it in the last 7 days */
  readonly news_count: number;
}

export interface Symbol {
  readonly symbol: string;
  readonly name: string;
  readonly asset_type: 'Stock' | 'ETF' | 'Crypto';
  /** '' if unknown */
  readonly exchange: string;
  /** '' if unknown */
  readonly sector: string;
  /** '' if unknown */
  readonly industry: string;
  /** ISO 3166 alpha-2 code of the domicile; US if listed there and no other is known; '' for coins and if unknown */
  readonly country: string;
  /** ISO 4217; USD if listed in the US, and for coins */
  readonly currency: string;
  /** Whether its insiders report to the SEC */
  readonly supports_insider: boolean;
  /** Symbol on TradingView; '' if it is the same */
  readonly tv_symbol: string;
  readonly status: 'active' | 'delisted';
  readonly brand_aliases: readonly string[];
  /** '' if unknown */
  readonly description: string;
  readonly website: string | null;
  readonly delisted_at: string | null;
  /** Current ticker of the company; '' if it was not renamed */
  readonly renamed_to: string;
  /** Confirmed date, never an estimate: that of next_report_time if the company states one, else of the configured source; null if none is known */
  readonly next_report_date: string | null;
  /** The company's own statement in a filing; null if it made none */
  readonly next_report_time: NextReportTime | null;
  readonly cik: string | null;
  /** Other listed share classes of the issuer */
  readonly share_classes: readonly string[];
  /** Earlier tickers of the company, latest first */
  readonly former_tickers: readonly string[];
  /** For a stock, the coin with the same letters; for a coin, the stock */
  readonly crypto_counterpart: string | null;
  readonly crypto_counterpart_name: string | null;
}

export interface NextReportTime {
  readonly date: string;
  /** Before the market opens or after it closes; null: the company does not say */
  readonly session: 'before_open' | 'after_close' | 'during' | null;
  /** The sentence as printed */
  readonly text: string;
  readonly confirmed: true;
  /** uid of the filing; a 6-K that is not an earnings release has no article */
  readonly source_uid: string;
  /** The filing on EDGAR */
  readonly source_url: string;
}

export interface SentimentSummary {
  readonly ticker: string;
  readonly days: 7;
  readonly total: number;
  readonly bullish: number;
  readonly neutral: number;
  readonly bearish: number;
  /** One entry per UTC day, oldest first, today last; zero-filled */
  readonly daily: readonly SentimentSummaryDaily[];
}

export interface SentimentSummaryDaily {
  readonly day: string;
  readonly bullish: number;
  readonly neutral: number;
  readonly bearish: number;
}

export interface PeerList {
  readonly ticker: string;
  /** The industry or sector that the peers share; '' if unknown */
  readonly group: string;
  readonly group_kind: 'industry' | 'sector' | '';
  readonly peers: readonly PeerListPeers[];
}

export interface PeerListPeers {
  readonly ticker: string;
  readonly name: string;
}

export interface InsiderSummary {
  readonly ticker: string;
  readonly days: 30;
  readonly total_transactions: number;
  readonly buy_count: number;
  /** Includes dispositions to the issuer (code D) */
  readonly sell_count: number;
  /** How many of `buy_count` have a price and are included in `buy_value_usd` */
  readonly buy_priced_count: number;
  /** How many of `sell_count` have a price and are included in `sell_value_usd` */
  readonly sell_priced_count: number;
  /** null if there are no priced buys */
  readonly buy_value_usd: DecimalString | null;
  /** null if there are no priced sells */
  readonly sell_value_usd: DecimalString | null;
  /** Percentage of transactions under 10b5-1 plans */
  readonly pct_10b5_1: number;
  readonly top_insiders: readonly InsiderSummaryTopInsiders[];
}

export interface InsiderSummaryTopInsiders {
  readonly name: string;
  readonly title: string;
  readonly transaction_count: number;
  /** Buys minus sells in USD; null if none is priced */
  readonly net_value: DecimalString | null;
}

export interface InsiderTrades {
  readonly ticker: string;
  /** Date of the oldest stored trade; null if there is none */
  readonly coverage_start: string | null;
  /** null on pages with a cursor */
  readonly summary: InsiderTradesSummary | null;
  /** All trades by month, zero-filled; null on pages with a cursor */
  readonly series: readonly InsiderTradesSeries[] | null;
  /** The last 12 months by week, zero-filled; null on pages with a cursor */
  readonly series_weekly: readonly InsiderTradesSeriesWeekly[] | null;
  /** All events of the last 12 months; null on pages with a cursor */
  readonly chart_events: readonly InsiderTradeEvent[] | null;
  readonly events: readonly InsiderTradeEvent[];
  readonly next_cursor: string | null;
}

export interface InsiderTradesSummary {
  readonly last_3m: InsiderRollup;
  readonly last_12m: InsiderRollup;
  readonly all_time: InsiderRollup;
  readonly top_insiders: readonly InsiderTradesSummaryTopInsiders[];
}

export interface InsiderRollup {
  readonly buy_count: number;
  /** Includes dispositions to the issuer (code D) */
  readonly sell_count: number;
  /** How many of `buy_count` have a price and are included in `buy_value_usd` */
  readonly buy_priced_count: number;
  /** How many of `sell_count` have a price and are included in `sell_value_usd` */
  readonly sell_priced_count: number;
  /** USD; null if this side has no priced trades */
  readonly buy_value_usd: DecimalString | null;
  /** USD; null if this side has no priced trades */
  readonly sell_value_usd: DecimalString | null;
  readonly unique_insiders: number;
  /** Percent of the trades under a 10b5-1 plan */
  readonly pct_10b5_1: number;
}

export interface InsiderTradesSummaryTopInsiders {
  readonly name: string;
  readonly title: string;
  readonly event_count: number;
  readonly net_value_usd: DecimalString | null;
}

export interface InsiderTradesSeries {
  readonly buy_count: number;
  /** Includes dispositions to the issuer (code D) */
  readonly sell_count: number;
  /** How many of `buy_count` have a price and are included in `buy_value_usd` */
  readonly buy_priced_count: number;
  /** How many of `sell_count` have a price and are included in `sell_value_usd` */
  readonly sell_priced_count: number;
  /** USD; "0" if this side has no priced trades */
  readonly buy_value_usd: DecimalString;
  /** USD; "0" if this side has no priced trades */
  readonly sell_value_usd: DecimalString;
  /** `2026-07` */
  readonly month: string;
}

export interface InsiderTradesSeriesWeekly {
  readonly buy_count: number;
  /** Includes dispositions to the issuer (code D) */
  readonly sell_count: number;
  /** How many of `buy_count` have a price and are included in `buy_value_usd` */
  readonly buy_priced_count: number;
  /** How many of `sell_count` have a price and are included in `sell_value_usd` */
  readonly sell_priced_count: number;
  /** USD; "0" if this side has no priced trades */
  readonly buy_value_usd: DecimalString;
  /** USD; "0" if this side has no priced trades */
  readonly sell_value_usd: DecimalString;
  /** A Monday */
  readonly week_start: string;
}

export interface InsiderTradeEvent {
  /** Code D counts as a sell; `transaction_code` distinguishes it */
  readonly side: 'buy' | 'sell';
  readonly transaction_code: 'P' | 'S' | 'D';
  readonly shares: DecimalString;
  /** Average weighted by value over priced tranches, at most 4 decimals; null if none is priced */
  readonly avg_price_usd: DecimalString | null;
  /** Sum over priced tranches, 2 decimals; null if none is priced */
  readonly total_value_usd: DecimalString | null;
  /** Why price and value are given or null. stated: as filed; implausible: the filed price cannot be the price of one share (such as a total in the price field); per_receipt: the price of a depositary receipt; unpriced: the price field has no price in dollars. Absent on rows of earlier releases */
  readonly value_basis?: 'stated' | 'implausible' | 'per_receipt' | 'unpriced';
  /** true only if the form states a plan */
  readonly is_10b5_1: boolean;
  /** Where the form states it; none: it does not say, as on forms older than the checkbox */
  readonly is_10b5_1_basis: 'checkbox' | 'footnote' | 'none';
  /** How the trade was made, by the form and other insiders’ prices. Absent on rows of earlier releases */
  readonly transaction_context?: 'open_market' | 'offering' | 'private_purchase' | 'plan' | 'unknown';
  /** Another filing of the same transaction by a co-owner. It appears in the insider trades, has no article and counts in no sum, so it is false on rows; absent on rows of earlier releases */
  readonly is_joint_duplicate?: boolean;
  readonly insider_name: string;
  readonly insider_title: string;
  readonly is_officer: boolean;
  readonly is_director: boolean;
  readonly is_ten_percent_owner: boolean;
  /** Date of the last fill */
  readonly transaction_date: string;
  /** When the filing reached the feed */
  readonly filed_at: string;
  /** When EDGAR accepted it */
  readonly accepted_at: string | null;
  /** Accepted later than two business days after the trade; null if unknown or if the filing's dates contradict each other */
  readonly late_filing: boolean | null;
  readonly tranche_count: number;
  readonly accession_number: string;
  /** Direct or indirect */
  readonly ownership_form: 'D' | 'I';
  readonly security_title: string;
  /** Change of the position in percent, at most 2 decimals; negative for sells; null if unknown */
  readonly stake_change_pct: DecimalString | null;
  /** The fills, as filed */
  readonly tranches: readonly InsiderTradeEventTranches[];
  /** null for backfilled filings, which have no article */
  readonly news_uid: string | null;
  readonly news_title: string | null;
  readonly news_published: string | null;
  readonly has_article: boolean;
}

export interface InsiderTradeEventTranches {
  readonly transaction_date: string;
  readonly shares: DecimalString;
  readonly price_usd: DecimalString | null;
}

export interface EarningsPointer {
  readonly uid: string;
  readonly time_published: string;
  readonly title: string;
  readonly fiscal_period: string;
  readonly verdict: 'strong' | 'solid' | 'mixed' | 'weak';
  readonly headline: string;
}

export interface EarningsList {
  readonly ticker: string;
  readonly reports: readonly EarningsListReports[];
  /** Confirmed date, never an estimate: that of next_report_time if the company states one, else of the configured source; null if none is known */
  readonly next_report_date: string | null;
  /** The company's own statement in a filing; null if it made none */
  readonly next_report_time: NextReportTime | null;
}

export interface EarningsListReports {
  readonly uid: string;
  readonly time_published: string;
  readonly title: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q';
  /** The share class of the filing */
  readonly ticker: string;
  /** `Q1 2020`, `Q4 FY2019`, `H1 2010`, `FY2019` */
  readonly fiscal_period: string;
  readonly analysis: EarningsAnalysis;
}

export interface RadarSnapshot {
  /** 64 hexadecimal digits */
  readonly snapshot_id: string;
  readonly methodology_version: string;
  readonly research_only: true;
  readonly point_in_time: true;
  readonly limitations: readonly string[];
  readonly input_hashes: Readonly<Record<string, string>>;
  /** The cutoff; articles that arrived later are not included */
  readonly as_of: string;
  /** Always null */
  readonly preview_reference_at: null;
  readonly window: '24h' | '4h';
  readonly parameters: RadarSnapshotParameters;
  readonly freshness: RadarSnapshotFreshness;
  readonly access: RadarSnapshotAccess;
  /** Tickers with a story in the baseline or in the window */
  readonly universe: number;
  /** Rows that match the filters */
  readonly total: number;
  readonly summary: RadarSnapshotSummary;
  readonly offset: number;
  readonly next_offset: number | null;
  readonly previous_cursor: string | null;
  readonly event_context: RadarContext;
  /** Saved symbols without a row, which does not mean a score of zero; null in the scope `market` */
  readonly watchlist_coverage: RadarSnapshotWatchlistCoverage | null;
  readonly results: readonly RadarRow[];
  readonly next_cursor: string | null;
}

export interface RadarSnapshotParameters {
  readonly window_seconds: number;
  readonly baseline_seconds: number;
  readonly half_life_seconds: number;
  readonly min_relevance: number;
  readonly max_story_tickers: number;
  readonly prior_stories: number;
  readonly min_baseline_stories: number;
  readonly min_baseline_days: number;
  readonly min_sentiment_stories: number;
  readonly min_sentiment_coverage: number;
  readonly spike_tail: number;
  /** `as_of` in Unix seconds */
  readonly effective_at: number;
}

export interface RadarSnapshotFreshness {
  readonly mode: 'live' | 'delayed';
  readonly effective_delay_seconds: number;
  readonly generated_at: string;
  readonly source_watermark: string | null;
  readonly source_checked_at: string;
  /** Why later minutes have no snapshot; null if none is due */
  readonly unavailable_reason: string | null;
}

export interface RadarSnapshotAccess {
  readonly tier: 'free' | 'basic' | 'pro';
  readonly delay_seconds: number;
  readonly scope: 'market' | 'watchlist';
  /** null in the scope `market` */
  readonly watchlist_count: number | null;
  readonly watchlist_limit: number;
}

export interface RadarSnapshotSummary {
  readonly active_tickers: number;
  readonly scored_tickers: number;
  readonly elevated_tickers: number;
  readonly verified_candidates: number;
  readonly collection_unverified: number;
}

export interface RadarContext {
  readonly status: 'available' | 'unavailable';
  readonly reason: string | null;
  readonly sec_cutoff: string | null;
  readonly insider_cutoff: string | null;
  readonly generated_at: string | null;
  readonly available: boolean;
  /** Age of `sec_cutoff` less the delay of the plan, in steps of 10 seconds; `available` belongs to the snapshot, so it stays the same while a cursor pages through it */
  readonly age_seconds: number | null;
  readonly max_age_seconds: 300;
}

export interface RadarSnapshotWatchlistCoverage {
  readonly no_recent_news: readonly string[];
  readonly not_in_snapshot: readonly string[];
}

export interface RadarRow {
  readonly ticker: string;
  readonly name: string | null;
  readonly sector: string | null;
  readonly market: 'us_equity' | 'crypto' | 'international';
  /** Usual number of (story, ticker) pairs of the market in a window of this length */
  readonly market_exposure_baseline: number;
  readonly market_exposure_current: number;
  readonly collection: RadarRowCollection;
  readonly stories: number;
  readonly articles: number;
  readonly outlets: number;
  /** Stories, except those that name many tickers */
  readonly model_stories: number;
  readonly model_outlets: number;
  readonly baseline_stories: number;
  readonly baseline_active_days: number;
  readonly stories_per_window_unadjusted: number | null;
  readonly stories_expected: number | null;
  readonly tail_probability: number | null;
  /** How unusual the count is; not a price forecast */
  readonly news_z: number | null;
  readonly anomaly_reason: string | null;
  readonly candidate_news_spike: boolean;
  readonly sent: RadarTone;
  readonly sent_prev: RadarTone;
  readonly sent_delta: number | null;
  readonly evidence_uids: readonly string[];
  readonly evidence: readonly RadarRowEvidence[];
  readonly event_context: RadarRowContext | null;
}

export interface RadarRowCollection {
  readonly status: 'healthy' | 'unverified';
  readonly reasons: readonly string[];
  readonly required_channels: readonly string[];
}

export interface RadarTone {
  readonly value: number | null;
  readonly usable_stories: number;
  readonly coverage: number | null;
  readonly reason: string | null;
}

export interface RadarRowEvidence {
  readonly uid: string;
  readonly title: string;
  readonly url: string;
  readonly source_domain: string;
  readonly time_published: string;
}

export interface RadarRowContext {
  readonly status: 'available' | 'unsupported' | 'unidentified';
  readonly reason: string | null;
  readonly cik: string | null;
  /** 8-K and 6-K filings of the last 7 days; null if the issuer is not supported or not identified */
  readonly filings_count: number | null;
  /** The newest filings */
  readonly filings: readonly RadarRowContextFilings[];
  /** Clusters of open-market purchases in the last 30 days */
  readonly insider_clusters_count: number | null;
  readonly insider_clusters: readonly RadarRowContextInsiderClusters[];
  readonly sec_cutoff: string | null;
  readonly insider_cutoff: string | null;
  readonly generated_at: string | null;
  readonly available: boolean;
}

export interface RadarRowContextFilings {
  readonly uid: string;
  readonly form: '8-K' | '6-K';
  readonly filed_at: string;
  readonly items: readonly string[];
  readonly title: string;
  readonly url: string;
}

export interface RadarRowContextInsiderClusters {
  /** When the latest of them was filed with the SEC */
  readonly known_at: string;
  readonly buyers_count: number;
  readonly officer_director_count: number;
  readonly first_trade_date: string;
  readonly last_trade_date: string;
  readonly trade_dates: readonly string[];
  readonly sec_urls: readonly string[];
  readonly filings_count: number;
  readonly evidence_truncated: boolean;
}

export interface CoverageReport {
  readonly generated_at: string;
  /** The counts include everything up to this time */
  readonly as_of: string;
  readonly research_only: true;
  readonly sources: readonly SourceCoverage[];
}

export interface SourceCoverage {
  readonly source: 'publisher_news' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q' | 'earnings_reads' | 'earnings_schedule' | 'economic_calendar';
  readonly rows_total: number;
  readonly first_row_at: string | null;
  readonly last_row_at: string | null;
  readonly last_ingested_at: string | null;
  /** How often the source is polled, as text */
  readonly cadence: string;
  readonly history_note: string;
  /** Limits of the source; also its empty feeds, each with when it became empty */
  readonly limits: readonly string[];
  readonly archive_days: SourceCoverageArchiveDays | null;
  /** True if nothing arrived in the `stale_after_seconds` before `as_of` */
  readonly stale: boolean;
  readonly stale_after_seconds: number;
  readonly channels: readonly SourceCoverageChannels[] | null;
  /** The last day compared with EDGAR's index, which is ready after 22:00 Eastern; null before the first */
  readonly reconciliation: CoverageReconciliation | null;
  /** Time from publication until the row was visible, over the last 30 days; null if unknown */
  readonly lag: SourceCoverageLag;
}

export interface SourceCoverageArchiveDays {
  readonly free: number;
  readonly basic: number;
  readonly pro: number;
}

export interface SourceCoverageChannels {
  readonly channel: string;
  readonly cadence: string;
  readonly last_ingested_at: string | null;
  readonly stale_after_seconds: number;
  readonly stale: boolean;
}

export interface CoverageReconciliation {
  readonly day: string;
  readonly checked_at: string;
  /** Filings of this source's forms in EDGAR's index for that day */
  readonly listed: number;
  readonly served: number;
  /** Number not served, by reason */
  readonly dropped: Readonly<Record<string, number>>;
  /** Known but not fetched yet */
  readonly pending: number;
  readonly missing: number;
}

/** Time from publication until the row was visible, over the last 30 days; null if unknown */
export interface SourceCoverageLag {
  readonly p50_seconds: number | null;
  readonly p95_seconds: number | null;
  readonly p99_seconds: number | null;
}

export interface Quality {
  /** `score_version` of the rules and weights that were measured */
  readonly version: string;
  readonly measured_at: string;
  readonly tasks: readonly QualityTasks[];
}

export interface QualityTasks {
  readonly task: 'selection' | 'tickers' | 'categories' | 'scores' | 'directions' | 'stories';
  /** Name of the labelled set */
  readonly set: string;
  /** Rows measured; rows that the weights were trained on are left out unless `note` says otherwise */
  readonly rows: number;
  /** Shares of 1, except `pearson`, from -1 to 1 */
  readonly figures: Readonly<Record<string, number>>;
  /** By claimed probability: of a right answer; of scores, of a score of at least 7. Empty for answers without a probability */
  readonly reliability: readonly QualityTasksReliability[];
  /** Limits of the figures, such as rules tuned on these rows */
  readonly note: string;
}

export interface QualityTasksReliability {
  readonly from: number;
  readonly to: number;
  /** Mean probability that the answers claim */
  readonly predicted: number;
  /** Share that came true */
  readonly observed: number;
  readonly rows: number;
}

export interface CalendarList {
  readonly results: readonly CalendarOccurrence[];
  /** Always null; the whole window is one page */
  readonly next_cursor: null;
}

export interface Usage {
  readonly plan: 'free' | 'basic' | 'pro';
  readonly windows: readonly UsageWindow[];
  /** The last 31 days, oldest first, today last */
  readonly history: readonly UsageDay[];
}

export interface UsageWindow {
  /** Days are UTC days */
  readonly window: 'minute' | 'day';
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly resets_at: string;
}

export interface UsageDay {
  /** UTC */
  readonly day: string;
  readonly calls: number;
  /** Calls answered with 429; they cost nothing */
  readonly refused: number;
  /** By operationId or tool name; `none`: a path without an operation; `unknown`: the counters lost it. The most frequent first */
  readonly by_operation: readonly UsageDayByOperation[];
  /** The most frequent first */
  readonly by_key: readonly UsageDayByKey[];
}

export interface UsageDayByOperation {
  readonly operation: string;
  readonly calls: number;
}

export interface UsageDayByKey {
  /** Beginning of the key; null: connected applications; `unknown`: the counters lost it */
  readonly key_hint: string | null;
  readonly calls: number;
}

export interface ExportList {
  readonly days: readonly ExportListDays[];
}

export interface ExportListDays {
  /** UTC day of `time_published` */
  readonly date: string;
  readonly rows: number;
  /** false: the day is not over */
  readonly complete: boolean;
  readonly files: readonly ExportListDaysFiles[];
}

export interface ExportListDaysFiles {
  readonly format: 'ndjson' | 'csv' | 'parquet';
  /** null: the day is not over, or the file is still being made or could not be made */
  readonly bytes: number | null;
  /** Hexadecimal; null as `bytes` */
  readonly sha256: string | null;
  readonly url: string;
}

export interface GetSchemaResult {
  readonly openapi: string;
  readonly info: GetSchemaResultInfo;
  readonly paths: Readonly<Record<string, unknown>>;
}

export interface GetSchemaResultInfo {
}

export interface GetServiceResult {
  readonly name: string;
  /** Interactive reference */
  readonly documentation: string;
  /** OpenAPI 3.1 document */
  readonly schema: string;
  /** Measured quality */
  readonly quality: string;
  /** The feed (needs an API key) */
  readonly feed: string;
}

export type ProblemInvalidParameter = Problem<'invalid_parameter', 400, ProblemInvalidParameterExtra>;

export interface ProblemInvalidParameterExtra {
  /** Parameter name -> what is wrong with it */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export type ProblemUnknownParameter = Problem<'unknown_parameter', 400, ProblemUnknownParameterExtra>;

export interface ProblemUnknownParameterExtra {
  /** Parameter name -> what is wrong with it */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly allowed_params: readonly string[];
  readonly docs: string;
}

export type ProblemInvalidCursor = Problem<'invalid_cursor', 400, ProblemInvalidCursorExtra>;

export interface ProblemInvalidCursorExtra {
  /** Parameter name -> what is wrong with it */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export type ProblemCursorModeMismatch = Problem<'cursor_mode_mismatch', 400, ProblemCursorModeMismatchExtra>;

export interface ProblemCursorModeMismatchExtra {
  /** Parameter name -> what is wrong with it */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export type ProblemMissingKey = Problem<'missing_key', 401, ProblemMissingKeyExtra>;

export interface ProblemMissingKeyExtra {
}

export type ProblemInvalidKey = Problem<'invalid_key', 401, ProblemInvalidKeyExtra>;

export interface ProblemInvalidKeyExtra {
  /** `unknown`: the key does not exist or was revoked; `inactive`: the account has more keys than the plan allows */
  readonly reason: 'unknown' | 'inactive';
}

export type ProblemInvalidScheme = Problem<'invalid_scheme', 401, ProblemInvalidSchemeExtra>;

export interface ProblemInvalidSchemeExtra {
}

export type ProblemArchiveHorizon = Problem<'archive_horizon', 403, ProblemArchiveHorizonExtra>;

export interface ProblemArchiveHorizonExtra {
  readonly reason: 'archive_horizon';
  readonly tier: 'free' | 'basic' | 'pro';
  readonly archive_days: number;
  readonly horizon: string;
  /** null on the highest plan */
  readonly upgrade: ProblemArchiveHorizonExtraUpgrade | null;
}

export interface ProblemArchiveHorizonExtraUpgrade {
  readonly tiers: readonly ('free' | 'basic' | 'pro')[];
  readonly pricing_url: string;
}

export type ProblemNotAcceptable = Problem<'not_acceptable', 406, ProblemNotAcceptableExtra>;

export interface ProblemNotAcceptableExtra {
}

export type ProblemPayloadTooLarge = Problem<'payload_too_large', 413, ProblemPayloadTooLargeExtra>;

export interface ProblemPayloadTooLargeExtra {
}

export type ProblemUriTooLong = Problem<'uri_too_long', 414, ProblemUriTooLongExtra>;

export interface ProblemUriTooLongExtra {
}

export type ProblemRateLimited = Problem<'rate_limited', 429, ProblemRateLimitedExtra>;

export interface ProblemRateLimitedExtra {
  readonly tier: 'free' | 'basic' | 'pro';
  readonly window: 'minute' | 'day';
  readonly limit_per_minute: number;
  readonly limit_per_day: number;
  readonly retry_after_seconds: number;
  readonly upgrade: ProblemRateLimitedExtraUpgrade;
}

export interface ProblemRateLimitedExtraUpgrade {
  readonly tiers: readonly ('free' | 'basic' | 'pro')[];
  readonly pricing_url: string;
}

export type ProblemInternal = Problem<'internal', 500, ProblemInternalExtra>;

export interface ProblemInternalExtra {
}

export type ProblemUnavailable = Problem<'unavailable', 503, ProblemUnavailableExtra>;

export interface ProblemUnavailableExtra {
  readonly reason: string;
}

export type ProblemNotFound = Problem<'not_found', 404, ProblemNotFoundExtra>;

export interface ProblemNotFoundExtra {
  /** Only for an article that was withdrawn; delete it from a copy */
  readonly withdrawn_at?: string;
  /** Set if the article arrived after `as_of` and is therefore hidden */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

export type ProblemUnknownSymbol = Problem<'unknown_symbol', 404, ProblemUnknownSymbolExtra>;

export interface ProblemUnknownSymbolExtra {
}

export type ProblemSnapshotGone = Problem<'snapshot_gone', 409, ProblemSnapshotGoneExtra>;

export interface ProblemSnapshotGoneExtra {
  readonly reason: string;
}

export type ProblemRadarUnavailable = Problem<'radar_unavailable', 503, ProblemRadarUnavailableExtra>;

export interface ProblemRadarUnavailableExtra {
  readonly reason: string;
}

export type ProblemCoverageUnavailable = Problem<'coverage_unavailable', 503, ProblemCoverageUnavailableExtra>;

export interface ProblemCoverageUnavailableExtra {
  readonly reason: string;
}

export type ProblemRangeNotSatisfiable = Problem<'range_not_satisfiable', 416, ProblemRangeNotSatisfiableExtra>;

export interface ProblemRangeNotSatisfiableExtra {
}

/** Body of each problem, by its code. */
export interface Problems {
  invalid_parameter: ProblemInvalidParameter;
  unknown_parameter: ProblemUnknownParameter;
  invalid_cursor: ProblemInvalidCursor;
  cursor_mode_mismatch: ProblemCursorModeMismatch;
  missing_key: ProblemMissingKey;
  invalid_key: ProblemInvalidKey;
  invalid_scheme: ProblemInvalidScheme;
  archive_horizon: ProblemArchiveHorizon;
  not_acceptable: ProblemNotAcceptable;
  payload_too_large: ProblemPayloadTooLarge;
  uri_too_long: ProblemUriTooLong;
  rate_limited: ProblemRateLimited;
  internal: ProblemInternal;
  unavailable: ProblemUnavailable;
  not_found: ProblemNotFound;
  unknown_symbol: ProblemUnknownSymbol;
  snapshot_gone: ProblemSnapshotGone;
  radar_unavailable: ProblemRadarUnavailable;
  coverage_unavailable: ProblemCoverageUnavailable;
  range_not_satisfiable: ProblemRangeNotSatisfiable;
}
