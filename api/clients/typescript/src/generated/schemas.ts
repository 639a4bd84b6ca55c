/** Types of the service's answers. Made from the OpenAPI document by `npm run clients`: changes made here are lost. */
import type { DecimalString } from '../decimal.ts';

export interface NewsList {
  readonly results: readonly NewsItem[];
  /** Send as `cursor` for the next page. Always a string with `sort=ingested`; otherwise null on the last page */
  readonly next_cursor: string | null;
  /** Names the coin when a stock of the same letters was served, or the nearest symbols when none is listed by this name */
  readonly symbol_note: string | null;
  /** Start of the plan's archive: older rows are refused with 403. null with `sort=ingested` */
  readonly archive_ends_at: string | null;
}

export interface NewsItem {
  readonly original: NewsItemOriginal;
  readonly enrichment: NewsItemEnrichment;
  readonly insider: InsiderBlock | null;
  readonly filing: FilingBlock | null;
  readonly search_match: null;
  readonly story_id: string | null;
  readonly sources_count: number | null;
  readonly sources: readonly string[] | null;
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
  /** Equals `created_at` until the row is corrected */
  readonly updated_at: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k';
  readonly ownership_form: 'direct' | 'indirect' | null;
  readonly banner_image: string | null;
  readonly topics: readonly NewsItemOriginalTopics[];
  /** The analysis of each ticker in short */
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
  /** On the single fetch only */
  readonly news_context_enhancement: null;
}

export interface NewsItemEnrichmentAiTradingInsights {
  readonly ticker_analysis: readonly NewsItemEnrichmentAiTradingInsightsTickerAnalysis[];
  /** Markets that the headline moves (rates: their level, not bond prices), each with its direction; on rows without a ticker only */
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
  /** Direction, size and horizon in a sentence; empty where the evidence supports none */
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
  /** The session of the US market that it was published in, or how long before the next one; empty on coins */
  readonly timing_relevance: string;
  /** Whether its tickers point the same way; empty where fewer than two have a direction */
  readonly market_sentiment_alignment: string;
  /** Title and summary, in minutes: `1 min` */
  readonly estimated_read_time: string;
}

export interface NewsItemEnrichmentAiTradingInsightsIndirectMarketEffects {
  readonly sector_implications: string;
  readonly regional_market_impact: string;
  readonly global_market_relevance: string;
}

export interface NewsItemEnrichmentAiTradingInsightsAlternativePerspectives {
  readonly contrarian_view: string;
  readonly overlooked_factors: string;
}

export interface InsiderBlock {
  readonly side: 'buy' | 'sell' | 'other';
  readonly transaction_code: 'P' | 'S' | 'D';
  readonly shares: DecimalString;
  /** Value-weighted over priced tranches, at most 4 places; null when none is priced */
  readonly avg_price_usd: DecimalString | null;
  /** Sum over priced tranches, 2 places; null when none is priced */
  readonly total_value_usd: DecimalString | null;
  /** Why price and value are given or null. stated: as filed; implausible: the prices as filed cannot be those of one share (a total typed into the price field); per_receipt: they are those of a depositary receipt; unpriced: the form gives none in dollars. Absent on rows of earlier releases */
  readonly value_basis?: 'stated' | 'implausible' | 'per_receipt' | 'unpriced';
  /** true only where a plan is stated */
  readonly is_10b5_1: boolean;
  /** What states it; none: the form does not say, as those older than the checkbox */
  readonly is_10b5_1_basis: 'checkbox' | 'footnote' | 'none';
  /** How the trade was made, from footnotes and price. Absent on rows of earlier releases */
  readonly transaction_context?: 'open_market' | 'offering' | 'private_purchase' | 'plan' | 'unknown';
  /** A further filing of one transaction by its co-owners: it is among the insider trades of its ticker, has no article and counts in no sum, so a row has false; absent on rows of earlier releases */
  readonly is_joint_duplicate?: boolean;
  readonly insider_name: string;
  readonly insider_title: string;
  readonly is_officer: boolean;
  readonly is_director: boolean;
  readonly is_ten_percent_owner: boolean;
  /** Last fill */
  readonly transaction_date: string;
  /** When the filing reached the feed */
  readonly filed_at: string;
  /** When EDGAR accepted it */
  readonly accepted_at: string | null;
  /** Accepted after the second business day after the trade; null where that is not known or the filing's own dates contradict one another */
  readonly late_filing: boolean | null;
  readonly tranche_count: number;
  readonly accession_number: string;
}

/** Of 8-K rows only; the address of a 6-K row contains its accession number */
export interface FilingBlock {
  readonly items: readonly string[];
  readonly primary_item: string;
  readonly accession_number: string;
  readonly filed_at: string;
  readonly event_date: string | null;
  readonly exhibit_url: string | null;
}

