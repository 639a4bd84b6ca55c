"""What the service answers with. Made from the OpenAPI document by `npm run clients`: changes made here are lost."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Literal, Optional, TypeAlias, TypedDict, Union


class NewsList(TypedDict):
    results: List[NewsItem]
    # Send as `cursor` for the next page. Always a string with `sort=ingested`; otherwise null on the last page
    next_cursor: Optional[str]
    # Names the coin when a stock of the same letters was served, or the nearest symbols when none is listed by this name
    symbol_note: Optional[str]
    # Start of the plan's archive: older rows are refused with 403. null with `sort=ingested`
    archive_ends_at: Optional[str]


class NewsItem(TypedDict):
    original: NewsItemOriginal
    enrichment: NewsItemEnrichment
    insider: Optional[InsiderBlock]
    filing: Optional[FilingBlock]
    search_match: None
    story_id: Optional[str]
    sources_count: Optional[int]
    sources: Optional[List[str]]


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
    # Equals `created_at` until the row is corrected
    updated_at: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]
    ownership_form: Optional[Literal["direct", "indirect"]]
    banner_image: Optional[str]
    topics: List[NewsItemOriginalTopics]
    # The analysis of each ticker in short
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
    # On the single fetch only
    news_context_enhancement: None


class _NewsItemEnrichmentAiTradingInsights(TypedDict):
    ticker_analysis: List[NewsItemEnrichmentAiTradingInsightsTickerAnalysis]
    news_trading_value: NewsItemEnrichmentAiTradingInsightsNewsTradingValue
    indirect_market_effects: NewsItemEnrichmentAiTradingInsightsIndirectMarketEffects
    alternative_perspectives: NewsItemEnrichmentAiTradingInsightsAlternativePerspectives

class NewsItemEnrichmentAiTradingInsights(_NewsItemEnrichmentAiTradingInsights, total=False):
    # Markets that the headline moves (rates: their level, not bond prices), each with its direction; on rows without a ticker only
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
    # Direction, size and horizon in a sentence; empty where the evidence supports none
    price_impact_prediction: str


class NewsItemEnrichmentAiTradingInsightsMarketEffects(TypedDict):
    market: Literal["equities", "rates", "dollar", "oil", "gold", "crypto"]
    direction: Literal["positive", "neutral", "negative"]
    reasoning: str


class NewsItemEnrichmentAiTradingInsightsNewsTradingValue(TypedDict):
    actionability_score: Literal["high", "medium", "low", "negligible"]
    information_novelty: int
    # The session of the US market that it was published in, or how long before the next one; empty on coins
    timing_relevance: str
    # Whether its tickers point the same way; empty where fewer than two have a direction
    market_sentiment_alignment: str
    # Title and summary, in minutes: `1 min`
    estimated_read_time: str


class NewsItemEnrichmentAiTradingInsightsIndirectMarketEffects(TypedDict):
    sector_implications: str
    regional_market_impact: str
    global_market_relevance: str


class NewsItemEnrichmentAiTradingInsightsAlternativePerspectives(TypedDict):
    contrarian_view: str
    overlooked_factors: str


class _InsiderBlock(TypedDict):
    side: Literal["buy", "sell", "other"]
    transaction_code: Literal["P", "S", "D"]
    shares: Decimal
    # Value-weighted over priced tranches, at most 4 places; null when none is priced
    avg_price_usd: Optional[Decimal]
    # Sum over priced tranches, 2 places; null when none is priced
    total_value_usd: Optional[Decimal]
    # true only where a plan is stated
    is_10b5_1: bool
    # What states it; none: the form does not say, as those older than the checkbox
    is_10b5_1_basis: Literal["checkbox", "footnote", "none"]
    insider_name: str
    insider_title: str
    is_officer: bool
    is_director: bool
    is_ten_percent_owner: bool
    # Last fill
    transaction_date: str
    # When the filing reached the feed
    filed_at: str
    # When EDGAR accepted it
    accepted_at: Optional[str]
    # Accepted after the second business day after the trade; null where that is not known or the filing's own dates contradict one another
    late_filing: Optional[bool]
    tranche_count: int
    accession_number: str

class InsiderBlock(_InsiderBlock, total=False):
    # Why price and value are given or null. stated: as filed; implausible: the prices as filed cannot be those of one share (a total typed into the price field); per_receipt: they are those of a depositary receipt; unpriced: the form gives none in dollars. Absent on rows of earlier releases
    value_basis: Literal["stated", "implausible", "per_receipt", "unpriced"]
    # How the trade was made, from footnotes and price. Absent on rows of earlier releases
    transaction_context: Literal["open_market", "offering", "private_purchase", "plan", "unknown"]
    # A further filing of one transaction by its co-owners: it is among the insider trades of its ticker, has no article and counts in no sum, so a row has false; absent on rows of earlier releases
    is_joint_duplicate: bool


class FilingBlock(TypedDict):
    """Of 8-K rows only; the address of a 6-K row contains its accession number"""
    items: List[str]
    primary_item: str
    accession_number: str
    filed_at: str
    event_date: Optional[str]
    exhibit_url: Optional[str]


class SearchList(TypedDict):
    results: List[SearchItem]
    next_cursor: Optional[str]
    # Results on this page
    count: int
    # Results on all pages: of those that match, the best 200
    matched: int
    query: SearchQuery
    symbol_note: Optional[str]


class SearchItem(TypedDict):
    original: SearchItemOriginal
    enrichment: SearchItemEnrichment
    insider: Optional[InsiderBlock]
    filing: Optional[FilingBlock]
    search_match: SearchMatch
    story_id: Optional[str]
    sources_count: Optional[int]
    sources: Optional[List[str]]


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
    # Equals `created_at` until the row is corrected
    updated_at: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]
    ownership_form: Optional[Literal["direct", "indirect"]]
    banner_image: Optional[str]
    topics: List[SearchItemOriginalTopics]
    # The analysis of each ticker in short
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
    # On the single fetch only
    news_context_enhancement: None


class _SearchItemEnrichmentAiTradingInsights(TypedDict):
    ticker_analysis: List[SearchItemEnrichmentAiTradingInsightsTickerAnalysis]
    news_trading_value: SearchItemEnrichmentAiTradingInsightsNewsTradingValue
    indirect_market_effects: SearchItemEnrichmentAiTradingInsightsIndirectMarketEffects
    alternative_perspectives: SearchItemEnrichmentAiTradingInsightsAlternativePerspectives

class SearchItemEnrichmentAiTradingInsights(_SearchItemEnrichmentAiTradingInsights, total=False):
    # Markets that the headline moves (rates: their level, not bond prices), each with its direction; on rows without a ticker only
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
    # Direction, size and horizon in a sentence; empty where the evidence supports none
    price_impact_prediction: str


class SearchItemEnrichmentAiTradingInsightsMarketEffects(TypedDict):
    market: Literal["equities", "rates", "dollar", "oil", "gold", "crypto"]
    direction: Literal["positive", "neutral", "negative"]
    reasoning: str


class SearchItemEnrichmentAiTradingInsightsNewsTradingValue(TypedDict):
    actionability_score: Literal["high", "medium", "low", "negligible"]
    information_novelty: int
    # The session of the US market that it was published in, or how long before the next one; empty on coins
    timing_relevance: str
    # Whether its tickers point the same way; empty where fewer than two have a direction
    market_sentiment_alignment: str
    # Title and summary, in minutes: `1 min`
    estimated_read_time: str


class SearchItemEnrichmentAiTradingInsightsIndirectMarketEffects(TypedDict):
    sector_implications: str
    regional_market_impact: str
    global_market_relevance: str


class SearchItemEnrichmentAiTradingInsightsAlternativePerspectives(TypedDict):
    contrarian_view: str
    overlooked_factors: str


class SearchMatch(TypedDict):
    # Compares results of one search; halves with every 30 days of age
    score: Decimal
    # How many entries `terms` has; null where a search has no terms
    terms_matched: Optional[int]
    # Words, phrases and companies of the search that the row answers; a ticker where it is tagged with a company that was named
    terms: List[str]
    # Part of the summary, words that match marked `**so**`; null where only title, entities or tickers match
    context: Optional[str]


class SearchQuery(TypedDict):
    # `strict`: every result answers the whole search. `broadened`: nothing did, and `note` says what was loosened. `no_match`: loosened, too, nothing does. `no_terms`: the search holds no word to look for
    mode: Literal["strict", "broadened", "no_match", "no_terms"]
    sort: Literal["relevance", "published"]
    # What was searched for, as it was written
    terms: List[str]
    # Those that every result answers
    required_terms: List[str]
    # Terms of which one suffices: joined by OR, or loosened
    optional_terms: List[str]
    # Rows published from then on were looked at: the archive of the plan, `from_date`, or how far back the newest rows with frequent words reach
    window_from: str
    note: Optional[str]


class NewsBrief(TypedDict):
    generated_at: str
    # Start of the window: `hours` ago, or where the plan's archive begins
    window_start: str
    window_end: str
    hours: int
    # The listed ones, as the directory spells them
    tickers: List[str]
    unknown_tickers: List[str]
    # Publisher articles, one per story, ordered by relevance that halves with each day of age
    events: List[BriefEntry]
    # SEC filings, newest first
    filings: List[BriefEntry]
    # Confirmed dates, the next of each ticker
    upcoming_earnings: List[NewsBriefUpcomingEarnings]
    # More exist than `limit` or the size of the answer allows
    events_truncated: bool
    filings_truncated: bool


class BriefEntry(TypedDict):
    uid: str
    story_id: str
    title: str
    # At most 600 characters; a longer one ends in …
    summary: str
    url: str
    # Address at the source, for a person to read it
    article_url: str
    source_domain: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]
    time_published: str
    # The requested tickers it is about, under any name or class of the company
    matched_tickers: List[str]
    category: Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]
    relevance_score: int
    information_novelty: int
    actionability: Literal["high", "medium", "low", "negligible"]
    # Upcoming reports of the requested companies
    signals: List[BriefEntrySignals]
    # The single fetch has an earnings read
    earnings_available: bool


class BriefEntrySignals(TypedDict):
    ticker: str
    sentiment: Literal["positive", "neutral", "negative"]


class NewsBriefUpcomingEarnings(TypedDict):
    ticker: str
    report_date: str


class InsiderClusterList(TypedDict):
    results: List[InsiderCluster]
    next_cursor: Optional[str]
    # Names the coin when a stock of the same letters was served, or the nearest symbols when none is listed by this name
    symbol_note: Optional[str]


class InsiderCluster(TypedDict):
    ticker: str
    issuer_name: str
    cik: str
    first_trade_date: str
    last_trade_date: str
    # The latest SEC filing time of these purchases
    known_at: str
    buyers_count: int
    officer_director_count: int
    total_value_usd: Optional[Decimal]
    filings_count: int
    # Some of the filings are not linked by a buyer below
    evidence_truncated: bool
    buyers: List[InsiderClusterBuyers]


class InsiderClusterBuyers(TypedDict):
    insider_name: str
    insider_title: str
    insider_cik: str
    is_officer: bool
    is_director: bool
    shares: Decimal
    # Value-weighted over priced fills, at most 4 places
    avg_price_usd: Optional[Decimal]
    total_value_usd: Optional[Decimal]
    trade_dates: List[str]
    # Why the buyer counts in nothing; null: it counts
    label: Optional[Literal["plan", "offering", "duplicate"]]
    # Article of the last of these purchases that has one
    news_uid: Optional[str]
    # Index page of the last of these filings
    sec_url: str


class Article(TypedDict):
    original: ArticleOriginal
    enrichment: ArticleEnrichment
    insider: Optional[InsiderBlock]
    filing: Optional[FilingBlock]
    search_match: None
    story_id: Optional[str]
    sources_count: Optional[int]
    sources: Optional[List[str]]
    earnings: Optional[EarningsAnalysis]


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
    # Equals `created_at` until the row is corrected
    updated_at: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]
    ownership_form: Optional[Literal["direct", "indirect"]]
    banner_image: Optional[str]
    topics: List[ArticleOriginalTopics]
    # The analysis of each ticker in short
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


class _ArticleEnrichmentAiTradingInsights(TypedDict):
    ticker_analysis: List[ArticleEnrichmentAiTradingInsightsTickerAnalysis]
    news_trading_value: ArticleEnrichmentAiTradingInsightsNewsTradingValue
    indirect_market_effects: ArticleEnrichmentAiTradingInsightsIndirectMarketEffects
    alternative_perspectives: ArticleEnrichmentAiTradingInsightsAlternativePerspectives

class ArticleEnrichmentAiTradingInsights(_ArticleEnrichmentAiTradingInsights, total=False):
    # Markets that the headline moves (rates: their level, not bond prices), each with its direction; on rows without a ticker only
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
    # Direction, size and horizon in a sentence; empty where the evidence supports none
    price_impact_prediction: str


class ArticleEnrichmentAiTradingInsightsMarketEffects(TypedDict):
    market: Literal["equities", "rates", "dollar", "oil", "gold", "crypto"]
    direction: Literal["positive", "neutral", "negative"]
    reasoning: str


class ArticleEnrichmentAiTradingInsightsNewsTradingValue(TypedDict):
    actionability_score: Literal["high", "medium", "low", "negligible"]
    information_novelty: int
    # The session of the US market that it was published in, or how long before the next one; empty on coins
    timing_relevance: str
    # Whether its tickers point the same way; empty where fewer than two have a direction
    market_sentiment_alignment: str
    # Title and summary, in minutes: `1 min`
    estimated_read_time: str


class ArticleEnrichmentAiTradingInsightsIndirectMarketEffects(TypedDict):
    sector_implications: str
    regional_market_impact: str
    global_market_relevance: str


class ArticleEnrichmentAiTradingInsightsAlternativePerspectives(TypedDict):
    contrarian_view: str
    overlooked_factors: str


class ArticleEnrichmentNewsContextEnhancement(TypedDict):
    background_context: str
    # The expected move of the price of each ticker, in sentences; empty where the evidence supports nothing
    impact_analysis: str
    key_entities: List[ArticleEnrichmentNewsContextEnhancementKeyEntities]
    market_relevance_summary: str
    estimated_read_time_minutes: int


class ArticleEnrichmentNewsContextEnhancementKeyEntities(TypedDict):
    name: str
    type: str
    description: str


class EarningsAnalysis(TypedDict):
    company: str
    # '' where the filer has no listed symbol
    ticker: str
    # `Q1 2020`, `Q4 FY2019`, `H1 2010`, `FY2019`
    fiscal_period: str
    period_end: Optional[str]
    headline: str
    verdict: Literal["strong", "solid", "mixed", "weak"]
    verdict_reason: str
    key_metrics: List[KeyMetric]
    segments: List[SegmentFigure]
    # null where the filing gives none
    guidance: Optional[Guidance]
    vs_prior_guidance: List[EarningsAnalysisVsPriorGuidance]
    # Sentences on dividends and repurchases
    capital_returns: List[str]
    # Sentences on cash, debt and cash flow
    balance_sheet_cash_flow: List[str]
    drivers: List[str]
    concerns: List[str]
    # Sentences that look ahead
    what_to_watch: List[str]
    quotes: List[EarningsAnalysisQuotes]
    # The read in a few sentences, made of its figures
    analysis: str
    missing_items: List[str]
    numbers_verified_from_document: Literal[True]
    table_scale: Optional[Literal["ones", "thousands", "millions", "billions", "trillions"]]
    # Path of the text that evidence offsets count in
    source_text_url: Optional[str]


class KeyMetric(TypedDict):
    name: str
    # Exactly as printed
    value: str
    # other: IFRS, and measures that neither call themselves GAAP nor adjusted
    basis: Literal["GAAP", "non-GAAP", "other"]
    # The same quarter a year before, as printed
    prior_year: Optional[str]
    prior_quarter: Optional[str]
    # As printed, else percent computed from two printed figures; null where the base is zero or negative
    yoy_change: Optional[str]
    qoq_change: Optional[str]
    # Of the changes: printed in the filing, or computed from printed figures
    change_basis: Literal["printed", "computed"]
    # `value` as a number at the scale it is printed at, losses negative: times `scale` it is the amount
    numeric: Decimal
    # ISO 4217 code (of per-share figures, too), pct, bp, shares; null where none is stated
    unit: Optional[str]
    # null where neither value, name nor heading states it
    scale: Optional[Literal["ones", "thousands", "millions", "billions", "trillions"]]
    evidence: KeyMetricEvidence


class KeyMetricEvidence(TypedDict):
    start: int
    end: int


class SegmentFigure(TypedDict):
    name: str
    # Exactly as printed, at the scale of the read (`table_scale`)
    revenue: str
    yoy_change: Optional[str]
    qoq_change: Optional[str]
    # The sentence of the release that gives the cause; '' where none does
    driver: str
    evidence: SegmentFigureEvidence


class SegmentFigureEvidence(TypedDict):
    start: int
    end: int


class Guidance(TypedDict):
    # '' where the release does not say
    period: str
    revenue: Optional[str]
    gross_margin: Optional[str]
    operating_expenses: Optional[str]
    tax_rate: Optional[str]
    eps: Optional[str]
    # What else is guided, each as `measure (period): range`
    other: List[str]
    # none: guidance is given without a comparison to the previous one
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
    # Pass back as `cursor`; always a string with `sort=ingested`, else null on the last page
    next_cursor: Optional[str]
    # Names the coin where a stock of the same letters was served; says where no symbol is listed so, with the nearest
    symbol_note: Optional[str]


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
    # When they were ranked
    as_of: str
    # Changes with the formula
    ranking_version: int


class StoryLookup(TypedDict):
    # merged: the id is of an article that another story took in, `redirect_to`; not_a_story: one publisher reported it, in `article`
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
    # The effects that its articles give evidence of; empty where they give none
    why_it_matters: str
    # Sentences of the materials with numbers, dates or names that a second publisher states too
    key_facts: List[StoryKeyFacts]
    # The direction that most publishers’ articles point to, with the reasoning of the best-scored one
    ticker_takes: List[StoryTickerTakes]
    # Numbers on which publishers differ, each with who says what
    uncertainties: List[str]
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


class StoryLookupArticle(TypedDict):
    uid: str
    title: str
    time_published: str


class StoryMaterials(TypedDict):
    story_id: str
    results: List[StoryMaterial]
    # Pass back as `cursor`; always a string with `sort=ingested`, else null on the last page
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
    # Of all that match, whatever `limit` and `offset` show of them
    count: int
    next_cursor: None


class ListedSymbol(TypedDict):
    symbol: str
    name: str
    asset_type: Literal["Stock", "ETF", "Crypto"]
    # '' where it is not known
    exchange: str
    # '' where it is not known
    sector: str
    # '' where it is not known
    industry: str
    # ISO 3166 alpha-2 of the domicile; US for what is listed there and names no other; '' for coins and where it is not known
    country: str
    # ISO 4217; USD for what is listed in the US and for coins
    currency: str
    # Its insiders report to the SEC
    supports_insider: bool
    # As TradingView spells it; '' where that is the same
    tv_symbol: str
    status: Literal["active", "delisted"]
    brand_aliases: List[str]


class SymbolsDirectory(TypedDict):
    most_active: List[SymbolsDirectoryMostActive]
    sectors: List[SymbolsDirectorySectors]


class SymbolsDirectoryMostActive(TypedDict):
    ticker: str
    name: str
    # Rows of the last 7 days that name it
    news_count: int


class SymbolsDirectorySectors(TypedDict):
    sector: str
    # Names the sector in an address
    slug: str
    # Active symbols of the sector
    count: int
    top: List[SymbolsDirectorySectorsTop]


class SymbolsDirectorySectorsTop(TypedDict):
    ticker: str
    name: str
    # Rows of the last 7 days that name it
    news_count: int


class SectorSymbols(TypedDict):
    sector: str
    # Names the sector in an address
    slug: str
    # Active symbols of the sector
    count: int
    symbols: List[SectorSymbolsSymbols]


class SectorSymbolsSymbols(TypedDict):
    ticker: str
    name: str
    # Rows of the last 7 days that name it
    news_count: int


class Symbol(TypedDict):
    symbol: str
    name: str
    asset_type: Literal["Stock", "ETF", "Crypto"]
    # '' where it is not known
    exchange: str
    # '' where it is not known
    sector: str
    # '' where it is not known
    industry: str
    # ISO 3166 alpha-2 of the domicile; US for what is listed there and names no other; '' for coins and where it is not known
    country: str
    # ISO 4217; USD for what is listed in the US and for coins
    currency: str
    # Its insiders report to the SEC
    supports_insider: bool
    # As TradingView spells it; '' where that is the same
    tv_symbol: str
    status: Literal["active", "delisted"]
    brand_aliases: List[str]
    # '' where it is not known
    description: str
    website: Optional[str]
    delisted_at: Optional[str]
    # Ticker under which the company is listed now; '' when it was not renamed
    renamed_to: str
    # Confirmed, never computed; null: no confirmed date is held
    next_report_date: Optional[str]
    cik: Optional[str]
    # The issuer's other listed classes
    share_classes: List[str]
    # Tickers that the company had before, the latest first
    former_tickers: List[str]
    # The coin of the same letters as a stock, or the stock of those of a coin
    crypto_counterpart: Optional[str]
    crypto_counterpart_name: Optional[str]


class SentimentSummary(TypedDict):
    ticker: str
    days: Literal[7]
    total: int
    bullish: int
    neutral: int
    bearish: int
    # A UTC day each, the oldest first, today last; zero-filled
    daily: List[SentimentSummaryDaily]


class SentimentSummaryDaily(TypedDict):
    day: str
    bullish: int
    neutral: int
    bearish: int


class PeerList(TypedDict):
    ticker: str
    # The industry or sector that the peers share; '' where neither is known
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
    # Dispositions to the issuer (code D) included
    sell_count: int
    # Trades of `buy_count` with a value, which is part of `buy_value_usd`
    buy_priced_count: int
    # Trades of `sell_count` with a value, which is part of `sell_value_usd`
    sell_priced_count: int
    # null when the window has no priced buys
    buy_value_usd: Optional[Decimal]
    # null when the window has no priced sells
    sell_value_usd: Optional[Decimal]
    # Percent of transactions under 10b5-1 plans
    pct_10b5_1: int
    top_insiders: List[InsiderSummaryTopInsiders]


class InsiderSummaryTopInsiders(TypedDict):
    name: str
    title: str
    transaction_count: int
    # Buys minus sells, USD; null when none of them is priced
    net_value: Optional[Decimal]


class InsiderTrades(TypedDict):
    ticker: str
    # Day of the oldest trade held; null when none is
    coverage_start: Optional[str]
    # null on pages behind a cursor
    summary: Optional[InsiderTradesSummary]
    # All trades by month, zero-filled; null on pages behind a cursor
    series: Optional[List[InsiderTradesSeries]]
    # Twelve months by week, zero-filled; null on pages behind a cursor
    series_weekly: Optional[List[InsiderTradesSeriesWeekly]]
    # Every event of the trailing twelve months; null on pages behind a cursor
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
    # Dispositions to the issuer (code D) included
    sell_count: int
    # Trades of `buy_count` with a value, which is part of `buy_value_usd`
    buy_priced_count: int
    # Trades of `sell_count` with a value, which is part of `sell_value_usd`
    sell_priced_count: int
    # USD; null when nothing priced was traded on this side
    buy_value_usd: Optional[Decimal]
    # USD; null when nothing priced was traded on this side
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
    # Dispositions to the issuer (code D) included
    sell_count: int
    # Trades of `buy_count` with a value, which is part of `buy_value_usd`
    buy_priced_count: int
    # Trades of `sell_count` with a value, which is part of `sell_value_usd`
    sell_priced_count: int
    # USD; "0" when nothing priced was traded on this side
    buy_value_usd: Decimal
    # USD; "0" when nothing priced was traded on this side
    sell_value_usd: Decimal
    # `2026-07`
    month: str


class InsiderTradesSeriesWeekly(TypedDict):
    buy_count: int
    # Dispositions to the issuer (code D) included
    sell_count: int
    # Trades of `buy_count` with a value, which is part of `buy_value_usd`
    buy_priced_count: int
    # Trades of `sell_count` with a value, which is part of `sell_value_usd`
    sell_priced_count: int
    # USD; "0" when nothing priced was traded on this side
    buy_value_usd: Decimal
    # USD; "0" when nothing priced was traded on this side
    sell_value_usd: Decimal
    # A Monday
    week_start: str


class _InsiderTradeEvent(TypedDict):
    # Follows value flow: code D is a sell here, and `transaction_code` tells it apart
    side: Literal["buy", "sell"]
    transaction_code: Literal["P", "S", "D"]
    shares: Decimal
    # Value-weighted over priced tranches, at most 4 places; null when none is priced
    avg_price_usd: Optional[Decimal]
    # Sum over priced tranches, 2 places; null when none is priced
    total_value_usd: Optional[Decimal]
    # true only where a plan is stated
    is_10b5_1: bool
    # What states it; none: the form does not say, as those older than the checkbox
    is_10b5_1_basis: Literal["checkbox", "footnote", "none"]
    insider_name: str
    insider_title: str
    is_officer: bool
    is_director: bool
    is_ten_percent_owner: bool
    # Last fill
    transaction_date: str
    # When the filing reached the feed
    filed_at: str
    # When EDGAR accepted it
    accepted_at: Optional[str]
    # Accepted after the second business day after the trade; null where that is not known or the filing's own dates contradict one another
    late_filing: Optional[bool]
    tranche_count: int
    accession_number: str
    # Direct or indirect
    ownership_form: Literal["D", "I"]
    security_title: str
    # Change of the position in percent, at most 2 decimal places; negative for sales; null when unknown
    stake_change_pct: Optional[Decimal]
    # The fills, as filed
    tranches: List[InsiderTradeEventTranches]
    # null for filings of the past, which have no article
    news_uid: Optional[str]
    news_title: Optional[str]
    news_published: Optional[str]
    has_article: bool

class InsiderTradeEvent(_InsiderTradeEvent, total=False):
    # Why price and value are given or null. stated: as filed; implausible: the prices as filed cannot be those of one share (a total typed into the price field); per_receipt: they are those of a depositary receipt; unpriced: the form gives none in dollars. Absent on rows of earlier releases
    value_basis: Literal["stated", "implausible", "per_receipt", "unpriced"]
    # How the trade was made, from footnotes and price. Absent on rows of earlier releases
    transaction_context: Literal["open_market", "offering", "private_purchase", "plan", "unknown"]
    # A further filing of one transaction by its co-owners: it is among the insider trades of its ticker, has no article and counts in no sum, so a row has false; absent on rows of earlier releases
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
    # Confirmed, never computed; null: no confirmed date is held
    next_report_date: Optional[str]


class EarningsListReports(TypedDict):
    uid: str
    time_published: str
    title: str
    source_type: Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]
    # The share class the filing was made under
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
    # The cutoff: nothing that arrived later is in the page
    as_of: str
    # Always null: no snapshot is a preview
    preview_reference_at: None
    window: Literal["24h", "4h"]
    parameters: RadarSnapshotParameters
    freshness: RadarSnapshotFreshness
    access: RadarSnapshotAccess
    # Tickers with a story in the baseline or the window
    universe: int
    # Rows that pass the filters
    total: int
    summary: RadarSnapshotSummary
    offset: int
    next_offset: Optional[int]
    previous_cursor: Optional[str]
    event_context: RadarContext
    # Saved symbols without a row, which is no score of zero; null in the scope `market`
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
    # `as_of` in seconds since 1970: the cutoff that the parameters were applied at
    effective_at: int


class RadarSnapshotFreshness(TypedDict):
    mode: Literal["live", "delayed"]
    effective_delay_seconds: int
    generated_at: str
    source_watermark: Optional[str]
    source_checked_at: str
    # Why the minutes after this one have no snapshot; null where they are not due
    unavailable_reason: Optional[str]


class RadarSnapshotAccess(TypedDict):
    tier: Literal["free", "basic", "pro"]
    delay_seconds: int
    scope: Literal["market", "watchlist"]
    # Null in the scope `market`
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
    # From `sec_cutoff` to the answer less the delay of the plan, in steps of ten seconds; `available` is of the snapshot, which a cursor keeps to
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
    # Usual (story, ticker) pairs of the market in a window of this length
    market_exposure_baseline: Decimal
    market_exposure_current: Decimal
    collection: RadarRowCollection
    stories: int
    articles: int
    outlets: int
    # Without stories that name many tickers
    model_stories: int
    model_outlets: int
    baseline_stories: Decimal
    baseline_active_days: int
    stories_per_window_unadjusted: Optional[Decimal]
    stories_expected: Optional[Decimal]
    tail_probability: Optional[Decimal]
    # Describes how unusual the count is; no forecast of a price
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
    # 8-K and 6-K of seven days; null where the issuer is not supported or not identified
    filings_count: Optional[int]
    # The newest of them
    filings: List[RadarRowContextFilings]
    # Open-market clusters of 30 days
    insider_clusters_count: Optional[int]
    insider_clusters: List[RadarRowContextInsiderClusters]


class RadarRowContextFilings(TypedDict):
    uid: str
    form: Literal["8-K", "6-K"]
    filed_at: str
    items: List[str]
    title: str
    url: str


class RadarRowContextInsiderClusters(TypedDict):
    # The latest SEC filing time
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
    # Up to when the tables were counted
    as_of: str
    research_only: Literal[True]
    sources: List[SourceCoverage]


class SourceCoverage(TypedDict):
    source: Literal["publisher_news", "sec_form4", "sec_form8k", "sec_form6k", "earnings_reads", "earnings_schedule", "economic_calendar"]
    rows_total: int
    first_row_at: Optional[str]
    last_row_at: Optional[str]
    last_ingested_at: Optional[str]
    # How often the source is polled, in words
    cadence: str
    history_note: str
    # What it leaves out, and each of its feeds that is empty, since when
    limits: List[str]
    archive_days: Optional[SourceCoverageArchiveDays]
    # Nothing has come for longer than `stale_after_seconds`, as of `as_of`
    stale: bool
    stale_after_seconds: int
    channels: Optional[List[SourceCoverageChannels]]
    # The last day compared with EDGAR's index; null where there is none
    reconciliation: Optional[CoverageReconciliation]
    # From publication until visible, over the last 30 days; null where nothing tells
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
    # Filings of this source's forms on EDGAR's index of that day
    listed: int
    served: int
    # Not served, by reason
    dropped: Dict[str, int]
    # Known, and not fetched yet
    pending: int
    missing: int


class SourceCoverageLag(TypedDict):
    """From publication until visible, over the last 30 days; null where nothing tells"""
    p50_seconds: Optional[Decimal]
    p95_seconds: Optional[Decimal]
    p99_seconds: Optional[Decimal]


class CalendarList(TypedDict):
    results: List[CalendarOccurrence]
    # Always null: a window is never paged
    next_cursor: None


class CalendarOccurrence(TypedDict):
    # Of the series and the period it reports on: stays when the release is moved
    uid: str
    event_key: Literal["fomc_decision", "fomc_minutes", "cpi", "ppi", "nfp", "gdp", "pce", "retail_sales", "jobless_claims", "jolts"]
    title: str
    # Month `2026-07`, quarter `2026-Q2`, last day of the week `2026-11-14`; of the FOMC the month of the decision
    reference_period: str
    # Estimates of GDP; otherwise null
    release_stage: Optional[Literal["advance", "second", "third", "initial", "updated"]]
    scheduled_at: str
    # Whether the scheduled moment has passed, not whether the agency has published
    phase: Literal["upcoming", "elapsed"]
    # `postponed`: put off, `scheduled_at` is the last date that was announced
    schedule_status: Literal["scheduled", "postponed", "cancelled"]
    # `official`: the agency's schedule; `inferred`: from cadence, until it is published
    schedule_basis: Literal["official", "inferred"]
    importance: Literal["high", "medium", "low"]
    category: str
    country: Literal["US"]
    source_url: str
    # FOMC decisions with a press conference
    press_conference_at: Optional[str]
    # Whether the Federal Reserve publishes projections with a decision; false on every other release
    has_sep: Optional[bool]
    released_at: None


class Usage(TypedDict):
    plan: Literal["free", "basic", "pro"]
    windows: List[UsageWindow]
    # 31 days, oldest first, the last one is today. null: not known now, because the counters do not answer
    history: Optional[List[UsageDay]]


class UsageWindow(TypedDict):
    # A day is a UTC day
    window: Literal["minute", "day"]
    limit: int
    # null: not known now, because the counters do not answer
    used: Optional[int]
    # null: not known now, because the counters do not answer
    remaining: Optional[int]
    resets_at: str


class UsageDay(TypedDict):
    """Calls that were counted while the counters were away are in `calls` only"""
    # UTC
    day: str
    calls: int
    # Calls that were answered 429, which cost nothing
    refused: int
    # By operationId, or by the name of a tool; `none`: an address without an operation. The most frequent first
    by_operation: List[UsageDayByOperation]
    # The most frequent first
    by_key: List[UsageDayByKey]


class UsageDayByOperation(TypedDict):
    operation: str
    calls: int


class UsageDayByKey(TypedDict):
    # The start of the key; null: connected applications
    key_hint: Optional[str]
    calls: int


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
    # The feed (needs an API key)
    feed: str


class ProblemInvalidParameter(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[400]
    detail: str
    code: Literal["invalid_parameter"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemInvalidParameterExtra


class ProblemInvalidParameterExtra(TypedDict):
    # Parameter -> what is wrong with it
    fields: Dict[str, List[str]]


class ProblemUnknownParameter(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[400]
    detail: str
    code: Literal["unknown_parameter"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemUnknownParameterExtra


class ProblemUnknownParameterExtra(TypedDict):
    # Parameter -> what is wrong with it
    fields: Dict[str, List[str]]
    allowed_params: List[str]
    docs: str


class ProblemInvalidCursor(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[400]
    detail: str
    code: Literal["invalid_cursor"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemInvalidCursorExtra


class ProblemInvalidCursorExtra(TypedDict):
    # Parameter -> what is wrong with it
    fields: Dict[str, List[str]]


class ProblemCursorModeMismatch(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[400]
    detail: str
    code: Literal["cursor_mode_mismatch"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemCursorModeMismatchExtra


class ProblemCursorModeMismatchExtra(TypedDict):
    # Parameter -> what is wrong with it
    fields: Dict[str, List[str]]


class ProblemMissingKey(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[401]
    detail: str
    code: Literal["missing_key"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemMissingKeyExtra


class ProblemMissingKeyExtra(TypedDict):
    pass


class ProblemInvalidKey(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[401]
    detail: str
    code: Literal["invalid_key"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemInvalidKeyExtra


class ProblemInvalidKeyExtra(TypedDict):
    # `unknown`: never made, or revoked; `inactive`: over the number of keys of the plan
    reason: Literal["unknown", "inactive"]


class ProblemInvalidScheme(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[401]
    detail: str
    code: Literal["invalid_scheme"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemInvalidSchemeExtra


class ProblemInvalidSchemeExtra(TypedDict):
    pass


class ProblemArchiveHorizon(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[403]
    detail: str
    code: Literal["archive_horizon"]
    # Repeats `detail`
    message: str
    request_id: str
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


class ProblemNotAcceptable(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[406]
    detail: str
    code: Literal["not_acceptable"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemNotAcceptableExtra


class ProblemNotAcceptableExtra(TypedDict):
    pass


class ProblemPayloadTooLarge(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[413]
    detail: str
    code: Literal["payload_too_large"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemPayloadTooLargeExtra


class ProblemPayloadTooLargeExtra(TypedDict):
    pass


class ProblemUriTooLong(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[414]
    detail: str
    code: Literal["uri_too_long"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemUriTooLongExtra


class ProblemUriTooLongExtra(TypedDict):
    pass


class ProblemRateLimited(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[429]
    detail: str
    code: Literal["rate_limited"]
    # Repeats `detail`
    message: str
    request_id: str
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


class ProblemInternal(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[500]
    detail: str
    code: Literal["internal"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemInternalExtra


class ProblemInternalExtra(TypedDict):
    pass


class ProblemUnavailable(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[503]
    detail: str
    code: Literal["unavailable"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemUnavailableExtra


class ProblemUnavailableExtra(TypedDict):
    reason: str


class ProblemNotFound(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[404]
    detail: str
    code: Literal["not_found"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemNotFoundExtra


class ProblemNotFoundExtra(TypedDict):
    pass


class ProblemUnknownSymbol(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[404]
    detail: str
    code: Literal["unknown_symbol"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemUnknownSymbolExtra


class ProblemUnknownSymbolExtra(TypedDict):
    pass


class ProblemSnapshotGone(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[409]
    detail: str
    code: Literal["snapshot_gone"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemSnapshotGoneExtra


class ProblemSnapshotGoneExtra(TypedDict):
    reason: str


class ProblemRadarUnavailable(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[503]
    detail: str
    code: Literal["radar_unavailable"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemRadarUnavailableExtra


class ProblemRadarUnavailableExtra(TypedDict):
    reason: str


class ProblemCoverageUnavailable(TypedDict):
    # URI that names the kind of problem
    type: str
    title: str
    status: Literal[503]
    detail: str
    code: Literal["coverage_unavailable"]
    # Repeats `detail`
    message: str
    request_id: str
    extra: ProblemCoverageUnavailableExtra


class ProblemCoverageUnavailableExtra(TypedDict):
    reason: str
