"""Types of the service's responses. Generated from the OpenAPI document by `npm run clients`; do not edit."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Literal, Optional, TypeAlias, TypedDict, Union


class _Problem(TypedDict):
    # URI of the problem type
    type: str
    title: str
    detail: str
    # Repeats `detail`
    message: str
    request_id: str


class NewsList(TypedDict):
    results: List[NewsItem]
    # Send as `cursor` to get the next page. Null on the last page; always a string with `sort=ingested`
    next_cursor: Optional[str]
    # Names the coin if a stock with the same letters was served. If no such symbol is listed, names the nearest symbols
    symbol_note: Optional[str]
    # Start of the archive of the plan; requests for earlier rows get 403. null with `sort=ingested`
    archive_ends_at: Optional[str]


class _NewsItem(TypedDict):
    original: NewsItemOriginal
    enrichment: NewsItemEnrichment
    insider: Optional[InsiderBlock]
    filing: Optional[FilingBlock]
    search_match: None
    story_id: Optional[str]
    sources_count: Optional[int]
    sources: Optional[List[str]]

class NewsItem(_NewsItem, total=False):
    # Version of the rules and weights that scored the row, after the name of a model that did. Absent on rows of earlier releases
    score_version: str
    # `revision`: store it over the row of this uid, or as new where a copy lacks it. `retraction`: remove that row: it was withdrawn (`changed` is empty, the row is its last state), or does not match the filters any more (the row is its new state)
    kind: Literal["new", "revision", "retraction"]
    revises: Optional[str]
    # Paths of the values that changed, such as `original.title`
    changed: List[str]


class NewsItemOriginal(TypedDict):
    uid: str
    title: str
    summary: str
    time_published: str
    # Outlet name; "SEC Form 4" on Form 4 rows
    source: str
    source_domain: str
    url: str
    authors: List[str]
    # When the article arrived here
    created_at: str
    # Same as `created_at` unless the row was corrected
    updated_at: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]
    ownership_form: Optional[Literal["direct", "indirect"]]
    banner_image: Optional[str]
    topics: List[NewsItemOriginalTopics]
    # The analysis of each ticker in short form
    tickers_sentiment: List[NewsItemOriginalTickersSentiment]


class NewsItemOriginalTopics(TypedDict):
    topic: str
    relevance: Decimal


class NewsItemOriginalTickersSentiment(TypedDict):
    ticker: str
    relevance_score: Decimal
    ticker_sentiment_label: Literal["Bullish", "Neutral", "Bearish"]


class NewsItemEnrichment(TypedDict):
    relevance_score: int
    category: Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]
    tickers: List[str]
    ai_trading_insights: NewsItemEnrichmentAiTradingInsights
    # Only on the single article
    news_context_enhancement: None


class _NewsItemEnrichmentAiTradingInsights(TypedDict):
    ticker_analysis: List[NewsItemEnrichmentAiTradingInsightsTickerAnalysis]
    news_trading_value: NewsItemEnrichmentAiTradingInsightsNewsTradingValue
    indirect_market_effects: NewsItemEnrichmentAiTradingInsightsIndirectMarketEffects
    alternative_perspectives: NewsItemEnrichmentAiTradingInsightsAlternativePerspectives

class NewsItemEnrichmentAiTradingInsights(_NewsItemEnrichmentAiTradingInsights, total=False):
    # Markets that the headline moves, each with its direction (for rates, the level and not bond prices); only on rows without a ticker
    market_effects: List[NewsItemEnrichmentAiTradingInsightsMarketEffects]


class NewsItemEnrichmentAiTradingInsightsTickerAnalysis(TypedDict):
    ticker: str
    relevance_context: str
    impact_analysis: NewsItemEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis


class NewsItemEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis(TypedDict):
    sentiment: Literal["positive", "neutral", "negative"]
    confidence: Literal["high", "medium", "low"]
    reasoning: str
    summary: str
    # Expected direction, size and horizon in one sentence; empty if there is no evidence
    price_impact_prediction: str


class NewsItemEnrichmentAiTradingInsightsMarketEffects(TypedDict):
    market: Literal["equities", "rates", "dollar", "oil", "gold", "crypto"]
    direction: Literal["positive", "neutral", "negative"]
    reasoning: str


class NewsItemEnrichmentAiTradingInsightsNewsTradingValue(TypedDict):
    actionability_score: Literal["high", "medium", "low", "negligible"]
    information_novelty: int
    # US market session at publication, or the time until the next one; empty for coins
    timing_relevance: str
    # Whether its tickers point the same way; empty if fewer than two have a direction
    market_sentiment_alignment: str
    # Reading time of title and summary: `1 min`
    estimated_read_time: str


class NewsItemEnrichmentAiTradingInsightsIndirectMarketEffects(TypedDict):
    # Empty: the service knows no fact that would support a text
    sector_implications: str
    # Empty: the service knows no fact that would support a text
    regional_market_impact: str
    # `market_effects` in one sentence; empty on rows without any, as on all rows with a ticker
    global_market_relevance: str


class NewsItemEnrichmentAiTradingInsightsAlternativePerspectives(TypedDict):
    # Empty: the service knows no fact that would support a text
    contrarian_view: str
    # Empty: the service knows no fact that would support a text
    overlooked_factors: str


class _InsiderBlock(TypedDict):
    side: Literal["buy", "sell", "other"]
    transaction_code: Literal["P", "S", "D"]
    shares: Decimal
    # Average weighted by value over priced tranches, at most 4 decimals; null if none is priced
    avg_price_usd: Optional[Decimal]
    # Sum over priced tranches, 2 decimals; null if none is priced
    total_value_usd: Optional[Decimal]
    # true only if the form states a plan
    is_10b5_1: bool
    # Where the form states it; none: it does not say, as on forms older than the checkbox
    is_10b5_1_basis: Literal["checkbox", "footnote", "none"]
    insider_name: str
    insider_title: str
    is_officer: bool
    is_director: bool
    is_ten_percent_owner: bool
    # Date of the last fill
    transaction_date: str
    # When the filing reached the feed
    filed_at: str
    # When EDGAR accepted it
    accepted_at: Optional[str]
    # Accepted later than two business days after the trade; null if unknown or if the filing's dates contradict each other
    late_filing: Optional[bool]
    tranche_count: int
    accession_number: str

class InsiderBlock(_InsiderBlock, total=False):
    # Why price and value are given or null. stated: as filed; implausible: the filed price cannot be the price of one share (such as a total in the price field); per_receipt: the price of a depositary receipt; unpriced: the price field has no price in dollars. Absent on rows of earlier releases
    value_basis: Literal["stated", "implausible", "per_receipt", "unpriced"]
    # How the trade was made, by the form and other insiders’ prices. Absent on rows of earlier releases
    transaction_context: Literal["open_market", "offering", "private_purchase", "plan", "unknown"]
    # Another filing of the same transaction by a co-owner. It appears in the insider trades, has no article and counts in no sum, so it is false on rows; absent on rows of earlier releases
    is_joint_duplicate: bool


class _FilingBlock(TypedDict):
    items: List[str]
    primary_item: str
    accession_number: str
    filed_at: str
    event_date: Optional[str]
    exhibit_url: Optional[str]

class FilingBlock(_FilingBlock, total=False):
    """Only on 8-K rows; the url of a 6-K row contains its accession number"""
    # Only on an 8-K/A
    amends: FilingBlockAmends


class FilingBlockAmends(TypedDict):
    """Only on an 8-K/A"""
    filed_on: Optional[str]


class SearchList(TypedDict):
    results: List[SearchItem]
    next_cursor: Optional[str]
    # Results on this page
    count: int
    # Results on all pages, at most the best 200
    matched: int
    query: SearchQuery
    symbol_note: Optional[str]


class _SearchItem(TypedDict):
    original: SearchItemOriginal
    enrichment: SearchItemEnrichment
    insider: Optional[InsiderBlock]
    filing: Optional[FilingBlock]
    search_match: SearchMatch
    story_id: Optional[str]
    sources_count: Optional[int]
    sources: Optional[List[str]]

class SearchItem(_SearchItem, total=False):
    # Version of the rules and weights that scored the row, after the name of a model that did. Absent on rows of earlier releases
    score_version: str


class SearchItemOriginal(TypedDict):
    uid: str
    title: str
    summary: str
    time_published: str
    # Outlet name; "SEC Form 4" on Form 4 rows
    source: str
    source_domain: str
    url: str
    authors: List[str]
    # When the article arrived here
    created_at: str
    # Same as `created_at` unless the row was corrected
    updated_at: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]
    ownership_form: Optional[Literal["direct", "indirect"]]
    banner_image: Optional[str]
    topics: List[SearchItemOriginalTopics]
    # The analysis of each ticker in short form
    tickers_sentiment: List[SearchItemOriginalTickersSentiment]


class SearchItemOriginalTopics(TypedDict):
    topic: str
    relevance: Decimal


class SearchItemOriginalTickersSentiment(TypedDict):
    ticker: str
    relevance_score: Decimal
    ticker_sentiment_label: Literal["Bullish", "Neutral", "Bearish"]


class SearchItemEnrichment(TypedDict):
    relevance_score: int
    category: Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]
    tickers: List[str]
    ai_trading_insights: SearchItemEnrichmentAiTradingInsights
    # Only on the single article
    news_context_enhancement: None


class _SearchItemEnrichmentAiTradingInsights(TypedDict):
    ticker_analysis: List[SearchItemEnrichmentAiTradingInsightsTickerAnalysis]
    news_trading_value: SearchItemEnrichmentAiTradingInsightsNewsTradingValue
    indirect_market_effects: SearchItemEnrichmentAiTradingInsightsIndirectMarketEffects
    alternative_perspectives: SearchItemEnrichmentAiTradingInsightsAlternativePerspectives

class SearchItemEnrichmentAiTradingInsights(_SearchItemEnrichmentAiTradingInsights, total=False):
    # Markets that the headline moves, each with its direction (for rates, the level and not bond prices); only on rows without a ticker
    market_effects: List[SearchItemEnrichmentAiTradingInsightsMarketEffects]


class SearchItemEnrichmentAiTradingInsightsTickerAnalysis(TypedDict):
    ticker: str
    relevance_context: str
    impact_analysis: SearchItemEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis


class SearchItemEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis(TypedDict):
    sentiment: Literal["positive", "neutral", "negative"]
    confidence: Literal["high", "medium", "low"]
    reasoning: str
    summary: str
    # Expected direction, size and horizon in one sentence; empty if there is no evidence
    price_impact_prediction: str


class SearchItemEnrichmentAiTradingInsightsMarketEffects(TypedDict):
    market: Literal["equities", "rates", "dollar", "oil", "gold", "crypto"]
    direction: Literal["positive", "neutral", "negative"]
    reasoning: str


class SearchItemEnrichmentAiTradingInsightsNewsTradingValue(TypedDict):
    actionability_score: Literal["high", "medium", "low", "negligible"]
    information_novelty: int
    # US market session at publication, or the time until the next one; empty for coins
    timing_relevance: str
    # Whether its tickers point the same way; empty if fewer than two have a direction
    market_sentiment_alignment: str
    # Reading time of title and summary: `1 min`
    estimated_read_time: str


class SearchItemEnrichmentAiTradingInsightsIndirectMarketEffects(TypedDict):
    # Empty: the service knows no fact that would support a text
    sector_implications: str
    # Empty: the service knows no fact that would support a text
    regional_market_impact: str
    # `market_effects` in one sentence; empty on rows without any, as on all rows with a ticker
    global_market_relevance: str


class SearchItemEnrichmentAiTradingInsightsAlternativePerspectives(TypedDict):
    # Empty: the service knows no fact that would support a text
    contrarian_view: str
    # Empty: the service knows no fact that would support a text
    overlooked_factors: str


class SearchMatch(TypedDict):
    # Only for comparing results of one search; halves per 30 days of age
    score: Decimal
    # Number of entries in `terms`; null if the search has no terms
    terms_matched: Optional[int]
    # Words, phrases and companies of the search that the row matches; a company appears as its ticker
    terms: List[str]
    # Part of the summary with matching words marked `**so**`; null if only title, entities or tickers match
    context: Optional[str]


class SearchQuery(TypedDict):
    # `strict`: every result matches the whole search. `broadened`: no result matched everything; `note` says what was relaxed. `no_match`: nothing matches even the relaxed search. `no_terms`: the search has no word to search for
    mode: Literal["strict", "broadened", "no_match", "no_terms"]
    sort: Literal["relevance", "published"]
    # The search terms as written
    terms: List[str]
    # Terms that every result matches
    required_terms: List[str]
    # Terms of which only some must match (joined by OR, or relaxed)
    optional_terms: List[str]
    # Rows published from this time on were searched: the later of `from_date` and the start of the plan’s archive; later still for very common words
    window_from: str
    note: Optional[str]


class NewsBrief(TypedDict):
    generated_at: str
    # `window_end` minus `hours`, but not before the start of the archive of the plan; with `cursor`, the earliest publication
    window_start: str
    window_end: str
    hours: int
    # The requested tickers that are listed, as the symbol directory spells them
    tickers: List[str]
    unknown_tickers: List[str]
    # Those of `tickers` about which there is nothing in the window, or between `cursor` and `next_cursor`
    quiet: List[str]
    # News sources that the coverage report finds stale: then `quiet` proves nothing. null: there is no report yet
    source_health: Optional[NewsBriefSourceHealth]
    # Publisher articles, ranked by relevance, which halves per day of age; without `cursor` one per story
    events: List[BriefEntry]
    # SEC filings, newest first
    filings: List[BriefEntry]
    # The next confirmed report date of each ticker, as on the symbol, with the filing that states it; of more than 100, the nearest
    upcoming_earnings: List[NewsBriefUpcomingEarnings]
    # Macro releases of medium or high importance on this Eastern day
    calendar: List[CalendarOccurrence]
    # There are more than `limit` or than fit in the answer; with `cursor`, see `has_more`
    events_truncated: bool
    filings_truncated: bool
    # Send it as `cursor` to get what enters the feed later, each row once
    next_cursor: str
    # With `cursor`: rows wait after `next_cursor`, so call again at once
    has_more: bool


class NewsBriefSourceHealth(TypedDict):
    as_of: str
    stale: List[Literal["publisher_news", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q", "earnings_reads", "earnings_schedule", "economic_calendar"]]


class BriefEntry(TypedDict):
    uid: str
    story_id: str
    title: str
    # At most 600 characters; a shortened one ends in …
    summary: str
    url: str
    # URL of the article at its source, for people to read
    article_url: str
    source_domain: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]
    time_published: str
    # The requested tickers that it is about, including other names and share classes of the company
    matched_tickers: List[str]
    category: Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]
    relevance_score: int
    information_novelty: int
    actionability: Literal["high", "medium", "low", "negligible"]
    # Expected direction for each requested company
    signals: List[BriefEntrySignals]
    # Whether the single article has an earnings read
    earnings_available: bool


class BriefEntrySignals(TypedDict):
    ticker: str
    sentiment: Literal["positive", "neutral", "negative"]


class NewsBriefUpcomingEarnings(TypedDict):
    ticker: str
    report_date: str
    # Before the market opens or after it closes; null: the company does not say
    session: Optional[Literal["before_open", "after_close", "during"]]
    source_uid: Optional[str]


class CalendarOccurrence(TypedDict):
    # Made from the series and its period; stays the same when the release is moved
    uid: str
    event_key: Literal["fomc_decision", "fomc_minutes", "cpi", "ppi", "nfp", "gdp", "pce", "retail_sales", "jobless_claims", "jolts"]
    title: str
    # Month `2026-07`, quarter `2026-Q2`, last day of the week `2026-11-14`; for the FOMC, the month of the decision
    reference_period: str
    # Set for GDP estimates only, otherwise null
    release_stage: Optional[Literal["advance", "second", "third"]]
    scheduled_at: str
    # Whether the scheduled time has passed; it does not show whether the agency has published
    phase: Literal["upcoming", "elapsed"]
    # `postponed`: `scheduled_at` is the last date announced
    schedule_status: Literal["scheduled", "postponed", "cancelled"]
    # `official`: from the agency's schedule; `inferred`: estimated from past cadence until the agency publishes its schedule
    schedule_basis: Literal["official", "inferred"]
    importance: Literal["high", "medium", "low"]
    category: str
    country: Literal["US"]
    source_url: str
    # Set for FOMC decisions that have a press conference
    press_conference_at: Optional[str]
    # Whether the Federal Reserve publishes projections with the decision; false for other releases
    has_sep: bool
    released_at: None


class InsiderClusterList(TypedDict):
    results: List[InsiderCluster]
    next_cursor: Optional[str]
    # Names the coin if a stock with the same letters was served. If no such symbol is listed, names the nearest symbols
    symbol_note: Optional[str]


class InsiderCluster(TypedDict):
    ticker: str
    issuer_name: str
    cik: str
    first_trade_date: str
    last_trade_date: str
    # When the latest of these purchases was filed with the SEC
    known_at: str
    buyers_count: int
    officer_director_count: int
    total_value_usd: Optional[Decimal]
    filings_count: int
    # True if some filings are not linked from a buyer below
    evidence_truncated: bool
    buyers: List[InsiderClusterBuyers]


class InsiderClusterBuyers(TypedDict):
    insider_name: str
    insider_title: str
    insider_cik: str
    is_officer: bool
    is_director: bool
    shares: Decimal
    # Average weighted by value over priced fills, at most 4 decimals
    avg_price_usd: Optional[Decimal]
    total_value_usd: Optional[Decimal]
    trade_dates: List[str]
    # Why the buyer is not counted; null: it is counted
    label: Optional[Literal["plan", "offering", "duplicate"]]
    # The latest article about these purchases
    news_uid: Optional[str]
    # Index page of the latest of these filings
    sec_url: str


class _Article(TypedDict):
    original: ArticleOriginal
    enrichment: ArticleEnrichment
    insider: Optional[InsiderBlock]
    filing: Optional[FilingBlock]
    search_match: None
    story_id: Optional[str]
    sources_count: Optional[int]
    sources: Optional[List[str]]
    earnings: Optional[EarningsAnalysis]

class Article(_Article, total=False):
    # Version of the rules and weights that scored the row, after the name of a model that did. Absent on rows of earlier releases
    score_version: str


class ArticleOriginal(TypedDict):
    uid: str
    title: str
    summary: str
    time_published: str
    # Outlet name; "SEC Form 4" on Form 4 rows
    source: str
    source_domain: str
    url: str
    authors: List[str]
    # When the article arrived here
    created_at: str
    # Same as `created_at` unless the row was corrected
    updated_at: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]
    ownership_form: Optional[Literal["direct", "indirect"]]
    banner_image: Optional[str]
    topics: List[ArticleOriginalTopics]
    # The analysis of each ticker in short form
    tickers_sentiment: List[ArticleOriginalTickersSentiment]


class ArticleOriginalTopics(TypedDict):
    topic: str
    relevance: Decimal


class ArticleOriginalTickersSentiment(TypedDict):
    ticker: str
    relevance_score: Decimal
    ticker_sentiment_label: Literal["Bullish", "Neutral", "Bearish"]


class ArticleEnrichment(TypedDict):
    relevance_score: int
    category: Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]
    tickers: List[str]
    ai_trading_insights: ArticleEnrichmentAiTradingInsights
    news_context_enhancement: ArticleEnrichmentNewsContextEnhancement
    # Grounds of tickers, score and directions; null on filings, which follow rules, and on articles of earlier releases
    evidence: Optional[Evidence]


class _ArticleEnrichmentAiTradingInsights(TypedDict):
    ticker_analysis: List[ArticleEnrichmentAiTradingInsightsTickerAnalysis]
    news_trading_value: ArticleEnrichmentAiTradingInsightsNewsTradingValue
    indirect_market_effects: ArticleEnrichmentAiTradingInsightsIndirectMarketEffects
    alternative_perspectives: ArticleEnrichmentAiTradingInsightsAlternativePerspectives

class ArticleEnrichmentAiTradingInsights(_ArticleEnrichmentAiTradingInsights, total=False):
    # Markets that the headline moves, each with its direction (for rates, the level and not bond prices); only on rows without a ticker
    market_effects: List[ArticleEnrichmentAiTradingInsightsMarketEffects]


class ArticleEnrichmentAiTradingInsightsTickerAnalysis(TypedDict):
    ticker: str
    relevance_context: str
    impact_analysis: ArticleEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis


class ArticleEnrichmentAiTradingInsightsTickerAnalysisImpactAnalysis(TypedDict):
    sentiment: Literal["positive", "neutral", "negative"]
    confidence: Literal["high", "medium", "low"]
    reasoning: str
    summary: str
    # Expected direction, size and horizon in one sentence; empty if there is no evidence
    price_impact_prediction: str


class ArticleEnrichmentAiTradingInsightsMarketEffects(TypedDict):
    market: Literal["equities", "rates", "dollar", "oil", "gold", "crypto"]
    direction: Literal["positive", "neutral", "negative"]
    reasoning: str


class ArticleEnrichmentAiTradingInsightsNewsTradingValue(TypedDict):
    actionability_score: Literal["high", "medium", "low", "negligible"]
    information_novelty: int
    # US market session at publication, or the time until the next one; empty for coins
    timing_relevance: str
    # Whether its tickers point the same way; empty if fewer than two have a direction
    market_sentiment_alignment: str
    # Reading time of title and summary: `1 min`
    estimated_read_time: str


class ArticleEnrichmentAiTradingInsightsIndirectMarketEffects(TypedDict):
    # Empty: the service knows no fact that would support a text
    sector_implications: str
    # Empty: the service knows no fact that would support a text
    regional_market_impact: str
    # `market_effects` in one sentence; empty on rows without any, as on all rows with a ticker
    global_market_relevance: str


class ArticleEnrichmentAiTradingInsightsAlternativePerspectives(TypedDict):
    # Empty: the service knows no fact that would support a text
    contrarian_view: str
    # Empty: the service knows no fact that would support a text
    overlooked_factors: str


class ArticleEnrichmentNewsContextEnhancement(TypedDict):
    background_context: str
    # Expected price move of each ticker, in sentences; empty if there is no evidence
    impact_analysis: str
    key_entities: List[ArticleEnrichmentNewsContextEnhancementKeyEntities]
    market_relevance_summary: str
    estimated_read_time_minutes: int


class ArticleEnrichmentNewsContextEnhancementKeyEntities(TypedDict):
    name: str
    type: str
    description: str


class Evidence(TypedDict):
    # For each ticker, the words of `original` that name it; `start` and `end` count UTF-16 code units. No spans: only the main text names it, or a sentence that the summary leaves out
    tickers: List[EvidenceTickers]
    # `value` is `relevance_score`; `probabilities` are those of the scores 1 to 10 as the reader read the headline. Rules may have changed the value, as for solicitations, releases of statistics and news without interest to a trading desk. Empty where a trading halt or a language model gave the score
    score: EvidenceScore
    # For each ticker whose direction was read: its probabilities, and the words that weighed most for a direction other than neutral, over the whole headline or lead
    directions: List[EvidenceDirections]


class EvidenceTickers(TypedDict):
    ticker: str
    spans: List[EvidenceTickersSpans]


class EvidenceTickersSpans(TypedDict):
    field: Literal["title", "summary"]
    start: int
    end: int
    text: str


class EvidenceScore(TypedDict):
    """`value` is `relevance_score`; `probabilities` are those of the scores 1 to 10 as the reader read the headline. Rules may have changed the value, as for solicitations, releases of statistics and news without interest to a trading desk. Empty where a trading halt or a language model gave the score"""
    value: int
    probabilities: List[Decimal]


class EvidenceDirections(TypedDict):
    ticker: str
    probabilities: EvidenceDirectionsProbabilities
    words: List[str]


class EvidenceDirectionsProbabilities(TypedDict):
    positive: Decimal
    neutral: Decimal
    negative: Decimal


class EarningsAnalysis(TypedDict):
    company: str
    # '' if the filer has no listed symbol
    ticker: str
    # `Q1 2020`, `Q4 FY2019`, `H1 2010`, `FY2019`
    fiscal_period: str
    period_end: Optional[str]
    headline: str
    verdict: Literal["strong", "solid", "mixed", "weak"]
    verdict_reason: str
    key_metrics: List[KeyMetric]
    segments: List[SegmentFigure]
    # null if the filing gives none
    guidance: Optional[Guidance]
    vs_prior_guidance: List[EarningsAnalysisVsPriorGuidance]
    # Sentences about dividends and buybacks
    capital_returns: List[str]
    # Sentences about cash, debt and cash flow
    balance_sheet_cash_flow: List[str]
    drivers: List[str]
    concerns: List[str]
    # Sentences about the future
    what_to_watch: List[str]
    quotes: List[EarningsAnalysisQuotes]
    # A summary of the figures in a few sentences
    analysis: str
    missing_items: List[str]
    numbers_verified_from_document: Literal[True]
    table_scale: Optional[Literal["ones", "thousands", "millions", "billions", "trillions"]]
    # Path of the source text; evidence offsets refer to it
    source_text_url: Optional[str]


class KeyMetric(TypedDict):
    name: str
    # Exactly as printed
    value: str
    # other: IFRS, and figures that are marked neither GAAP nor adjusted
    basis: Literal["GAAP", "non-GAAP", "other"]
    # The same quarter one year earlier, as printed
    prior_year: Optional[str]
    prior_quarter: Optional[str]
    # As printed, else a percentage computed from two printed figures; null across zero: from zero or a loss, or to a loss
    yoy_change: Optional[str]
    qoq_change: Optional[str]
    # Whether the changes are printed in the filing or computed from printed figures
    change_basis: Literal["printed", "computed"]
    # `value` as a number, losses negative; multiply by `scale` to get the amount
    numeric: Decimal
    # ISO 4217 code (also for per-share figures), pct, bp or shares; null if the filing states none
    unit: Optional[str]
    # null if the filing does not state it
    scale: Optional[Literal["ones", "thousands", "millions", "billions", "trillions"]]
    evidence: KeyMetricEvidence


class KeyMetricEvidence(TypedDict):
    start: int
    end: int


class SegmentFigure(TypedDict):
    name: str
    # Exactly as printed, in the scale of `table_scale`
    revenue: str
    yoy_change: Optional[str]
    qoq_change: Optional[str]
    # The sentence of the release that gives the cause; '' if there is none
    driver: str
    evidence: SegmentFigureEvidence


class SegmentFigureEvidence(TypedDict):
    start: int
    end: int


class Guidance(TypedDict):
    # '' if the release does not say
    period: str
    revenue: Optional[str]
    gross_margin: Optional[str]
    operating_expenses: Optional[str]
    tax_rate: Optional[str]
    eps: Optional[str]
    # Other guidance, each as `measure (period): range`
    other: List[str]
    # initiated: not compared with earlier guidance; none: changed both ways, or without saying how
    state: Literal["raised", "lowered", "maintained", "withdrawn", "initiated", "none"]
    evidence: List[GuidanceEvidence]


class GuidanceEvidence(TypedDict):
    start: int
    end: int


class EarningsAnalysisVsPriorGuidance(TypedDict):
    metric: str
    prior_guidance: str
    actual: str
    verdict: Literal["above", "in line", "below", "n/a"]


class EarningsAnalysisQuotes(TypedDict):
    speaker: str
    role: Optional[str]
    text: str


class StoryList(TypedDict):
    results: List[StoryCard]
    # Send as `cursor` to get the next page. Null on the last page; always a string with `sort=ingested`
    next_cursor: Optional[str]
    # Names the coin if a stock with the same letters was served. If no such symbol is listed, names the nearest symbols
    symbol_note: Optional[str]
    # Start of the archive of the plan; requests for earlier stories get 403
    archive_ends_at: str


class StoryCard(TypedDict):
    story_id: str
    # Headline of the material that states most of what the publishers agree on
    title: str
    # Summary of the same material
    summary: str
    # Median of each publisher's best relevance score, rounded down
    importance: int
    # The category that most publishers filed it under
    category: Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]
    # Named by two or more publishers; where none is, those of the first material
    tickers: List[str]
    # Owners that reported it: sister outlets count once, and so do texts of one news agency
    publishers: int
    # Articles; reprints of a text are not served, and not counted
    materials: int
    first_published_at: str
    last_material_at: str
    # When the last key fact was confirmed or disputed; without any, when the second publisher reported it
    updated_at: str
    # published: it covers every material; stale: materials joined after it was made; preparing: no material has a summary yet
    summary_state: Literal["published", "stale", "preparing"]


class TopStories(TypedDict):
    results: List[StoryCard]
    next_cursor: None
    # Time of the ranking
    as_of: str
    # Changes with the formula
    ranking_version: int


class StoryLookup(TypedDict):
    # merged: the article is in story `redirect_to`; not_a_story: only one publisher reported it, see `article`
    status: Literal["found", "merged", "not_a_story"]
    story: Optional[Story]
    redirect_to: Optional[str]
    article: Optional[StoryLookupArticle]


class Story(TypedDict):
    story_id: str
    # Headline of the material that states most of what the publishers agree on
    title: str
    # Summary of the same material
    summary: str
    # Median of each publisher's best relevance score, rounded down
    importance: int
    # The category that most publishers filed it under
    category: Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]
    # Named by two or more publishers; where none is, those of the first material
    tickers: List[str]
    # Owners that reported it: sister outlets count once, and so do texts of one news agency
    publishers: int
    # Articles; reprints of a text are not served, and not counted
    materials: int
    first_published_at: str
    last_material_at: str
    # When the last key fact was confirmed or disputed; without any, when the second publisher reported it
    updated_at: str
    # published: it covers every material; stale: materials joined after it was made; preparing: no material has a summary yet
    summary_state: Literal["published", "stale", "preparing"]
    # Effects that its articles support; empty if none
    why_it_matters: str
    # Sentences of the materials with numbers, dates or names that a second publisher states too
    key_facts: List[StoryKeyFacts]
    # The direction that most publishers’ articles point to, with the reasoning of the best-scored one
    ticker_takes: List[StoryTickerTakes]
    # Numbers on which publishers differ, each with who says what
    uncertainties: List[str]
    # The material that was published first
    first_source: StoryFirstSource
    # Publishers, by owner, that reported it besides that of `first_source`
    corroborated_by: int
    # Every ticker that a material names, by the time of the first; `publishers`: owners that name it
    tickers_over_time: List[StoryTickersOverTime]
    # Materials whose text was read
    based_on: int
    # Materials when the summary was made
    materials_at_build: int
    # Materials that joined since
    new_materials: int
    # When the last material that was read arrived here
    revision_generated_at: str
    # Whether a public page of the story may be indexed: there is none
    indexable: bool


class StoryKeyFacts(TypedDict):
    text: str
    source_uid: str
    publisher: str


class StoryTickerTakes(TypedDict):
    ticker: str
    impact: Literal["positive", "neutral", "negative"]
    note: str


class StoryFirstSource(TypedDict):
    """The material that was published first"""
    uid: str
    publisher: str
    time_published: str


class StoryTickersOverTime(TypedDict):
    ticker: str
    first_named_at: str
    last_named_at: str
    publishers: int


class StoryLookupArticle(TypedDict):
    uid: str
    title: str
    time_published: str


class StoryMaterials(TypedDict):
    story_id: str
    results: List[StoryMaterial]
    # Send as `cursor` to get the next page. Null on the last page; always a string with `sort=ingested`
    next_cursor: Optional[str]


class StoryMaterial(TypedDict):
    uid: str
    title: str
    publisher: str
    time_published: str
    url: str
    relevance_score: int
    # Whether a public page of the article may be indexed: there is none
    seo_eligible: bool


class SymbolList(TypedDict):
    results: List[ListedSymbol]
    # Number of all matching symbols, regardless of `limit` and `offset`
    count: int
    next_cursor: None


class ListedSymbol(TypedDict):
    symbol: str
    name: str
    asset_type: Literal["Stock", "ETF", "Crypto"]
    # '' if unknown
    exchange: str
    # '' if unknown
    sector: str
    # '' if unknown
    industry: str
    # ISO 3166 alpha-2 code of the domicile; US if listed there and no other is known; '' for coins and if unknown
    country: str
    # ISO 4217; USD if listed in the US, and for coins
    currency: str
    # Whether its insiders report to the SEC
    supports_insider: bool
    # Symbol on TradingView; '' if it is the same
    tv_symbol: str
    status: Literal["active", "delisted"]
    brand_aliases: List[str]


class SymbolsDirectory(TypedDict):
    most_active: List[SymbolsDirectoryMostActive]
    sectors: List[SymbolsDirectorySectors]


class SymbolsDirectoryMostActive(TypedDict):
    ticker: str
    name: str
    # Rows about it in the last 7 days
    news_count: int


class SymbolsDirectorySectors(TypedDict):
    sector: str
    # Name of the sector in URLs
    slug: str
    # Number of active symbols in the sector
    count: int
    top: List[SymbolsDirectorySectorsTop]


class SymbolsDirectorySectorsTop(TypedDict):
    ticker: str
    name: str
    # Rows about it in the last 7 days
    news_count: int


class SectorSymbols(TypedDict):
    sector: str
    # Name of the sector in URLs
    slug: str
    # Number of active symbols in the sector
    count: int
    symbols: List[SectorSymbolsSymbols]


class SectorSymbolsSymbols(TypedDict):
    ticker: str
    name: str
    # Rows about it in the last 7 days
    news_count: int


class Symbol(TypedDict):
    symbol: str
    name: str
    asset_type: Literal["Stock", "ETF", "Crypto"]
    # '' if unknown
    exchange: str
    # '' if unknown
    sector: str
    # '' if unknown
    industry: str
    # ISO 3166 alpha-2 code of the domicile; US if listed there and no other is known; '' for coins and if unknown
    country: str
    # ISO 4217; USD if listed in the US, and for coins
    currency: str
    # Whether its insiders report to the SEC
    supports_insider: bool
    # Symbol on TradingView; '' if it is the same
    tv_symbol: str
    status: Literal["active", "delisted"]
    brand_aliases: List[str]
    # '' if unknown
    description: str
    website: Optional[str]
    delisted_at: Optional[str]
    # Current ticker of the company; '' if it was not renamed
    renamed_to: str
    # Confirmed date, never an estimate: that of next_report_time if the company states one, else of the configured source; null if none is known
    next_report_date: Optional[str]
    # The company's own statement in a filing; null if it made none
    next_report_time: Optional[NextReportTime]
    cik: Optional[str]
    # Other listed share classes of the issuer
    share_classes: List[str]
    # Earlier tickers of the company, latest first
    former_tickers: List[str]
    # For a stock, the coin with the same letters; for a coin, the stock
    crypto_counterpart: Optional[str]
    crypto_counterpart_name: Optional[str]


class NextReportTime(TypedDict):
    date: str
    # Before the market opens or after it closes; null: the company does not say
    session: Optional[Literal["before_open", "after_close", "during"]]
    # The sentence as printed
    text: str
    confirmed: Literal[True]
    # uid of the filing; a 6-K that is not an earnings release has no article
    source_uid: str
    # The filing on EDGAR
    source_url: str


class SentimentSummary(TypedDict):
    ticker: str
    days: Literal[7]
    total: int
    bullish: int
    neutral: int
    bearish: int
    # One entry per UTC day, oldest first, today last; zero-filled
    daily: List[SentimentSummaryDaily]


class SentimentSummaryDaily(TypedDict):
    day: str
    bullish: int
    neutral: int
    bearish: int


class PeerList(TypedDict):
    ticker: str
    # The industry or sector that the peers share; '' if unknown
    group: str
    group_kind: Literal["industry", "sector", ""]
    peers: List[PeerListPeers]


class PeerListPeers(TypedDict):
    ticker: str
    name: str


class InsiderSummary(TypedDict):
    ticker: str
    days: Literal[30]
    total_transactions: int
    buy_count: int
    # Includes dispositions to the issuer (code D)
    sell_count: int
    # How many of `buy_count` have a price and are included in `buy_value_usd`
    buy_priced_count: int
    # How many of `sell_count` have a price and are included in `sell_value_usd`
    sell_priced_count: int
    # null if there are no priced buys
    buy_value_usd: Optional[Decimal]
    # null if there are no priced sells
    sell_value_usd: Optional[Decimal]
    # Percentage of transactions under 10b5-1 plans
    pct_10b5_1: int
    top_insiders: List[InsiderSummaryTopInsiders]


class InsiderSummaryTopInsiders(TypedDict):
    name: str
    title: str
    transaction_count: int
    # Buys minus sells in USD; null if none is priced
    net_value: Optional[Decimal]


class InsiderTrades(TypedDict):
    ticker: str
    # Date of the oldest stored trade; null if there is none
    coverage_start: Optional[str]
    # null on pages with a cursor
    summary: Optional[InsiderTradesSummary]
    # All trades by month, zero-filled; null on pages with a cursor
    series: Optional[List[InsiderTradesSeries]]
    # The last 12 months by week, zero-filled; null on pages with a cursor
    series_weekly: Optional[List[InsiderTradesSeriesWeekly]]
    # All events of the last 12 months; null on pages with a cursor
    chart_events: Optional[List[InsiderTradeEvent]]
    events: List[InsiderTradeEvent]
    next_cursor: Optional[str]


class InsiderTradesSummary(TypedDict):
    last_3m: InsiderRollup
    last_12m: InsiderRollup
    all_time: InsiderRollup
    top_insiders: List[InsiderTradesSummaryTopInsiders]


class InsiderRollup(TypedDict):
    buy_count: int
    # Includes dispositions to the issuer (code D)
    sell_count: int
    # How many of `buy_count` have a price and are included in `buy_value_usd`
    buy_priced_count: int
    # How many of `sell_count` have a price and are included in `sell_value_usd`
    sell_priced_count: int
    # USD; null if this side has no priced trades
    buy_value_usd: Optional[Decimal]
    # USD; null if this side has no priced trades
    sell_value_usd: Optional[Decimal]
    unique_insiders: int
    # Percent of the trades under a 10b5-1 plan
    pct_10b5_1: int


class InsiderTradesSummaryTopInsiders(TypedDict):
    name: str
    title: str
    event_count: int
    net_value_usd: Optional[Decimal]


class InsiderTradesSeries(TypedDict):
    buy_count: int
    # Includes dispositions to the issuer (code D)
    sell_count: int
    # How many of `buy_count` have a price and are included in `buy_value_usd`
    buy_priced_count: int
    # How many of `sell_count` have a price and are included in `sell_value_usd`
    sell_priced_count: int
    # USD; "0" if this side has no priced trades
    buy_value_usd: Decimal
    # USD; "0" if this side has no priced trades
    sell_value_usd: Decimal
    # `2026-07`
    month: str


class InsiderTradesSeriesWeekly(TypedDict):
    buy_count: int
    # Includes dispositions to the issuer (code D)
    sell_count: int
    # How many of `buy_count` have a price and are included in `buy_value_usd`
    buy_priced_count: int
    # How many of `sell_count` have a price and are included in `sell_value_usd`
    sell_priced_count: int
    # USD; "0" if this side has no priced trades
    buy_value_usd: Decimal
    # USD; "0" if this side has no priced trades
    sell_value_usd: Decimal
    # A Monday
    week_start: str


class _InsiderTradeEvent(TypedDict):
    # Code D counts as a sell; `transaction_code` distinguishes it
    side: Literal["buy", "sell"]
    transaction_code: Literal["P", "S", "D"]
    shares: Decimal
    # Average weighted by value over priced tranches, at most 4 decimals; null if none is priced
    avg_price_usd: Optional[Decimal]
    # Sum over priced tranches, 2 decimals; null if none is priced
    total_value_usd: Optional[Decimal]
    # true only if the form states a plan
    is_10b5_1: bool
    # Where the form states it; none: it does not say, as on forms older than the checkbox
    is_10b5_1_basis: Literal["checkbox", "footnote", "none"]
    insider_name: str
    insider_title: str
    is_officer: bool
    is_director: bool
    is_ten_percent_owner: bool
    # Date of the last fill
    transaction_date: str
    # When the filing reached the feed
    filed_at: str
    # When EDGAR accepted it
    accepted_at: Optional[str]
    # Accepted later than two business days after the trade; null if unknown or if the filing's dates contradict each other
    late_filing: Optional[bool]
    tranche_count: int
    accession_number: str
    # Direct or indirect
    ownership_form: Literal["D", "I"]
    security_title: str
    # Change of the position in percent, at most 2 decimals; negative for sells; null if unknown
    stake_change_pct: Optional[Decimal]
    # The fills, as filed
    tranches: List[InsiderTradeEventTranches]
    # null for backfilled filings, which have no article
    news_uid: Optional[str]
    news_title: Optional[str]
    news_published: Optional[str]
    has_article: bool

class InsiderTradeEvent(_InsiderTradeEvent, total=False):
    # Why price and value are given or null. stated: as filed; implausible: the filed price cannot be the price of one share (such as a total in the price field); per_receipt: the price of a depositary receipt; unpriced: the price field has no price in dollars. Absent on rows of earlier releases
    value_basis: Literal["stated", "implausible", "per_receipt", "unpriced"]
    # How the trade was made, by the form and other insiders’ prices. Absent on rows of earlier releases
    transaction_context: Literal["open_market", "offering", "private_purchase", "plan", "unknown"]
    # Another filing of the same transaction by a co-owner. It appears in the insider trades, has no article and counts in no sum, so it is false on rows; absent on rows of earlier releases
    is_joint_duplicate: bool


class InsiderTradeEventTranches(TypedDict):
    transaction_date: str
    shares: Decimal
    price_usd: Optional[Decimal]


class EarningsPointer(TypedDict):
    uid: str
    time_published: str
    title: str
    fiscal_period: str
    verdict: Literal["strong", "solid", "mixed", "weak"]
    headline: str


class EarningsList(TypedDict):
    ticker: str
    reports: List[EarningsListReports]
    # Confirmed date, never an estimate: that of next_report_time if the company states one, else of the configured source; null if none is known
    next_report_date: Optional[str]
    # The company's own statement in a filing; null if it made none
    next_report_time: Optional[NextReportTime]


class EarningsListReports(TypedDict):
    uid: str
    time_published: str
    title: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]
    # The share class of the filing
    ticker: str
    # `Q1 2020`, `Q4 FY2019`, `H1 2010`, `FY2019`
    fiscal_period: str
    analysis: EarningsAnalysis


class RadarSnapshot(TypedDict):
    # 64 hexadecimal digits
    snapshot_id: str
    methodology_version: str
    research_only: Literal[True]
    point_in_time: Literal[True]
    limitations: List[str]
    input_hashes: Dict[str, str]
    # The cutoff; articles that arrived later are not included
    as_of: str
    # Always null
    preview_reference_at: None
    window: Literal["24h", "4h"]
    parameters: RadarSnapshotParameters
    freshness: RadarSnapshotFreshness
    access: RadarSnapshotAccess
    # Tickers with a story in the baseline or in the window
    universe: int
    # Rows that match the filters
    total: int
    summary: RadarSnapshotSummary
    offset: int
    next_offset: Optional[int]
    previous_cursor: Optional[str]
    event_context: RadarContext
    # Saved symbols without a row, which does not mean a score of zero; null in the scope `market`
    watchlist_coverage: Optional[RadarSnapshotWatchlistCoverage]
    results: List[RadarRow]
    next_cursor: Optional[str]


class RadarSnapshotParameters(TypedDict):
    window_seconds: int
    baseline_seconds: int
    half_life_seconds: int
    min_relevance: int
    max_story_tickers: int
    prior_stories: Decimal
    min_baseline_stories: int
    min_baseline_days: int
    min_sentiment_stories: int
    min_sentiment_coverage: Decimal
    spike_tail: Decimal
    # `as_of` in Unix seconds
    effective_at: int


class RadarSnapshotFreshness(TypedDict):
    mode: Literal["live", "delayed"]
    effective_delay_seconds: int
    generated_at: str
    source_watermark: Optional[str]
    source_checked_at: str
    # Why later minutes have no snapshot; null if none is due
    unavailable_reason: Optional[str]


class RadarSnapshotAccess(TypedDict):
    tier: Literal["free", "basic", "pro"]
    delay_seconds: int
    scope: Literal["market", "watchlist"]
    # null in the scope `market`
    watchlist_count: Optional[int]
    watchlist_limit: int


class RadarSnapshotSummary(TypedDict):
    active_tickers: int
    scored_tickers: int
    elevated_tickers: int
    verified_candidates: int
    collection_unverified: int


class RadarContext(TypedDict):
    status: Literal["available", "unavailable"]
    reason: Optional[str]
    sec_cutoff: Optional[str]
    insider_cutoff: Optional[str]
    generated_at: Optional[str]
    available: bool
    # Age of `sec_cutoff` less the delay of the plan, in steps of 10 seconds; `available` belongs to the snapshot, so it stays the same while a cursor pages through it
    age_seconds: Optional[Decimal]
    max_age_seconds: Literal[300]


class RadarSnapshotWatchlistCoverage(TypedDict):
    no_recent_news: List[str]
    not_in_snapshot: List[str]


class RadarRow(TypedDict):
    ticker: str
    name: Optional[str]
    sector: Optional[str]
    market: Literal["us_equity", "crypto", "international"]
    # Usual number of (story, ticker) pairs of the market in a window of this length
    market_exposure_baseline: Decimal
    market_exposure_current: Decimal
    collection: RadarRowCollection
    stories: int
    articles: int
    outlets: int
    # Stories, except those that name many tickers
    model_stories: int
    model_outlets: int
    baseline_stories: Decimal
    baseline_active_days: int
    stories_per_window_unadjusted: Optional[Decimal]
    stories_expected: Optional[Decimal]
    tail_probability: Optional[Decimal]
    # How unusual the count is; not a price forecast
    news_z: Optional[Decimal]
    anomaly_reason: Optional[str]
    candidate_news_spike: bool
    sent: RadarTone
    sent_prev: RadarTone
    sent_delta: Optional[Decimal]
    evidence_uids: List[str]
    evidence: List[RadarRowEvidence]
    event_context: Optional[RadarRowContext]


class RadarRowCollection(TypedDict):
    status: Literal["healthy", "unverified"]
    reasons: List[str]
    required_channels: List[str]


class RadarTone(TypedDict):
    value: Optional[Decimal]
    usable_stories: int
    coverage: Optional[Decimal]
    reason: Optional[str]


class RadarRowEvidence(TypedDict):
    uid: str
    title: str
    url: str
    source_domain: str
    time_published: str


class RadarRowContext(TypedDict):
    status: Literal["available", "unsupported", "unidentified"]
    reason: Optional[str]
    cik: Optional[str]
    # 8-K and 6-K filings of the last 7 days; null if the issuer is not supported or not identified
    filings_count: Optional[int]
    # The newest filings
    filings: List[RadarRowContextFilings]
    # Clusters of open-market purchases in the last 30 days
    insider_clusters_count: Optional[int]
    insider_clusters: List[RadarRowContextInsiderClusters]
    sec_cutoff: Optional[str]
    insider_cutoff: Optional[str]
    generated_at: Optional[str]
    available: bool


class RadarRowContextFilings(TypedDict):
    uid: str
    form: Literal["8-K", "6-K"]
    filed_at: str
    items: List[str]
    title: str
    url: str


class RadarRowContextInsiderClusters(TypedDict):
    # When the latest of them was filed with the SEC
    known_at: str
    buyers_count: int
    officer_director_count: int
    first_trade_date: str
    last_trade_date: str
    trade_dates: List[str]
    sec_urls: List[str]
    filings_count: int
    evidence_truncated: bool


class CoverageReport(TypedDict):
    generated_at: str
    # The counts include everything up to this time
    as_of: str
    research_only: Literal[True]
    sources: List[SourceCoverage]


class SourceCoverage(TypedDict):
    source: Literal["publisher_news", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q", "earnings_reads", "earnings_schedule", "economic_calendar"]
    rows_total: int
    first_row_at: Optional[str]
    last_row_at: Optional[str]
    last_ingested_at: Optional[str]
    # How often the source is polled, as text
    cadence: str
    history_note: str
    # Limits of the source; also its empty feeds, each with when it became empty
    limits: List[str]
    archive_days: Optional[SourceCoverageArchiveDays]
    # True if nothing arrived in the `stale_after_seconds` before `as_of`
    stale: bool
    stale_after_seconds: int
    channels: Optional[List[SourceCoverageChannels]]
    # The last day compared with EDGAR's index, which is ready after 22:00 Eastern; null before the first
    reconciliation: Optional[CoverageReconciliation]
    # Time from publication until the row was visible, over the last 30 days; null if unknown
    lag: SourceCoverageLag


class SourceCoverageArchiveDays(TypedDict):
    free: int
    basic: int
    pro: int


class SourceCoverageChannels(TypedDict):
    channel: str
    cadence: str
    last_ingested_at: Optional[str]
    stale_after_seconds: int
    stale: bool


class CoverageReconciliation(TypedDict):
    day: str
    checked_at: str
    # Filings of this source's forms in EDGAR's index for that day
    listed: int
    served: int
    # Number not served, by reason
    dropped: Dict[str, int]
    # Known but not fetched yet
    pending: int
    missing: int


class SourceCoverageLag(TypedDict):
    """Time from publication until the row was visible, over the last 30 days; null if unknown"""
    p50_seconds: Optional[Decimal]
    p95_seconds: Optional[Decimal]
    p99_seconds: Optional[Decimal]


class Quality(TypedDict):
    # `score_version` of the rules and weights that were measured
    version: str
    measured_at: str
    tasks: List[QualityTasks]


class QualityTasks(TypedDict):
    task: Literal["selection", "tickers", "categories", "scores", "directions", "stories"]
    # Name of the labelled set
    set: str
    # Rows measured; rows that the weights were trained on are left out unless `note` says otherwise
    rows: int
    # Shares of 1, except `pearson`, from -1 to 1
    figures: Dict[str, Decimal]
    # By claimed probability: of a right answer; of scores, of a score of at least 7. Empty for answers without a probability
    reliability: List[QualityTasksReliability]
    # Limits of the figures, such as rules tuned on these rows
    note: str


_QualityTasksReliabilityKeys = TypedDict("_QualityTasksReliabilityKeys", {"from": "Decimal"}, total=True)


class QualityTasksReliability(_QualityTasksReliabilityKeys):
    to: Decimal
    # Mean probability that the answers claim
    predicted: Decimal
    # Share that came true
    observed: Decimal
    rows: int


class CalendarList(TypedDict):
    results: List[CalendarOccurrence]
    # Always null; the whole window is one page
    next_cursor: None


class Usage(TypedDict):
    plan: Literal["free", "basic", "pro"]
    windows: List[UsageWindow]
    # The last 31 days, oldest first, today last
    history: List[UsageDay]


class UsageWindow(TypedDict):
    # Days are UTC days
    window: Literal["minute", "day"]
    limit: int
    used: int
    remaining: int
    resets_at: str


class UsageDay(TypedDict):
    # UTC
    day: str
    calls: int
    # Calls answered with 429; they cost nothing
    refused: int
    # By operationId or tool name; `none`: a path without an operation; `unknown`: the counters lost it. The most frequent first
    by_operation: List[UsageDayByOperation]
    # The most frequent first
    by_key: List[UsageDayByKey]


class UsageDayByOperation(TypedDict):
    operation: str
    calls: int


class UsageDayByKey(TypedDict):
    # Beginning of the key; null: connected applications; `unknown`: the counters lost it
    key_hint: Optional[str]
    calls: int


class ExportList(TypedDict):
    days: List[ExportListDays]


class ExportListDays(TypedDict):
    # UTC day of `time_published`
    date: str
    rows: int
    # false: the day is not over
    complete: bool
    files: List[ExportListDaysFiles]


class ExportListDaysFiles(TypedDict):
    format: Literal["ndjson", "csv", "parquet"]
    # null: the day is not over, or the file is still being made or could not be made
    bytes: Optional[int]
    # Hexadecimal; null as `bytes`
    sha256: Optional[str]
    url: str


class GetSchemaResult(TypedDict):
    openapi: str
    info: GetSchemaResultInfo
    paths: Dict[str, Any]


class GetSchemaResultInfo(TypedDict):
    pass


class GetServiceResult(TypedDict):
    name: str
    # Interactive reference
    documentation: str
    # OpenAPI 3.1 document
    schema: str
    # Measured quality
    quality: str
    # The feed (needs an API key)
    feed: str


class ProblemInvalidParameter(_Problem):
    status: Literal[400]
    code: Literal["invalid_parameter"]
    extra: ProblemInvalidParameterExtra


class ProblemInvalidParameterExtra(TypedDict):
    # Parameter name -> what is wrong with it
    fields: Dict[str, List[str]]


class ProblemUnknownParameter(_Problem):
    status: Literal[400]
    code: Literal["unknown_parameter"]
    extra: ProblemUnknownParameterExtra


class ProblemUnknownParameterExtra(TypedDict):
    # Parameter name -> what is wrong with it
    fields: Dict[str, List[str]]
    allowed_params: List[str]
    docs: str


class ProblemInvalidCursor(_Problem):
    status: Literal[400]
    code: Literal["invalid_cursor"]
    extra: ProblemInvalidCursorExtra


class ProblemInvalidCursorExtra(TypedDict):
    # Parameter name -> what is wrong with it
    fields: Dict[str, List[str]]


class ProblemCursorModeMismatch(_Problem):
    status: Literal[400]
    code: Literal["cursor_mode_mismatch"]
    extra: ProblemCursorModeMismatchExtra


class ProblemCursorModeMismatchExtra(TypedDict):
    # Parameter name -> what is wrong with it
    fields: Dict[str, List[str]]


class ProblemMissingKey(_Problem):
    status: Literal[401]
    code: Literal["missing_key"]
    extra: ProblemMissingKeyExtra


class ProblemMissingKeyExtra(TypedDict):
    pass


class ProblemInvalidKey(_Problem):
    status: Literal[401]
    code: Literal["invalid_key"]
    extra: ProblemInvalidKeyExtra


class ProblemInvalidKeyExtra(TypedDict):
    # `unknown`: the key does not exist or was revoked; `inactive`: the account has more keys than the plan allows
    reason: Literal["unknown", "inactive"]


class ProblemInvalidScheme(_Problem):
    status: Literal[401]
    code: Literal["invalid_scheme"]
    extra: ProblemInvalidSchemeExtra


class ProblemInvalidSchemeExtra(TypedDict):
    pass


class ProblemArchiveHorizon(_Problem):
    status: Literal[403]
    code: Literal["archive_horizon"]
    extra: ProblemArchiveHorizonExtra


class ProblemArchiveHorizonExtra(TypedDict):
    reason: Literal["archive_horizon"]
    tier: Literal["free", "basic", "pro"]
    archive_days: int
    horizon: str
    # null on the highest plan
    upgrade: Optional[ProblemArchiveHorizonExtraUpgrade]


class ProblemArchiveHorizonExtraUpgrade(TypedDict):
    tiers: List[Literal["free", "basic", "pro"]]
    pricing_url: str


class ProblemNotAcceptable(_Problem):
    status: Literal[406]
    code: Literal["not_acceptable"]
    extra: ProblemNotAcceptableExtra


class ProblemNotAcceptableExtra(TypedDict):
    pass


class ProblemPayloadTooLarge(_Problem):
    status: Literal[413]
    code: Literal["payload_too_large"]
    extra: ProblemPayloadTooLargeExtra


class ProblemPayloadTooLargeExtra(TypedDict):
    pass


class ProblemUriTooLong(_Problem):
    status: Literal[414]
    code: Literal["uri_too_long"]
    extra: ProblemUriTooLongExtra


class ProblemUriTooLongExtra(TypedDict):
    pass


class ProblemRateLimited(_Problem):
    status: Literal[429]
    code: Literal["rate_limited"]
    extra: ProblemRateLimitedExtra


class ProblemRateLimitedExtra(TypedDict):
    tier: Literal["free", "basic", "pro"]
    window: Literal["minute", "day"]
    limit_per_minute: int
    limit_per_day: int
    retry_after_seconds: int
    upgrade: ProblemRateLimitedExtraUpgrade


class ProblemRateLimitedExtraUpgrade(TypedDict):
    tiers: List[Literal["free", "basic", "pro"]]
    pricing_url: str


class ProblemInternal(_Problem):
    status: Literal[500]
    code: Literal["internal"]
    extra: ProblemInternalExtra


class ProblemInternalExtra(TypedDict):
    pass


class ProblemUnavailable(_Problem):
    status: Literal[503]
    code: Literal["unavailable"]
    extra: ProblemUnavailableExtra


class ProblemUnavailableExtra(TypedDict):
    reason: str


class ProblemNotFound(_Problem):
    status: Literal[404]
    code: Literal["not_found"]
    extra: ProblemNotFoundExtra


class _ProblemNotFoundExtra(TypedDict):
    pass

class ProblemNotFoundExtra(_ProblemNotFoundExtra, total=False):
    # Only for an article that was withdrawn; delete it from a copy
    withdrawn_at: str
    # Set if the article arrived after `as_of` and is therefore hidden
    fields: Dict[str, List[str]]


class ProblemUnknownSymbol(_Problem):
    status: Literal[404]
    code: Literal["unknown_symbol"]
    extra: ProblemUnknownSymbolExtra


class ProblemUnknownSymbolExtra(TypedDict):
    pass


class ProblemSnapshotGone(_Problem):
    status: Literal[409]
    code: Literal["snapshot_gone"]
    extra: ProblemSnapshotGoneExtra


class ProblemSnapshotGoneExtra(TypedDict):
    reason: str


class ProblemRadarUnavailable(_Problem):
    status: Literal[503]
    code: Literal["radar_unavailable"]
    extra: ProblemRadarUnavailableExtra


class ProblemRadarUnavailableExtra(TypedDict):
    reason: str


class ProblemCoverageUnavailable(_Problem):
    status: Literal[503]
    code: Literal["coverage_unavailable"]
    extra: ProblemCoverageUnavailableExtra


class ProblemCoverageUnavailableExtra(TypedDict):
    reason: str


class ProblemRangeNotSatisfiable(_Problem):
    status: Literal[416]
    code: Literal["range_not_satisfiable"]
    extra: ProblemRangeNotSatisfiableExtra


class ProblemRangeNotSatisfiableExtra(TypedDict):
    pass