export interface SearchList {
  readonly results: readonly SearchItem[];
  readonly next_cursor: string | null;
  /** Results on this page */
  readonly count: number;
  /** Results on all pages: of those that match, the best 200 */
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
  /** Equals `created_at` until the row is corrected */
  readonly updated_at: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k';
  readonly ownership_form: 'direct' | 'indirect' | null;
  readonly banner_image: string | null;
  readonly topics: readonly SearchItemOriginalTopics[];
  /** The analysis of each ticker in short */
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
  /** On the single fetch only */
  readonly news_context_enhancement: null;
}

export interface SearchItemEnrichmentAiTradingInsights {
  readonly ticker_analysis: readonly SearchItemEnrichmentAiTradingInsightsTickerAnalysis[];
  /** Markets that the headline moves (rates: their level, not bond prices), each with its direction; on rows without a ticker only */
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
  /** Direction, size and horizon in a sentence; empty where the evidence supports none */
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
  /** The session of the US market that it was published in, or how long before the next one; empty on coins */
  readonly timing_relevance: string;
  /** Whether its tickers point the same way; empty where fewer than two have a direction */
  readonly market_sentiment_alignment: string;
  /** Title and summary, in minutes: `1 min` */
  readonly estimated_read_time: string;
}

export interface SearchItemEnrichmentAiTradingInsightsIndirectMarketEffects {
  readonly sector_implications: string;
  readonly regional_market_impact: string;
  readonly global_market_relevance: string;
}

export interface SearchItemEnrichmentAiTradingInsightsAlternativePerspectives {
  readonly contrarian_view: string;
  readonly overlooked_factors: string;
}

export interface SearchMatch {
  /** Compares results of one search; halves with every 30 days of age */
  readonly score: number;
  /** How many entries `terms` has; null where a search has no terms */
  readonly terms_matched: number | null;
  /** Words, phrases and companies of the search that the row answers; a ticker where it is tagged with a company that was named */
  readonly terms: readonly string[];
  /** Part of the summary, words that match marked `**so**`; null where only title, entities or tickers match */
  readonly context: string | null;
}

export interface SearchQuery {
  /** `strict`: every result answers the whole search. `broadened`: nothing did, and `note` says what was loosened. `no_match`: loosened, too, nothing does. `no_terms`: the search holds no word to look for */
  readonly mode: 'strict' | 'broadened' | 'no_match' | 'no_terms';
  readonly sort: 'relevance' | 'published';
  /** What was searched for, as it was written */
  readonly terms: readonly string[];
  /** Those that every result answers */
  readonly required_terms: readonly string[];
  /** Terms of which one suffices: joined by OR, or loosened */
  readonly optional_terms: readonly string[];
  /** Rows published from then on were looked at: the archive of the plan, `from_date`, or how far back the newest rows with frequent words reach */
  readonly window_from: string;
  readonly note: string | null;
}

export interface NewsBrief {
  readonly generated_at: string;
  /** Start of the window: `hours` ago, or where the plan's archive begins */
  readonly window_start: string;
  readonly window_end: string;
  readonly hours: number;
  /** The listed ones, as the directory spells them */
  readonly tickers: readonly string[];
  readonly unknown_tickers: readonly string[];
  /** Publisher articles, one per story, ordered by relevance that halves with each day of age */
  readonly events: readonly BriefEntry[];
  /** SEC filings, newest first */
  readonly filings: readonly BriefEntry[];
  /** Confirmed dates, the next of each ticker */
  readonly upcoming_earnings: readonly NewsBriefUpcomingEarnings[];
  /** More exist than `limit` or the size of the answer allows */
  readonly events_truncated: boolean;
  readonly filings_truncated: boolean;
}

export interface BriefEntry {
  readonly uid: string;
  readonly story_id: string;
  readonly title: string;
  /** At most 600 characters; a longer one ends in … */
  readonly summary: string;
  readonly url: string;
  /** Address at the source, for a person to read it */
  readonly article_url: string;
  readonly source_domain: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k';
  readonly time_published: string;
  /** The requested tickers it is about, under any name or class of the company */
  readonly matched_tickers: readonly string[];
  readonly category: 'earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other';
  readonly relevance_score: number;
  readonly information_novelty: number;
  readonly actionability: 'high' | 'medium' | 'low' | 'negligible';
  /** Upcoming reports of the requested companies */
  readonly signals: readonly BriefEntrySignals[];
  /** The single fetch has an earnings read */
  readonly earnings_available: boolean;
}

export interface BriefEntrySignals {
  readonly ticker: string;
  readonly sentiment: 'positive' | 'neutral' | 'negative';
}

export interface NewsBriefUpcomingEarnings {
  readonly ticker: string;
  readonly report_date: string;
}

export interface InsiderClusterList {
  readonly results: readonly InsiderCluster[];
  readonly next_cursor: string | null;
  /** Names the coin when a stock of the same letters was served, or the nearest symbols when none is listed by this name */
  readonly symbol_note: string | null;
}

export interface InsiderCluster {
  readonly ticker: string;
  readonly issuer_name: string;
  readonly cik: string;
  readonly first_trade_date: string;
  readonly last_trade_date: string;
  /** The latest SEC filing time of these purchases */
  readonly known_at: string;
  readonly buyers_count: number;
  readonly officer_director_count: number;
  readonly total_value_usd: DecimalString | null;
  readonly filings_count: number;
  /** Some of the filings are not linked by a buyer below */
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
  /** Value-weighted over priced fills, at most 4 places */
  readonly avg_price_usd: DecimalString | null;
  readonly total_value_usd: DecimalString | null;
  readonly trade_dates: readonly string[];
  /** Why the buyer counts in nothing; null: it counts */
  readonly label: 'plan' | 'offering' | 'duplicate' | null;
  /** Article of the last of these purchases that has one */
  readonly news_uid: string | null;
  /** Index page of the last of these filings */
  readonly sec_url: string;
}

export interface Article {
  readonly original: ArticleOriginal;
  readonly enrichment: ArticleEnrichment;
  readonly insider: InsiderBlock | null;
  readonly filing: FilingBlock | null;
  readonly search_match: null;
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
  /** Equals `created_at` until the row is corrected */
  readonly updated_at: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k';
  readonly ownership_form: 'direct' | 'indirect' | null;
  readonly banner_image: string | null;
  readonly topics: readonly ArticleOriginalTopics[];
  /** The analysis of each ticker in short */
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
}

export interface ArticleEnrichmentAiTradingInsights {
  readonly ticker_analysis: readonly ArticleEnrichmentAiTradingInsightsTickerAnalysis[];
  /** Markets that the headline moves (rates: their level, not bond prices), each with its direction; on rows without a ticker only */
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
  /** Direction, size and horizon in a sentence; empty where the evidence supports none */
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
  /** The session of the US market that it was published in, or how long before the next one; empty on coins */
  readonly timing_relevance: string;
  /** Whether its tickers point the same way; empty where fewer than two have a direction */
  readonly market_sentiment_alignment: string;
  /** Title and summary, in minutes: `1 min` */
  readonly estimated_read_time: string;
}

export interface ArticleEnrichmentAiTradingInsightsIndirectMarketEffects {
  readonly sector_implications: string;
  readonly regional_market_impact: string;
  readonly global_market_relevance: string;
}

export interface ArticleEnrichmentAiTradingInsightsAlternativePerspectives {
  readonly contrarian_view: string;
  readonly overlooked_factors: string;
}

export interface ArticleEnrichmentNewsContextEnhancement {
  readonly background_context: string;
  /** The expected move of the price of each ticker, in sentences; empty where the evidence supports nothing */
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

export interface EarningsAnalysis {
  readonly company: string;
  /** '' where the filer has no listed symbol */
  readonly ticker: string;
  /** `Q1 2020`, `Q4 FY2019`, `H1 2010`, `FY2019` */
  readonly fiscal_period: string;
  readonly period_end: string | null;
  readonly headline: string;
  readonly verdict: 'strong' | 'solid' | 'mixed' | 'weak';
  readonly verdict_reason: string;
  readonly key_metrics: readonly KeyMetric[];
  readonly segments: readonly SegmentFigure[];
  /** null where the filing gives none */
  readonly guidance: Guidance | null;
  readonly vs_prior_guidance: readonly EarningsAnalysisVsPriorGuidance[];
  /** Sentences on dividends and repurchases */
  readonly capital_returns: readonly string[];
  /** Sentences on cash, debt and cash flow */
  readonly balance_sheet_cash_flow: readonly string[];
  readonly drivers: readonly string[];
  readonly concerns: readonly string[];
  /** Sentences that look ahead */
  readonly what_to_watch: readonly string[];
  readonly quotes: readonly EarningsAnalysisQuotes[];
  /** The read in a few sentences, made of its figures */
  readonly analysis: string;
  readonly missing_items: readonly string[];
  readonly numbers_verified_from_document: true;
  readonly table_scale: 'ones' | 'thousands' | 'millions' | 'billions' | 'trillions' | null;
  /** Path of the text that evidence offsets count in */
  readonly source_text_url: string | null;
}

export interface KeyMetric {
  readonly name: string;
  /** Exactly as printed */
  readonly value: string;
  /** other: IFRS, and measures that neither call themselves GAAP nor adjusted */
  readonly basis: 'GAAP' | 'non-GAAP' | 'other';
  /** The same quarter a year before, as printed */
  readonly prior_year: string | null;
  readonly prior_quarter: string | null;
  /** As printed, else percent computed from two printed figures; null where the base is zero or negative */
  readonly yoy_change: string | null;
  readonly qoq_change: string | null;
  /** Of the changes: printed in the filing, or computed from printed figures */
  readonly change_basis: 'printed' | 'computed';
  /** `value` as a number at the scale it is printed at, losses negative: times `scale` it is the amount */
  readonly numeric: number;
  /** ISO 4217 code (of per-share figures, too), pct, bp, shares; null where none is stated */
  readonly unit: string | null;
  /** null where neither value, name nor heading states it */
  readonly scale: 'ones' | 'thousands' | 'millions' | 'billions' | 'trillions' | null;
  readonly evidence: KeyMetricEvidence;
}

export interface KeyMetricEvidence {
  readonly start: number;
  readonly end: number;
}

export interface SegmentFigure {
  readonly name: string;
  /** Exactly as printed, at the scale of the read (`table_scale`) */
  readonly revenue: string;
  readonly yoy_change: string | null;
  readonly qoq_change: string | null;
  /** The sentence of the release that gives the cause; '' where none does */
  readonly driver: string;
  readonly evidence: SegmentFigureEvidence;
}

export interface SegmentFigureEvidence {
  readonly start: number;
  readonly end: number;
}

export interface Guidance {
  /** '' where the release does not say */
  readonly period: string;
  readonly revenue: string | null;
  readonly gross_margin: string | null;
  readonly operating_expenses: string | null;
  readonly tax_rate: string | null;
  readonly eps: string | null;
  /** What else is guided, each as `measure (period): range` */
  readonly other: readonly string[];
  /** none: guidance is given without a comparison to the previous one */
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
  /** Pass back as `cursor`; always a string with `sort=ingested`, else null on the last page */
  readonly next_cursor: string | null;
  /** Names the coin where a stock of the same letters was served; says where no symbol is listed so, with the nearest */
  readonly symbol_note: string | null;
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
  /** When they were ranked */
  readonly as_of: string;
  /** Changes with the formula */
  readonly ranking_version: number;
}

export interface StoryLookup {
  /** merged: the id is of an article that another story took in, `redirect_to`; not_a_story: one publisher reported it, in `article` */
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
  /** The effects that its articles give evidence of; empty where they give none */
  readonly why_it_matters: string;
  /** Sentences of the materials with numbers, dates or names that a second publisher states too */
  readonly key_facts: readonly StoryKeyFacts[];
  /** The direction that most publishers’ articles point to, with the reasoning of the best-scored one */
  readonly ticker_takes: readonly StoryTickerTakes[];
  /** Numbers on which publishers differ, each with who says what */
  readonly uncertainties: readonly string[];
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

export interface StoryLookupArticle {
  readonly uid: string;
  readonly title: string;
  readonly time_published: string;
}

export interface StoryMaterials {
  readonly story_id: string;
  readonly results: readonly StoryMaterial[];
  /** Pass back as `cursor`; always a string with `sort=ingested`, else null on the last page */
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
  /** Of all that match, whatever `limit` and `offset` show of them */
  readonly count: number;
  readonly next_cursor: null;
}

export interface ListedSymbol {
  readonly symbol: string;
  readonly name: string;
  readonly asset_type: 'Stock' | 'ETF' | 'Crypto';
  /** '' where it is not known */
  readonly exchange: string;
  /** '' where it is not known */
  readonly sector: string;
  /** '' where it is not known */
  readonly industry: string;
  /** ISO 3166 alpha-2 of the domicile; US for what is listed there and names no other; '' for coins and where it is not known */
  readonly country: string;
  /** ISO 4217; USD for what is listed in the US and for coins */
  readonly currency: string;
  /** Its insiders report to the SEC */
  readonly supports_insider: boolean;
  /** As TradingView spells it; '' where that is the same */
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
  /** Rows of the last 7 days that name it */
  readonly news_count: number;
}

export interface SymbolsDirectorySectors {
  readonly sector: string;
  /** Names the sector in an address */
  readonly slug: string;
  /** Active symbols of the sector */
  readonly count: number;
  readonly top: readonly SymbolsDirectorySectorsTop[];
}

export interface SymbolsDirectorySectorsTop {
  readonly ticker: string;
  readonly name: string;
  /** Rows of the last 7 days that name it */
  readonly news_count: number;
}

export interface SectorSymbols {
  readonly sector: string;
  /** Names the sector in an address */
  readonly slug: string;
  /** Active symbols of the sector */
  readonly count: number;
  readonly symbols: readonly SectorSymbolsSymbols[];
}

export interface SectorSymbolsSymbols {
  readonly ticker: string;
  readonly name: string;
  /** Rows of the last 7 days that name it */
  readonly news_count: number;
}

export interface Symbol {
  readonly symbol: string;
  readonly name: string;
  readonly asset_type: 'Stock' | 'ETF' | 'Crypto';
  /** '' where it is not known */
  readonly exchange: string;
  /** '' where it is not known */
  readonly sector: string;
  /** '' where it is not known */
  readonly industry: string;
  /** ISO 3166 alpha-2 of the domicile; US for what is listed there and names no other; '' for coins and where it is not known */
  readonly country: string;
  /** ISO 4217; USD for what is listed in the US and for coins */
  readonly currency: string;
  /** Its insiders report to the SEC */
  readonly supports_insider: boolean;
  /** As TradingView spells it; '' where that is the same */
  readonly tv_symbol: string;
  readonly status: 'active' | 'delisted';
  readonly brand_aliases: readonly string[];
  /** '' where it is not known */
  readonly description: string;
  readonly website: string | null;
  readonly delisted_at: string | null;
  /** Ticker under which the company is listed now; '' when it was not renamed */
  readonly renamed_to: string;
  /** Confirmed, never computed; null: no confirmed date is held */
  readonly next_report_date: string | null;
  readonly cik: string | null;
  /** The issuer's other listed classes */
  readonly share_classes: readonly string[];
  /** Tickers that the company had before, the latest first */
  readonly former_tickers: readonly string[];
  /** The coin of the same letters as a stock, or the stock of those of a coin */
  readonly crypto_counterpart: string | null;
  readonly crypto_counterpart_name: string | null;
}

export interface SentimentSummary {
  readonly ticker: string;
  readonly days: 7;
  readonly total: number;
  readonly bullish: number;
  readonly neutral: number;
  readonly bearish: number;
  /** A UTC day each, the oldest first, today last; zero-filled */
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
  /** The industry or sector that the peers share; '' where neither is known */
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
  /** Dispositions to the issuer (code D) included */
  readonly sell_count: number;
  /** Trades of `buy_count` with a value, which is part of `buy_value_usd` */
  readonly buy_priced_count: number;
  /** Trades of `sell_count` with a value, which is part of `sell_value_usd` */
  readonly sell_priced_count: number;
  /** null when the window has no priced buys */
  readonly buy_value_usd: DecimalString | null;
  /** null when the window has no priced sells */
  readonly sell_value_usd: DecimalString | null;
  /** Percent of transactions under 10b5-1 plans */
  readonly pct_10b5_1: number;
  readonly top_insiders: readonly InsiderSummaryTopInsiders[];
}

export interface InsiderSummaryTopInsiders {
  readonly name: string;
  readonly title: string;
  readonly transaction_count: number;
  /** Buys minus sells, USD; null when none of them is priced */
  readonly net_value: DecimalString | null;
}

export interface InsiderTrades {
  readonly ticker: string;
  /** Day of the oldest trade held; null when none is */
  readonly coverage_start: string | null;
  /** null on pages behind a cursor */
  readonly summary: InsiderTradesSummary | null;
  /** All trades by month, zero-filled; null on pages behind a cursor */
  readonly series: readonly InsiderTradesSeries[] | null;
  /** Twelve months by week, zero-filled; null on pages behind a cursor */
  readonly series_weekly: readonly InsiderTradesSeriesWeekly[] | null;
  /** Every event of the trailing twelve months; null on pages behind a cursor */
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
  /** Dispositions to the issuer (code D) included */
  readonly sell_count: number;
  /** Trades of `buy_count` with a value, which is part of `buy_value_usd` */
  readonly buy_priced_count: number;
  /** Trades of `sell_count` with a value, which is part of `sell_value_usd` */
  readonly sell_priced_count: number;
  /** USD; null when nothing priced was traded on this side */
  readonly buy_value_usd: DecimalString | null;
  /** USD; null when nothing priced was traded on this side */
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
  /** Dispositions to the issuer (code D) included */
  readonly sell_count: number;
  /** Trades of `buy_count` with a value, which is part of `buy_value_usd` */
  readonly buy_priced_count: number;
  /** Trades of `sell_count` with a value, which is part of `sell_value_usd` */
  readonly sell_priced_count: number;
  /** USD; "0" when nothing priced was traded on this side */
  readonly buy_value_usd: DecimalString;
  /** USD; "0" when nothing priced was traded on this side */
  readonly sell_value_usd: DecimalString;
  /** `2026-07` */
  readonly month: string;
}

export interface InsiderTradesSeriesWeekly {
  readonly buy_count: number;
  /** Dispositions to the issuer (code D) included */
  readonly sell_count: number;
  /** Trades of `buy_count` with a value, which is part of `buy_value_usd` */
  readonly buy_priced_count: number;
  /** Trades of `sell_count` with a value, which is part of `sell_value_usd` */
  readonly sell_priced_count: number;
  /** USD; "0" when nothing priced was traded on this side */
  readonly buy_value_usd: DecimalString;
  /** USD; "0" when nothing priced was traded on this side */
  readonly sell_value_usd: DecimalString;
  /** A Monday */
  readonly week_start: string;
}

export interface InsiderTradeEvent {
  /** Follows value flow: code D is a sell here, and `transaction_code` tells it apart */
  readonly side: 'buy' | 'sell';
  readonly transaction_code: 'P' | 'S' | 'D';
  readonly shares: DecimalString;
  /** Value-weighted over priced tranches, at most 4 places; null when none is priced */
  readonly avg_price_usd: DecimalString | null;
  /** Sum over priced tranches, 2 places; null when none is priced */
  readonly total_value_usd: DecimalString | null;
  /** Why price and value are given or null. stated: as filed; implausible: the prices as filed cannot be those of one share (a total typed into the price field); per_receipt: they are those of a depositary receipt; unpriced: the form gives none in dollars. Absent on rows of earlier releases */
  readonly value_basis?: 'stated' | 'implausible' | 'per_receipt' | 'unpriced';
  /** true only where a plan is stated */
  readonly is_10b5_1: boolean;
  /** What states it; none: the form does not say, as those older than the checkbox */
  readonly is_10b5_1_basis: 'checkbox' | 'footnote' | 'none';
  /** How the trade was made, from footnotes and price. Absent on rows of earlier releases */
  readonly transaction_context?: 'open_market' | 'offering' | 'private_purchase' | 'plan' | 'unknown';
  /** A further filing of one transaction by its co-owners: it is among the insider trades of its ticker, has no article and counts in no sum, so a row has false; absent on rows of earlier releases */
  readonly is_joint_duplicate?: boolean;
  readonly insider_name: string;
  readonly insider_title: string;
  readonly is_officer: boolean;
  readonly is_director: boolean;
  readonly is_ten_percent_owner: boolean;
  /** Last fill */
  readonly transaction_date: string;
  /** When the filing reached the feed */
  readonly filed_at: string;
  /** When EDGAR accepted it */
  readonly accepted_at: string | null;
  /** Accepted after the second business day after the trade; null where that is not known or the filing's own dates contradict one another */
  readonly late_filing: boolean | null;
  readonly tranche_count: number;
  readonly accession_number: string;
  /** Direct or indirect */
  readonly ownership_form: 'D' | 'I';
  readonly security_title: string;
  /** Change of the position in percent, at most 2 decimal places; negative for sales; null when unknown */
  readonly stake_change_pct: DecimalString | null;
  /** The fills, as filed */
  readonly tranches: readonly InsiderTradeEventTranches[];
  /** null for filings of the past, which have no article */
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
  /** Confirmed, never computed; null: no confirmed date is held */
  readonly next_report_date: string | null;
}

export interface EarningsListReports {
  readonly uid: string;
  readonly time_published: string;
  readonly title: string;
  readonly source_type: 'publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k';
  /** The share class the filing was made under */
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
  /** The cutoff: nothing that arrived later is in the page */
  readonly as_of: string;
  /** Always null: no snapshot is a preview */
  readonly preview_reference_at: null;
  readonly window: '24h' | '4h';
  readonly parameters: RadarSnapshotParameters;
  readonly freshness: RadarSnapshotFreshness;
  readonly access: RadarSnapshotAccess;
  /** Tickers with a story in the baseline or the window */
  readonly universe: number;
  /** Rows that pass the filters */
  readonly total: number;
  readonly summary: RadarSnapshotSummary;
  readonly offset: number;
  readonly next_offset: number | null;
  readonly previous_cursor: string | null;
  readonly event_context: RadarContext;
  /** Saved symbols without a row, which is no score of zero; null in the scope `market` */
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
  /** `as_of` in seconds since 1970: the cutoff that the parameters were applied at */
  readonly effective_at: number;
}

export interface RadarSnapshotFreshness {
  readonly mode: 'live' | 'delayed';
  readonly effective_delay_seconds: number;
  readonly generated_at: string;
  readonly source_watermark: string | null;
  readonly source_checked_at: string;
  /** Why the minutes after this one have no snapshot; null where they are not due */
  readonly unavailable_reason: string | null;
}

export interface RadarSnapshotAccess {
  readonly tier: 'free' | 'basic' | 'pro';
  readonly delay_seconds: number;
  readonly scope: 'market' | 'watchlist';
  /** Null in the scope `market` */
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
  /** From `sec_cutoff` to the answer less the delay of the plan, in steps of ten seconds; `available` is of the snapshot, which a cursor keeps to */
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
  /** Usual (story, ticker) pairs of the market in a window of this length */
  readonly market_exposure_baseline: number;
  readonly market_exposure_current: number;
  readonly collection: RadarRowCollection;
  readonly stories: number;
  readonly articles: number;
  readonly outlets: number;
  /** Without stories that name many tickers */
  readonly model_stories: number;
  readonly model_outlets: number;
  readonly baseline_stories: number;
  readonly baseline_active_days: number;
  readonly stories_per_window_unadjusted: number | null;
  readonly stories_expected: number | null;
  readonly tail_probability: number | null;
  /** Describes how unusual the count is; no forecast of a price */
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
  /** 8-K and 6-K of seven days; null where the issuer is not supported or not identified */
  readonly filings_count: number | null;
  /** The newest of them */
  readonly filings: readonly RadarRowContextFilings[];
  /** Open-market clusters of 30 days */
  readonly insider_clusters_count: number | null;
  readonly insider_clusters: readonly RadarRowContextInsiderClusters[];
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
  /** The latest SEC filing time */
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
  /** Up to when the tables were counted */
  readonly as_of: string;
  readonly research_only: true;
  readonly sources: readonly SourceCoverage[];
}

export interface SourceCoverage {
  readonly source: 'publisher_news' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'earnings_reads' | 'earnings_schedule' | 'economic_calendar';
  readonly rows_total: number;
  readonly first_row_at: string | null;
  readonly last_row_at: string | null;
  readonly last_ingested_at: string | null;
  /** How often the source is polled, in words */
  readonly cadence: string;
  readonly history_note: string;
  /** What it leaves out, and each of its feeds that is empty, since when */
  readonly limits: readonly string[];
  readonly archive_days: SourceCoverageArchiveDays | null;
  /** Nothing has come for longer than `stale_after_seconds`, as of `as_of` */
  readonly stale: boolean;
  readonly stale_after_seconds: number;
  readonly channels: readonly SourceCoverageChannels[] | null;
  /** The last day compared with EDGAR's index; null where there is none */
  readonly reconciliation: CoverageReconciliation | null;
  /** From publication until visible, over the last 30 days; null where nothing tells */
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
  /** Filings of this source's forms on EDGAR's index of that day */
  readonly listed: number;
  readonly served: number;
  /** Not served, by reason */
  readonly dropped: Readonly<Record<string, number>>;
  /** Known, and not fetched yet */
  readonly pending: number;
  readonly missing: number;
}

/** From publication until visible, over the last 30 days; null where nothing tells */
export interface SourceCoverageLag {
  readonly p50_seconds: number | null;
  readonly p95_seconds: number | null;
  readonly p99_seconds: number | null;
}

export interface CalendarList {
  readonly results: readonly CalendarOccurrence[];
  /** Always null: a window is never paged */
  readonly next_cursor: null;
}

export interface CalendarOccurrence {
  /** Of the series and the period it reports on: stays when the release is moved */
  readonly uid: string;
  readonly event_key: 'fomc_decision' | 'fomc_minutes' | 'cpi' | 'ppi' | 'nfp' | 'gdp' | 'pce' | 'retail_sales' | 'jobless_claims' | 'jolts';
  readonly title: string;
  /** Month `2026-07`, quarter `2026-Q2`, last day of the week `2026-11-14`; of the FOMC the month of the decision */
  readonly reference_period: string;
  /** Estimates of GDP; otherwise null */
  readonly release_stage: 'advance' | 'second' | 'third' | 'initial' | 'updated' | null;
  readonly scheduled_at: string;
  /** Whether the scheduled moment has passed, not whether the agency has published */
  readonly phase: 'upcoming' | 'elapsed';
  /** `postponed`: put off, `scheduled_at` is the last date that was announced */
  readonly schedule_status: 'scheduled' | 'postponed' | 'cancelled';
  /** `official`: the agency's schedule; `inferred`: from cadence, until it is published */
  readonly schedule_basis: 'official' | 'inferred';
  readonly importance: 'high' | 'medium' | 'low';
  readonly category: string;
  readonly country: 'US';
  readonly source_url: string;
  /** FOMC decisions with a press conference */
  readonly press_conference_at: string | null;
  /** Whether the Federal Reserve publishes projections with a decision; false on every other release */
  readonly has_sep: boolean | null;
  readonly released_at: null;
}

export interface Usage {
  readonly plan: 'free' | 'basic' | 'pro';
  readonly windows: readonly UsageWindow[];
  /** 31 days, oldest first, the last one is today. null: not known now, because the counters do not answer */
  readonly history: readonly UsageDay[] | null;
}

export interface UsageWindow {
  /** A day is a UTC day */
  readonly window: 'minute' | 'day';
  readonly limit: number;
  /** null: not known now, because the counters do not answer */
  readonly used: number | null;
  /** null: not known now, because the counters do not answer */
  readonly remaining: number | null;
  readonly resets_at: string;
}

/** Calls that were counted while the counters were away are in `calls` only */
export interface UsageDay {
  /** UTC */
  readonly day: string;
  readonly calls: number;
  /** Calls that were answered 429, which cost nothing */
  readonly refused: number;
  /** By operationId, or by the name of a tool; `none`: an address without an operation. The most frequent first */
  readonly by_operation: readonly UsageDayByOperation[];
  /** The most frequent first */
  readonly by_key: readonly UsageDayByKey[];
}

export interface UsageDayByOperation {
  readonly operation: string;
  readonly calls: number;
}

export interface UsageDayByKey {
  /** The start of the key; null: connected applications */
  readonly key_hint: string | null;
  readonly calls: number;
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
  /** The feed (needs an API key) */
  readonly feed: string;
}

export interface ProblemInvalidParameter {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 400;
  readonly detail: string;
  readonly code: 'invalid_parameter';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemInvalidParameterExtra;
}

export interface ProblemInvalidParameterExtra {
  /** Parameter -> what is wrong with it */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export interface ProblemUnknownParameter {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 400;
  readonly detail: string;
  readonly code: 'unknown_parameter';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemUnknownParameterExtra;
}

export interface ProblemUnknownParameterExtra {
  /** Parameter -> what is wrong with it */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly allowed_params: readonly string[];
  readonly docs: string;
}

export interface ProblemInvalidCursor {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 400;
  readonly detail: string;
  readonly code: 'invalid_cursor';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemInvalidCursorExtra;
}

export interface ProblemInvalidCursorExtra {
  /** Parameter -> what is wrong with it */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export interface ProblemCursorModeMismatch {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 400;
  readonly detail: string;
  readonly code: 'cursor_mode_mismatch';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemCursorModeMismatchExtra;
}

export interface ProblemCursorModeMismatchExtra {
  /** Parameter -> what is wrong with it */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export interface ProblemMissingKey {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 401;
  readonly detail: string;
  readonly code: 'missing_key';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemMissingKeyExtra;
}

export interface ProblemMissingKeyExtra {
}

export interface ProblemInvalidKey {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 401;
  readonly detail: string;
  readonly code: 'invalid_key';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemInvalidKeyExtra;
}

export interface ProblemInvalidKeyExtra {
  /** `unknown`: never made, or revoked; `inactive`: over the number of keys of the plan */
  readonly reason: 'unknown' | 'inactive';
}

export interface ProblemInvalidScheme {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 401;
  readonly detail: string;
  readonly code: 'invalid_scheme';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemInvalidSchemeExtra;
}

export interface ProblemInvalidSchemeExtra {
}

export interface ProblemArchiveHorizon {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 403;
  readonly detail: string;
  readonly code: 'archive_horizon';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemArchiveHorizonExtra;
}

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

export interface ProblemNotAcceptable {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 406;
  readonly detail: string;
  readonly code: 'not_acceptable';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemNotAcceptableExtra;
}

export interface ProblemNotAcceptableExtra {
}

export interface ProblemPayloadTooLarge {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 413;
  readonly detail: string;
  readonly code: 'payload_too_large';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemPayloadTooLargeExtra;
}

export interface ProblemPayloadTooLargeExtra {
}

export interface ProblemUriTooLong {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 414;
  readonly detail: string;
  readonly code: 'uri_too_long';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemUriTooLongExtra;
}

export interface ProblemUriTooLongExtra {
}

export interface ProblemRateLimited {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 429;
  readonly detail: string;
  readonly code: 'rate_limited';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemRateLimitedExtra;
}

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

export interface ProblemInternal {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 500;
  readonly detail: string;
  readonly code: 'internal';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemInternalExtra;
}

export interface ProblemInternalExtra {
}

export interface ProblemUnavailable {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 503;
  readonly detail: string;
  readonly code: 'unavailable';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemUnavailableExtra;
}

export interface ProblemUnavailableExtra {
  readonly reason: string;
}

export interface ProblemNotFound {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 404;
  readonly detail: string;
  readonly code: 'not_found';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemNotFoundExtra;
}

export interface ProblemNotFoundExtra {
}

export interface ProblemUnknownSymbol {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 404;
  readonly detail: string;
  readonly code: 'unknown_symbol';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemUnknownSymbolExtra;
}

export interface ProblemUnknownSymbolExtra {
}

export interface ProblemSnapshotGone {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 409;
  readonly detail: string;
  readonly code: 'snapshot_gone';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemSnapshotGoneExtra;
}

export interface ProblemSnapshotGoneExtra {
  readonly reason: string;
}

export interface ProblemRadarUnavailable {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 503;
  readonly detail: string;
  readonly code: 'radar_unavailable';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemRadarUnavailableExtra;
}

export interface ProblemRadarUnavailableExtra {
  readonly reason: string;
}

export interface ProblemCoverageUnavailable {
  /** URI that names the kind of problem */
  readonly type: string;
  readonly title: string;
  readonly status: 503;
  readonly detail: string;
  readonly code: 'coverage_unavailable';
  /** Repeats `detail` */
  readonly message: string;
  readonly request_id: string;
  readonly extra: ProblemCoverageUnavailableExtra;
}

export interface ProblemCoverageUnavailableExtra {
  readonly reason: string;
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
}
