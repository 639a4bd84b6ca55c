"""Every operation of the service, as methods. Generated from the OpenAPI document by `npm run clients`; do not edit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date
from decimal import Decimal
from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Sequence, Union

from ..operation import Operation, operation
from .schemas import (
    Article,
    CalendarList,
    CoverageReport,
    EarningsList,
    EarningsPointer,
    ExportList,
    GetSchemaResult,
    GetServiceResult,
    InsiderClusterList,
    InsiderSummary,
    InsiderTrades,
    NewsBrief,
    NewsItem,
    NewsList,
    PeerList,
    Quality,
    RadarSnapshot,
    SearchList,
    SectorSymbols,
    SentimentSummary,
    StoryList,
    StoryLookup,
    StoryMaterials,
    Symbol,
    SymbolList,
    SymbolsDirectory,
    TopStories,
    Usage,
)

# Places of decimals in each type: "*" is a decimal, a name refers to a type, [x] is a list of x and {"": x} a record of x.
DECIMALS: Dict[str, Any] = {
    "NewsList": {"results":["NewsItem"]},
    "NewsItem": {"original":"NewsItemOriginal","insider":"InsiderBlock"},
    "NewsItemOriginal": {"topics":["NewsItemOriginalTopics"],"tickers_sentiment":["NewsItemOriginalTickersSentiment"]},
    "NewsItemOriginalTopics": {"relevance":"*"},
    "NewsItemOriginalTickersSentiment": {"relevance_score":"*"},
    "InsiderBlock": {"shares":"*","avg_price_usd":"*","total_value_usd":"*"},
    "SearchList": {"results":["SearchItem"]},
    "SearchItem": {"original":"SearchItemOriginal","insider":"InsiderBlock","search_match":"SearchMatch"},
    "SearchItemOriginal": {"topics":["SearchItemOriginalTopics"],"tickers_sentiment":["SearchItemOriginalTickersSentiment"]},
    "SearchItemOriginalTopics": {"relevance":"*"},
    "SearchItemOriginalTickersSentiment": {"relevance_score":"*"},
    "SearchMatch": {"score":"*"},
    "InsiderClusterList": {"results":["InsiderCluster"]},
    "InsiderCluster": {"total_value_usd":"*","buyers":["InsiderClusterBuyers"]},
    "InsiderClusterBuyers": {"shares":"*","avg_price_usd":"*","total_value_usd":"*"},
    "Article": {"original":"ArticleOriginal","enrichment":"ArticleEnrichment","insider":"InsiderBlock","earnings":"EarningsAnalysis"},
    "ArticleOriginal": {"topics":["ArticleOriginalTopics"],"tickers_sentiment":["ArticleOriginalTickersSentiment"]},
    "ArticleOriginalTopics": {"relevance":"*"},
    "ArticleOriginalTickersSentiment": {"relevance_score":"*"},
    "ArticleEnrichment": {"evidence":"Evidence"},
    "Evidence": {"score":"EvidenceScore","directions":["EvidenceDirections"]},
    "EvidenceScore": {"probabilities":["*"]},
    "EvidenceDirections": {"probabilities":"EvidenceDirectionsProbabilities"},
    "EvidenceDirectionsProbabilities": {"positive":"*","neutral":"*","negative":"*"},
    "EarningsAnalysis": {"key_metrics":["KeyMetric"]},
    "KeyMetric": {"numeric":"*"},
    "InsiderSummary": {"buy_value_usd":"*","sell_value_usd":"*","top_insiders":["InsiderSummaryTopInsiders"]},
    "InsiderSummaryTopInsiders": {"net_value":"*"},
    "InsiderTrades": {"summary":"InsiderTradesSummary","series":["InsiderTradesSeries"],"series_weekly":["InsiderTradesSeriesWeekly"],"chart_events":["InsiderTradeEvent"],"events":["InsiderTradeEvent"]},
    "InsiderTradesSummary": {"last_3m":"InsiderRollup","last_12m":"InsiderRollup","all_time":"InsiderRollup","top_insiders":["InsiderTradesSummaryTopInsiders"]},
    "InsiderRollup": {"buy_value_usd":"*","sell_value_usd":"*"},
    "InsiderTradesSummaryTopInsiders": {"net_value_usd":"*"},
    "InsiderTradesSeries": {"buy_value_usd":"*","sell_value_usd":"*"},
    "InsiderTradesSeriesWeekly": {"buy_value_usd":"*","sell_value_usd":"*"},
    "InsiderTradeEvent": {"shares":"*","avg_price_usd":"*","total_value_usd":"*","stake_change_pct":"*","tranches":["InsiderTradeEventTranches"]},
    "InsiderTradeEventTranches": {"shares":"*","price_usd":"*"},
    "EarningsList": {"reports":["EarningsListReports"]},
    "EarningsListReports": {"analysis":"EarningsAnalysis"},
    "RadarSnapshot": {"parameters":"RadarSnapshotParameters","event_context":"RadarContext","results":["RadarRow"]},
    "RadarSnapshotParameters": {"prior_stories":"*","min_sentiment_coverage":"*","spike_tail":"*"},
    "RadarContext": {"age_seconds":"*"},
    "RadarRow": {"market_exposure_baseline":"*","market_exposure_current":"*","baseline_stories":"*","stories_per_window_unadjusted":"*","stories_expected":"*","tail_probability":"*","news_z":"*","sent":"RadarTone","sent_prev":"RadarTone","sent_delta":"*"},
    "RadarTone": {"value":"*","coverage":"*"},
    "CoverageReport": {"sources":["SourceCoverage"]},
    "SourceCoverage": {"lag":"SourceCoverageLag"},
    "SourceCoverageLag": {"p50_seconds":"*","p95_seconds":"*","p99_seconds":"*"},
    "Quality": {"tasks":["QualityTasks"]},
    "QualityTasks": {"figures":{"":"*"},"reliability":["QualityTasksReliability"]},
    "QualityTasksReliability": {"from":"*","to":"*","predicted":"*","observed":"*"},
}

LIST_NEWS = Operation(id="listNews", name="list_news", method="GET", path="/api/news/", type="application/json", is_paged=True, items="results", is_delta=True, decimals="NewsList")
STREAM_NEWS = Operation(id="streamNews", name="stream_news", method="GET", path="/api/news/stream/", type="text/event-stream", decimals="NewsItem")
SEARCH_NEWS = Operation(id="searchNews", name="search_news", method="GET", path="/api/news/search/", type="application/json", is_paged=True, items="results", decimals="SearchList")
GET_NEWS_BRIEF = Operation(id="getNewsBrief", name="get_news_brief", method="GET", path="/api/news/brief/", type="application/json", is_paged=True)
LIST_TRENDING_STORIES = Operation(id="listTrendingStories", name="list_trending_stories", method="GET", path="/api/news/trending/", type="application/json", decimals="NewsList")
LIST_MACRO_NEWS = Operation(id="listMacroNews", name="list_macro_news", method="GET", path="/api/news/macro/", type="application/json", is_paged=True, items="results", is_delta=True, decimals="NewsList")
LIST_INSIDER_NEWS = Operation(id="listInsiderNews", name="list_insider_news", method="GET", path="/api/news/insider/", type="application/json", is_paged=True, items="results", is_delta=True, decimals="NewsList")
LIST_INSIDER_CLUSTERS = Operation(id="listInsiderClusters", name="list_insider_clusters", method="GET", path="/api/news/insider/clusters/", type="application/json", is_paged=True, items="results", decimals="InsiderClusterList")
GET_ARTICLE = Operation(id="getArticle", name="get_article", method="GET", path="/api/news/{uid}/", type="application/json", decimals="Article")
LIST_RELATED_NEWS = Operation(id="listRelatedNews", name="list_related_news", method="GET", path="/api/news/{uid}/related/", type="application/json", decimals="NewsList")
GET_SOURCE_TEXT = Operation(id="getSourceText", name="get_source_text", method="GET", path="/api/news/{uid}/source-text/", type="text/plain")
LIST_STORIES = Operation(id="listStories", name="list_stories", method="GET", path="/api/stories/", type="application/json", is_paged=True, items="results")
LIST_TOP_STORIES = Operation(id="listTopStories", name="list_top_stories", method="GET", path="/api/stories/top/", type="application/json")
GET_STORY = Operation(id="getStory", name="get_story", method="GET", path="/api/stories/{story_id}/", type="application/json")
LIST_STORY_MATERIALS = Operation(id="listStoryMaterials", name="list_story_materials", method="GET", path="/api/stories/{story_id}/materials/", type="application/json", is_paged=True, items="results")
LIST_SYMBOLS = Operation(id="listSymbols", name="list_symbols", method="GET", path="/api/symbols/", type="application/json")
GET_SYMBOLS_DIRECTORY = Operation(id="getSymbolsDirectory", name="get_symbols_directory", method="GET", path="/api/symbols/directory/", type="application/json")
LIST_SECTOR_SYMBOLS = Operation(id="listSectorSymbols", name="list_sector_symbols", method="GET", path="/api/symbols/sectors/{slug}/", type="application/json")
GET_SYMBOL = Operation(id="getSymbol", name="get_symbol", method="GET", path="/api/symbols/{ticker}/", type="application/json")
GET_SENTIMENT_SUMMARY = Operation(id="getSentimentSummary", name="get_sentiment_summary", method="GET", path="/api/symbols/{ticker}/sentiment-summary/", type="application/json")
LIST_PEERS = Operation(id="listPeers", name="list_peers", method="GET", path="/api/symbols/{ticker}/peers/", type="application/json")
GET_INSIDER_SUMMARY = Operation(id="getInsiderSummary", name="get_insider_summary", method="GET", path="/api/symbols/{ticker}/insider-summary/", type="application/json", decimals="InsiderSummary")
LIST_INSIDER_TRADES = Operation(id="listInsiderTrades", name="list_insider_trades", method="GET", path="/api/symbols/{ticker}/insider-trades/", type="application/json", is_paged=True, items="events", decimals="InsiderTrades")
GET_LATEST_EARNINGS_READ = Operation(id="getLatestEarningsRead", name="get_latest_earnings_read", method="GET", path="/api/symbols/{ticker}/earnings/latest/", type="application/json")
LIST_EARNINGS_READS = Operation(id="listEarningsReads", name="list_earnings_reads", method="GET", path="/api/symbols/{ticker}/earnings/", type="application/json", decimals="EarningsList")
GET_RADAR_SNAPSHOT = Operation(id="getRadarSnapshot", name="get_radar_snapshot", method="GET", path="/api/signals/snapshot/", type="application/json", is_paged=True, items="results", decimals="RadarSnapshot")
GET_COVERAGE = Operation(id="getCoverage", name="get_coverage", method="GET", path="/api/coverage/", type="application/json", decimals="CoverageReport")
GET_QUALITY = Operation(id="getQuality", name="get_quality", method="GET", path="/api/quality/", type="application/json", decimals="Quality")
LIST_CALENDAR = Operation(id="listCalendar", name="list_calendar", method="GET", path="/api/calendar/", type="application/json")
GET_USAGE = Operation(id="getUsage", name="get_usage", method="GET", path="/api/usage/", type="application/json")
LIST_EXPORT_DAYS = Operation(id="listExportDays", name="list_export_days", method="GET", path="/api/export/", type="application/json")
EXPORT_NEWS = Operation(id="exportNews", name="export_news", method="GET", path="/api/export/news/", type="application/x-ndjson")
GET_SCHEMA = Operation(id="getSchema", name="get_schema", method="GET", path="/api/schema/", type="application/json")
GET_SWAGGER_UI = Operation(id="getSwaggerUi", name="get_swagger_ui", method="GET", path="/api/schema/swagger-ui/", type="text/html")
GET_SERVICE = Operation(id="getService", name="get_service", method="GET", path="/", type="application/json")


class Operations(ABC):
    """Methods that block until the service has answered."""

    @abstractmethod
    def _call(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Any:
        """Sends a call and returns its answer."""

    @abstractmethod
    def _rows(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Iterator[Any]:
        """Reads a stream."""

    @operation(LIST_NEWS)
    def list_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["published", "ingested"]] = None,
        include: Optional[Literal["revisions"]] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        as_of: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """News feed. GET /api/news/
        News, newest first, or with `sort=ingested` in the order in which it entered the feed. To poll, call it once with `sort=ingested` and no cursor to get the newest rows. Then send the `next_cursor` of each answer with the next call, with the same `sort` and filters, and wait only after an empty page.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows
            include: `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service
            from_date: Inclusive; a date means the start of that UTC day
            to_date: Inclusive; a date includes that whole UTC day
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day
            category: Only these categories
            exclude_categories: Without these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item in the filing; implies `source_type=sec_form8k`
            source_type: Only these sources; `gdelt` means `publisher`
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return self._call(LIST_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "include": include, "from_date": from_date, "to_date": to_date, "as_of": as_of, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(STREAM_NEWS)
    def stream_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        cursor: Optional[str] = None,
        include: Optional[Literal["revisions"]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[NewsItem]:
        """News stream. GET /api/news/stream/
        Server-sent events: `event: news` (with `include=revisions` also `revision` and `retraction`), `id:` the delta cursor after the row, `data:` the row on one line. The stream starts with the newest row, or after `Last-Event-ID` or `cursor`. Event ids and cursors of `/api/news/` with `sort=ingested` can be used for each other. Every row is sent exactly once and in order, also across reconnects. A comment with an id is sent every 15 s. The last event is `behind` if the reader is slower than the feed, or `end` with a problem if the service ends the stream (quota, key, plan, repair); reconnect with its id. Costs one request when opened and one per minute.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            cursor: Id of the last event received, or `next_cursor` of the feed with `sort=ingested` and the same filters
            include: `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service
            category: Only these categories
            exclude_categories: Without these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item in the filing; implies `source_type=sec_form8k`
            source_type: Only these sources; `gdelt` means `publisher`
            ticker: The same as `symbol`
            tickers: The same as `symbol`"""
        return self._rows(STREAM_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "cursor": cursor, "include": include, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "ticker": ticker, "tickers": tickers}, timeout)

    @operation(SEARCH_NEWS)
    def search_news(
        self,
        *,
        q: str,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]]] = None,
        sort: Optional[Literal["relevance", "published"]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> SearchList:
        """Search news. GET /api/news/search/
        The best 200 articles for a search, or with `sort=published` the newest 200, within the plan's archive. If nothing matches everything, phrases are searched as single words, then half of the words are enough; `query` shows this. Paging by cursor keeps to the articles that existed at the first page, so each result appears once.

            q: Words that must appear in title, summary or entities, in any case, singular or plural. `"quoted phrase"` matches a phrase, `-word` excludes a word, `OR` between two words matches either. A company name, brand or ticker also matches articles tagged with that company
            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters and sort
            from_date: Inclusive; a date means the start of that UTC day
            to_date: Inclusive; a date includes that whole UTC day
            category: Only these categories
            exclude_categories: Without these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item in the filing; implies `source_type=sec_form8k`
            source_type: Only these sources; `gdelt` means `publisher`
            sort: `relevance` (default): best first. `published`: newest first
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return self._call(SEARCH_NEWS, {"q": q, "symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "from_date": from_date, "to_date": to_date, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "sort": sort, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(GET_NEWS_BRIEF)
    def get_news_brief(
        self,
        *,
        tickers: Sequence[str],
        hours: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> NewsBrief:
        """News brief for several tickers. GET /api/news/brief/
        Recent articles and filings about up to 100 companies or the watchlist, or those since the last brief, with what stayed quiet, their next report dates and the day's macro releases, in at most 60000 bytes. `events_truncated` and `filings_truncated` are true if there was more.

            tickers: 1 to 100 tickers, comma-separated, in any case; share classes as in the feed; `watchlist`: the saved symbols
            hours: How many hours back; without effect where `cursor` is given
            limit: Maximum number of events, and of filings; with `cursor`, of rows
            cursor: `next_cursor` of an earlier brief on the same tickers: what entered the feed after it"""
        return self._call(GET_NEWS_BRIEF, {"tickers": tickers, "hours": hours, "limit": limit, "cursor": cursor}, timeout)

    @operation(LIST_TRENDING_STORIES)
    def list_trending_stories(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Top stories of the last 48 hours. GET /api/news/trending/
        At most 10 stories with a relevance of at least 8, at most two per ticker, ranked by a score that halves per day of age. Each story is shown by its best-ranked article, so `story_id` may be the `uid` of another article. `sources` lists the outlets of the story. `next_cursor` is null."""
        return self._call(LIST_TRENDING_STORIES, {}, timeout)

    @operation(LIST_MACRO_NEWS)
    def list_macro_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["published", "ingested"]] = None,
        include: Optional[Literal["revisions"]] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        as_of: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["macro_economy", "commodities", "geopolitics"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Macro news feed. GET /api/news/macro/
        News about the economy, commodities and geopolitics, in the same format as the news feed. Most rows name no ticker; `symbol` returns only rows about that symbol.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows
            include: `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service
            from_date: Inclusive; a date means the start of that UTC day
            to_date: Inclusive; a date includes that whole UTC day
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day
            category: Only one or two of the three groups
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return self._call(LIST_MACRO_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "include": include, "from_date": from_date, "to_date": to_date, "as_of": as_of, "category": category, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(LIST_INSIDER_NEWS)
    def list_insider_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["published", "ingested"]] = None,
        include: Optional[Literal["revisions"]] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        as_of: Optional[Union[str, date]] = None,
        is_10b5_1: Optional[bool] = None,
        format: Optional[Literal["json", "csv"]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Insider trades feed (Form 4). GET /api/news/insider/
        Insider trades in the format of the news feed. `from_date` and `to_date` refer to the time the filing reached the feed, not to the trade. New trades often appear below the newest page, so poll with `sort=ingested`. With `format=csv` the same rows are streamed as a file, which costs one request of the quota.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows
            include: `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service
            from_date: Inclusive; a date means the start of that UTC day
            to_date: Inclusive; a date includes that whole UTC day
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day
            is_10b5_1: `false` leaves out sales under a 10b5-1 plan; `true` returns only trades under one
            format: `csv`: a file with up to as many rows as the plan allows per file; `page_size` does not apply. Without `format`, `Accept` decides
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return self._call(LIST_INSIDER_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "include": include, "from_date": from_date, "to_date": to_date, "as_of": as_of, "is_10b5_1": is_10b5_1, "format": format, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(LIST_INSIDER_CLUSTERS)
    def list_insider_clusters(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        days: Optional[int] = None,
        min_buyers: Optional[int] = None,
        include_labelled: Optional[bool] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> InsiderClusterList:
        """Insider cluster purchases. GET /api/news/insider/clusters/
        Runs of open-market purchases (code P) of one issuer by different insiders, with no gap longer than 14 days, latest SEC filing first. Owners who file together count as one buyer. A run is returned whole, including purchases older than `days`.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            days: Only clusters whose last purchase was within so many days; at most the archive of the plan
            min_buyers: Minimum number of insiders, not counting labelled buyers
            include_labelled: `true` also lists buyers with a label (plan, offering, duplicate filing); they are not counted
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return self._call(LIST_INSIDER_CLUSTERS, {"symbol": symbol, "days": days, "min_buyers": min_buyers, "include_labelled": include_labelled, "page_size": page_size, "cursor": cursor, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(GET_ARTICLE)
    def get_article(
        self,
        uid: str,
        *,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> Article:
        """One article. GET /api/news/{uid}/
        The row as in a list, with its key entities, what its tickers, score and directions rest on and, for an earnings release that could be read, its earnings read. Works on every plan for articles of any age: the archive limits date windows and cursors, not a known `uid`.

            uid: Article id
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return self._call(GET_ARTICLE, {"uid": uid, "as_of": as_of}, timeout)

    @operation(LIST_RELATED_NEWS)
    def list_related_news(
        self,
        uid: str,
        *,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Related articles. GET /api/news/{uid}/related/
        At most 6 articles of other stories within the plan's archive. First come articles that share a ticker, from one week before the article on, newest first; then the newest of its category. Form 4 rows appear only for a Form 4 row. `next_cursor` is null.

            uid: Article id"""
        return self._call(LIST_RELATED_NEWS, {"uid": uid}, timeout)

    @operation(GET_SOURCE_TEXT)
    def get_source_text(
        self,
        uid: str,
        *,
        timeout: Optional[float] = None,
    ) -> str:
        """Source text of an earnings read. GET /api/news/{uid}/source-text/
        Plain text of the filing, from which the earnings read was made. `evidence` offsets are UTF-16 positions in it. Only rows with an earnings read have a source text.

            uid: Article id"""
        return self._call(GET_SOURCE_TEXT, {"uid": uid}, timeout)

    @operation(LIST_STORIES)
    def list_stories(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        min_importance: Optional[int] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> StoryList:
        """Stories. GET /api/stories/
        Events that two or more publishers reported, counted by owner; the latest article first. All pages of a walk show the stories as they were at its first page.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            category: Any of these categories
            min_importance: Lowest importance
            from_date: Earliest time of the last article, inclusive; a date means the start of its UTC day
            to_date: Latest time of the last article, inclusive; a date means its whole UTC day
            page_size: Stories per page, on every plan; a page may have fewer and still a `next_cursor`
            cursor: `next_cursor` of the previous page, with the same filters
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return self._call(LIST_STORIES, {"symbol": symbol, "category": category, "min_importance": min_importance, "from_date": from_date, "to_date": to_date, "page_size": page_size, "cursor": cursor, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(LIST_TOP_STORIES)
    def list_top_stories(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> TopStories:
        """Top stories of 48 hours. GET /api/stories/top/
        At most 50 stories with an article of the last 48 hours: ranked by importance, plus a point for each doubling of the publishers (at most 2), minus a point for each 12 hours since the facts last changed. One story per company. `next_cursor` is null."""
        return self._call(LIST_TOP_STORIES, {}, timeout)

    @operation(GET_STORY)
    def get_story(
        self,
        story_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> StoryLookup:
        """One story. GET /api/stories/{story_id}/
        Resolves the `story_id` of any row within the plan's archive. Every sentence and number comes from its materials.

            story_id: The `story_id` of a row or story"""
        return self._call(GET_STORY, {"story_id": story_id}, timeout)

    @operation(LIST_STORY_MATERIALS)
    def list_story_materials(
        self,
        story_id: str,
        *,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> StoryMaterials:
        """The articles of a story. GET /api/stories/{story_id}/materials/
        Oldest first. 404 if the id is `merged` or `not_a_story`. Articles that join during a walk are not shown.

            story_id: The `story_id` of a row or story
            page_size: Articles per page, on every plan
            cursor: `next_cursor` of the previous page
            limit: The same as `page_size`"""
        return self._call(LIST_STORY_MATERIALS, {"story_id": story_id, "page_size": page_size, "cursor": cursor, "limit": limit}, timeout)

    @operation(LIST_SYMBOLS)
    def list_symbols(
        self,
        *,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> SymbolList:
        """Symbol list. GET /api/symbols/
        All active symbols in alphabetical order, or with `search` the best match first. Use `limit` and `offset` for a part of the list. `next_cursor` is null. With `as_of`, those that were active at that moment as the service knew it; a symbol of the first list counts as listed ever since.

            search: Name, brand or start of a ticker, in any case. Order: exact ticker, exact name or brand, matching start, part of a name
            limit: Maximum number of symbols; default all
            offset: Symbols to skip
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return self._call(LIST_SYMBOLS, {"search": search, "limit": limit, "offset": offset, "as_of": as_of}, timeout)

    @operation(GET_SYMBOLS_DIRECTORY)
    def get_symbols_directory(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> SymbolsDirectory:
        """Most active symbols and sectors. GET /api/symbols/directory/
        The 20 symbols with the most rows in the last 7 days, and each sector with its most active symbols. Symbols with an unknown sector are in no sector."""
        return self._call(GET_SYMBOLS_DIRECTORY, {}, timeout)

    @operation(LIST_SECTOR_SYMBOLS)
    def list_sector_symbols(
        self,
        slug: str,
        *,
        timeout: Optional[float] = None,
    ) -> SectorSymbols:
        """Symbols of a sector. GET /api/symbols/sectors/{slug}/
        All active symbols of the sector, those with the most rows in the last 7 days first. `/api/symbols/directory/` lists the slugs.

            slug: Slug of the sector, in any case"""
        return self._call(LIST_SECTOR_SYMBOLS, {"slug": slug}, timeout)

    @operation(GET_SYMBOL)
    def get_symbol(
        self,
        ticker: str,
        *,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> Symbol:
        """One symbol. GET /api/symbols/{ticker}/
        Delisted symbols are found too. `renamed_to` is the current ticker of the company after all renames. With `as_of`, holder, CIK, status, renames and share classes are those of that moment; a name that changed without a new ticker, descriptions and sectors are of today, and `next_report_date` is null. A symbol of the first list counts as listed ever since.

            ticker: Ticker, in any case
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return self._call(GET_SYMBOL, {"ticker": ticker, "as_of": as_of}, timeout)

    @operation(GET_SENTIMENT_SUMMARY)
    def get_sentiment_summary(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> SentimentSummary:
        """Sentiment of 7 days. GET /api/symbols/{ticker}/sentiment-summary/
        Number of articles by expected direction, with a relevance of at least 4, in the last 7 UTC days including today. Form 4 rows are not counted. Former tickers and other share classes of the issuer are included.

            ticker: Ticker, in any case"""
        return self._call(GET_SENTIMENT_SUMMARY, {"ticker": ticker}, timeout)

    @operation(LIST_PEERS)
    def list_peers(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> PeerList:
        """Peers of a company. GET /api/symbols/{ticker}/peers/
        At most 10 companies of the same industry, or of the same sector if the industry has few; one ticker per issuer. The most recently covered come first, then the largest. Empty if the sector is unknown.

            ticker: Ticker, in any case"""
        return self._call(LIST_PEERS, {"ticker": ticker}, timeout)

    @operation(GET_INSIDER_SUMMARY)
    def get_insider_summary(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> InsiderSummary:
        """Insider trades over 30 days, summed. GET /api/symbols/{ticker}/insider-summary/
        Counts and sums by trade date (the last fill). Former tickers and other share classes of the issuer are included.

            ticker: Ticker, in any case"""
        return self._call(GET_INSIDER_SUMMARY, {"ticker": ticker}, timeout)

    @operation(LIST_INSIDER_TRADES)
    def list_insider_trades(
        self,
        ticker: str,
        *,
        side: Optional[Literal["all", "buy", "sell"]] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> InsiderTrades:
        """Insider trades of an issuer. GET /api/symbols/{ticker}/insider-trades/
        Newest first by date of the last fill. The first page also has sums, the most active insiders, monthly and weekly series and all events of 12 months; a cursor pages further back. Backfilled trades have no article, nor do repeated reports of one trade by co-owners (`is_joint_duplicate`), which are not counted in sums. All plans can read the whole history.

            ticker: Ticker, in any case
            side: Filters `events`; code D counts as a sell
            page_size: Events per page
            cursor: `next_cursor` of the previous page, with the same `side`
            limit: The same as `page_size`"""
        return self._call(LIST_INSIDER_TRADES, {"ticker": ticker, "side": side, "page_size": page_size, "cursor": cursor, "limit": limit}, timeout)

    @operation(GET_LATEST_EARNINGS_READ)
    def get_latest_earnings_read(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> Optional[EarningsPointer]:
        """Latest earnings read of a ticker. GET /api/symbols/{ticker}/earnings/latest/
        Only a short reference; fetch the article by its `uid` for the full read.

            ticker: Ticker, in any case"""
        return self._call(GET_LATEST_EARNINGS_READ, {"ticker": ticker}, timeout)

    @operation(LIST_EARNINGS_READS)
    def list_earnings_reads(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> EarningsList:
        """Earnings reads of a ticker. GET /api/symbols/{ticker}/earnings/
        At most 20, newest first, on one page, with the next confirmed report date. An earnings read is published only if every number is verified in the filing, so not every release has one.

            ticker: Ticker, in any case"""
        return self._call(LIST_EARNINGS_READS, {"ticker": ticker}, timeout)

    @operation(GET_RADAR_SNAPSHOT)
    def get_radar_snapshot(
        self,
        *,
        scope: Optional[Literal["market", "watchlist"]] = None,
        tickers: Optional[Sequence[str]] = None,
        ticker: Optional[str] = None,
        window: Optional[Literal["24h", "4h"]] = None,
        market: Optional[Literal["all", "us_equity", "crypto", "international"]] = None,
        sentiment: Optional[Literal["all", "positive", "negative", "mixed"]] = None,
        sort: Optional[Literal["score", "stories", "model_stories", "sentiment", "sentiment_change"]] = None,
        order: Optional[Literal["desc", "asc"]] = None,
        min_z: Optional[Union[Decimal, int, float]] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> RadarSnapshot:
        """Radar: unusual news activity. GET /api/signals/snapshot/
        Tickers ranked by how unusual their number of stories is, with tone, headlines and filings. One snapshot is made per minute; the delay of the plan decides which one you see. A cursor stays in its snapshot for three hours. Radar describes the news; it is not a forecast and not an alert.

            scope: `market` (default), or `watchlist` for the saved symbols of the account
            tickers: Only these tickers within the scope; other tickers of the company are not included
            ticker: Only this ticker
            window: Time window before the cutoff; default 24h
            market: Default: all
            sentiment: `positive`: tone of at least 0.2; `negative`: tone of at most -0.2, or down by at least 0.2 since the previous window; `mixed`: between the two. Rows without tone appear only with `all`
            sort: `score` (news_z, default), `stories`, `model_stories`, `sentiment` or `sentiment_change`
            order: Default: desc. Rows without a value come last; ties are ordered by ticker
            min_z: Minimum news_z
            search: Part of the ticker
            limit: Rows per page
            offset: Rows to skip; with a cursor it must be 0
            cursor: `next_cursor` of the previous page, with the same filters and limit; continues in the same snapshot
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return self._call(GET_RADAR_SNAPSHOT, {"scope": scope, "tickers": tickers, "ticker": ticker, "window": window, "market": market, "sentiment": sentiment, "sort": sort, "order": order, "min_z": min_z, "search": search, "limit": limit, "offset": offset, "cursor": cursor, "as_of": as_of}, timeout)

    @operation(GET_COVERAGE)
    def get_coverage(
        self,
        *,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> CoverageReport:
        """Coverage by source. GET /api/coverage/
        One row per source: how many rows it has, from when until when, its delay, and whether it is stale. Computed once a day, and at least hourly as long as a source, a channel or the first comparison with an index of EDGAR is missing, as on the first day; `as_of` gives the last report before an instant.

            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return self._call(GET_COVERAGE, {"as_of": as_of}, timeout)

    @operation(GET_QUALITY)
    def get_quality(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Quality:
        """Measured quality. GET /api/quality/
        Precision, recall and other figures of this release on labelled sets, one entry per task and set, and what share of its answers came true by the probability that they claim. The same as a page: `/quality/`."""
        return self._call(GET_QUALITY, {}, timeout)

    @operation(LIST_CALENDAR)
    def list_calendar(
        self,
        *,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        event_key: Optional[Sequence[Literal["fomc_decision", "fomc_minutes", "cpi", "ppi", "nfp", "gdp", "pce", "retail_sales", "jobless_claims", "jolts"]]] = None,
        importance: Optional[Sequence[Literal["high", "medium", "low"]]] = None,
        country: Optional[Sequence[Literal["US"]]] = None,
        timeout: Optional[float] = None,
    ) -> CalendarList:
        """Calendar of scheduled US macro releases. GET /api/calendar/
        FOMC decisions and minutes, CPI, PPI, nonfarm payrolls, GDP estimates, PCE, advance retail sales, weekly jobless claims and JOLTS, in order of time. By default: today and the next six days. `uid` stays the same when a release is moved.

            from_date: Start of the window, inclusive; a date means 00:00 UTC. Default: today 00:00 UTC, or 7 days before a `to_date` in the past
            to_date: End of the window, exclusive; a date means 00:00 UTC, so that day is not included. Default: 7 days after the start; at most 400 days after it
            event_key: Only these series
            importance: Only these tiers
            country: Only releases of these countries"""
        return self._call(LIST_CALENDAR, {"from_date": from_date, "to_date": to_date, "event_key": event_key, "importance": importance, "country": country}, timeout)

    @operation(GET_USAGE)
    def get_usage(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Usage:
        """Quota and usage of the account. GET /api/usage/
        Limits and usage of both quota windows, and the calls of the last 31 days by operation and key. Costs nothing."""
        return self._call(GET_USAGE, {}, timeout)

    @operation(LIST_EXPORT_DAYS)
    def list_export_days(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> ExportList:
        """Days of news to download. GET /api/export/
        The days with rows in the archive of the plan, newest first. A first request begins to make all files, newest first, and waits up to 5 s for them; `bytes` and `sha256` are null for those that are still being made, so request the list again after a minute. A row that arrives late, or a correction, changes the checksum of its day."""
        return self._call(LIST_EXPORT_DAYS, {}, timeout)

    @operation(EXPORT_NEWS)
    def export_news(
        self,
        *,
        date: Optional[Union[str, date]] = None,
        format: Optional[Literal["ndjson", "csv", "parquet"]] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """News of a day as a file. GET /api/export/news/
        All rows published on a UTC day, in the order in which they entered the feed, as JSON lines, CSV or Parquet. NDJSON lines are rows of the feed with `story_id`; the other formats have columns, of which `document` is that line. `ETag` is the SHA-256 of the file. `Range` and `If-Range` resume a download. The header `…-Complete: false` means that the day is not over.

            date: UTC day of `time_published`; default: yesterday
            format: Overrides Accept; default: ndjson"""
        return self._call(EXPORT_NEWS, {"date": date, "format": format}, timeout)

    @operation(GET_SCHEMA)
    def get_schema(
        self,
        *,
        format: Optional[Literal["json"]] = None,
        timeout: Optional[float] = None,
    ) -> GetSchemaResult:
        """OpenAPI document. GET /api/schema/
        OpenAPI 3.1. Needs no key.

            format: The only supported format"""
        return self._call(GET_SCHEMA, {"format": format}, timeout)

    @operation(GET_SWAGGER_UI)
    def get_swagger_ui(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> str:
        """Interactive API documentation. GET /api/schema/swagger-ui/
        An HTML page. Viewing it needs no key, calling the API does."""
        return self._call(GET_SWAGGER_UI, {}, timeout)

    @operation(GET_SERVICE)
    def get_service(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> GetServiceResult:
        """Service links. GET /
        Paths of the documentation and the feed. Needs no key."""
        return self._call(GET_SERVICE, {}, timeout)


class AsyncOperations(ABC):
    """The same methods as coroutines."""

    @abstractmethod
    async def _call(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Any:
        """Sends a call and returns its answer."""

    @abstractmethod
    def _rows(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> AsyncIterator[Any]:
        """Reads a stream."""

    @operation(LIST_NEWS)
    async def list_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["published", "ingested"]] = None,
        include: Optional[Literal["revisions"]] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        as_of: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """News feed. GET /api/news/
        News, newest first, or with `sort=ingested` in the order in which it entered the feed. To poll, call it once with `sort=ingested` and no cursor to get the newest rows. Then send the `next_cursor` of each answer with the next call, with the same `sort` and filters, and wait only after an empty page.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows
            include: `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service
            from_date: Inclusive; a date means the start of that UTC day
            to_date: Inclusive; a date includes that whole UTC day
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day
            category: Only these categories
            exclude_categories: Without these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item in the filing; implies `source_type=sec_form8k`
            source_type: Only these sources; `gdelt` means `publisher`
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return await self._call(LIST_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "include": include, "from_date": from_date, "to_date": to_date, "as_of": as_of, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(STREAM_NEWS)
    def stream_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        cursor: Optional[str] = None,
        include: Optional[Literal["revisions"]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[NewsItem]:
        """News stream. GET /api/news/stream/
        Server-sent events: `event: news` (with `include=revisions` also `revision` and `retraction`), `id:` the delta cursor after the row, `data:` the row on one line. The stream starts with the newest row, or after `Last-Event-ID` or `cursor`. Event ids and cursors of `/api/news/` with `sort=ingested` can be used for each other. Every row is sent exactly once and in order, also across reconnects. A comment with an id is sent every 15 s. The last event is `behind` if the reader is slower than the feed, or `end` with a problem if the service ends the stream (quota, key, plan, repair); reconnect with its id. Costs one request when opened and one per minute.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            cursor: Id of the last event received, or `next_cursor` of the feed with `sort=ingested` and the same filters
            include: `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service
            category: Only these categories
            exclude_categories: Without these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item in the filing; implies `source_type=sec_form8k`
            source_type: Only these sources; `gdelt` means `publisher`
            ticker: The same as `symbol`
            tickers: The same as `symbol`"""
        return self._rows(STREAM_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "cursor": cursor, "include": include, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "ticker": ticker, "tickers": tickers}, timeout)

    @operation(SEARCH_NEWS)
    async def search_news(
        self,
        *,
        q: str,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k", "sec_form144", "sec_schedule13d", "sec_schedule13g", "sec_nt10k", "sec_nt10q"]]] = None,
        sort: Optional[Literal["relevance", "published"]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> SearchList:
        """Search news. GET /api/news/search/
        The best 200 articles for a search, or with `sort=published` the newest 200, within the plan's archive. If nothing matches everything, phrases are searched as single words, then half of the words are enough; `query` shows this. Paging by cursor keeps to the articles that existed at the first page, so each result appears once.

            q: Words that must appear in title, summary or entities, in any case, singular or plural. `"quoted phrase"` matches a phrase, `-word` excludes a word, `OR` between two words matches either. A company name, brand or ticker also matches articles tagged with that company
            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters and sort
            from_date: Inclusive; a date means the start of that UTC day
            to_date: Inclusive; a date includes that whole UTC day
            category: Only these categories
            exclude_categories: Without these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item in the filing; implies `source_type=sec_form8k`
            source_type: Only these sources; `gdelt` means `publisher`
            sort: `relevance` (default): best first. `published`: newest first
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return await self._call(SEARCH_NEWS, {"q": q, "symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "from_date": from_date, "to_date": to_date, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "sort": sort, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(GET_NEWS_BRIEF)
    async def get_news_brief(
        self,
        *,
        tickers: Sequence[str],
        hours: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> NewsBrief:
        """News brief for several tickers. GET /api/news/brief/
        Recent articles and filings about up to 100 companies or the watchlist, or those since the last brief, with what stayed quiet, their next report dates and the day's macro releases, in at most 60000 bytes. `events_truncated` and `filings_truncated` are true if there was more.

            tickers: 1 to 100 tickers, comma-separated, in any case; share classes as in the feed; `watchlist`: the saved symbols
            hours: How many hours back; without effect where `cursor` is given
            limit: Maximum number of events, and of filings; with `cursor`, of rows
            cursor: `next_cursor` of an earlier brief on the same tickers: what entered the feed after it"""
        return await self._call(GET_NEWS_BRIEF, {"tickers": tickers, "hours": hours, "limit": limit, "cursor": cursor}, timeout)

    @operation(LIST_TRENDING_STORIES)
    async def list_trending_stories(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Top stories of the last 48 hours. GET /api/news/trending/
        At most 10 stories with a relevance of at least 8, at most two per ticker, ranked by a score that halves per day of age. Each story is shown by its best-ranked article, so `story_id` may be the `uid` of another article. `sources` lists the outlets of the story. `next_cursor` is null."""
        return await self._call(LIST_TRENDING_STORIES, {}, timeout)

    @operation(LIST_MACRO_NEWS)
    async def list_macro_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["published", "ingested"]] = None,
        include: Optional[Literal["revisions"]] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        as_of: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["macro_economy", "commodities", "geopolitics"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Macro news feed. GET /api/news/macro/
        News about the economy, commodities and geopolitics, in the same format as the news feed. Most rows name no ticker; `symbol` returns only rows about that symbol.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows
            include: `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service
            from_date: Inclusive; a date means the start of that UTC day
            to_date: Inclusive; a date includes that whole UTC day
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day
            category: Only one or two of the three groups
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return await self._call(LIST_MACRO_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "include": include, "from_date": from_date, "to_date": to_date, "as_of": as_of, "category": category, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(LIST_INSIDER_NEWS)
    async def list_insider_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["published", "ingested"]] = None,
        include: Optional[Literal["revisions"]] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        as_of: Optional[Union[str, date]] = None,
        is_10b5_1: Optional[bool] = None,
        format: Optional[Literal["json", "csv"]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Insider trades feed (Form 4). GET /api/news/insider/
        Insider trades in the format of the news feed. `from_date` and `to_date` refer to the time the filing reached the feed, not to the trade. New trades often appear below the newest page, so poll with `sort=ingested`. With `format=csv` the same rows are streamed as a file, which costs one request of the quota.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            min_relevance: Minimum relevance score
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows
            include: `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service
            from_date: Inclusive; a date means the start of that UTC day
            to_date: Inclusive; a date includes that whole UTC day
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day
            is_10b5_1: `false` leaves out sales under a 10b5-1 plan; `true` returns only trades under one
            format: `csv`: a file with up to as many rows as the plan allows per file; `page_size` does not apply. Without `format`, `Accept` decides
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return await self._call(LIST_INSIDER_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "include": include, "from_date": from_date, "to_date": to_date, "as_of": as_of, "is_10b5_1": is_10b5_1, "format": format, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(LIST_INSIDER_CLUSTERS)
    async def list_insider_clusters(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        days: Optional[int] = None,
        min_buyers: Optional[int] = None,
        include_labelled: Optional[bool] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> InsiderClusterList:
        """Insider cluster purchases. GET /api/news/insider/clusters/
        Runs of open-market purchases (code P) of one issuer by different insiders, with no gap longer than 14 days, latest SEC filing first. Owners who file together count as one buyer. A run is returned whole, including purchases older than `days`.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            days: Only clusters whose last purchase was within so many days; at most the archive of the plan
            min_buyers: Minimum number of insiders, not counting labelled buyers
            include_labelled: `true` also lists buyers with a label (plan, offering, duplicate filing); they are not counted
            page_size: Rows per page: up to 20, or up to 50 on pro
            cursor: `next_cursor` of the previous page, with the same filters
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return await self._call(LIST_INSIDER_CLUSTERS, {"symbol": symbol, "days": days, "min_buyers": min_buyers, "include_labelled": include_labelled, "page_size": page_size, "cursor": cursor, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(GET_ARTICLE)
    async def get_article(
        self,
        uid: str,
        *,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> Article:
        """One article. GET /api/news/{uid}/
        The row as in a list, with its key entities, what its tickers, score and directions rest on and, for an earnings release that could be read, its earnings read. Works on every plan for articles of any age: the archive limits date windows and cursors, not a known `uid`.

            uid: Article id
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return await self._call(GET_ARTICLE, {"uid": uid, "as_of": as_of}, timeout)

    @operation(LIST_RELATED_NEWS)
    async def list_related_news(
        self,
        uid: str,
        *,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Related articles. GET /api/news/{uid}/related/
        At most 6 articles of other stories within the plan's archive. First come articles that share a ticker, from one week before the article on, newest first; then the newest of its category. Form 4 rows appear only for a Form 4 row. `next_cursor` is null.

            uid: Article id"""
        return await self._call(LIST_RELATED_NEWS, {"uid": uid}, timeout)

    @operation(GET_SOURCE_TEXT)
    async def get_source_text(
        self,
        uid: str,
        *,
        timeout: Optional[float] = None,
    ) -> str:
        """Source text of an earnings read. GET /api/news/{uid}/source-text/
        Plain text of the filing, from which the earnings read was made. `evidence` offsets are UTF-16 positions in it. Only rows with an earnings read have a source text.

            uid: Article id"""
        return await self._call(GET_SOURCE_TEXT, {"uid": uid}, timeout)

    @operation(LIST_STORIES)
    async def list_stories(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        min_importance: Optional[int] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> StoryList:
        """Stories. GET /api/stories/
        Events that two or more publishers reported, counted by owner; the latest article first. All pages of a walk show the stories as they were at its first page.

            symbol: One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.
            category: Any of these categories
            min_importance: Lowest importance
            from_date: Earliest time of the last article, inclusive; a date means the start of its UTC day
            to_date: Latest time of the last article, inclusive; a date means its whole UTC day
            page_size: Stories per page, on every plan; a page may have fewer and still a `next_cursor`
            cursor: `next_cursor` of the previous page, with the same filters
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return await self._call(LIST_STORIES, {"symbol": symbol, "category": category, "min_importance": min_importance, "from_date": from_date, "to_date": to_date, "page_size": page_size, "cursor": cursor, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(LIST_TOP_STORIES)
    async def list_top_stories(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> TopStories:
        """Top stories of 48 hours. GET /api/stories/top/
        At most 50 stories with an article of the last 48 hours: ranked by importance, plus a point for each doubling of the publishers (at most 2), minus a point for each 12 hours since the facts last changed. One story per company. `next_cursor` is null."""
        return await self._call(LIST_TOP_STORIES, {}, timeout)

    @operation(GET_STORY)
    async def get_story(
        self,
        story_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> StoryLookup:
        """One story. GET /api/stories/{story_id}/
        Resolves the `story_id` of any row within the plan's archive. Every sentence and number comes from its materials.

            story_id: The `story_id` of a row or story"""
        return await self._call(GET_STORY, {"story_id": story_id}, timeout)

    @operation(LIST_STORY_MATERIALS)
    async def list_story_materials(
        self,
        story_id: str,
        *,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> StoryMaterials:
        """The articles of a story. GET /api/stories/{story_id}/materials/
        Oldest first. 404 if the id is `merged` or `not_a_story`. Articles that join during a walk are not shown.

            story_id: The `story_id` of a row or story
            page_size: Articles per page, on every plan
            cursor: `next_cursor` of the previous page
            limit: The same as `page_size`"""
        return await self._call(LIST_STORY_MATERIALS, {"story_id": story_id, "page_size": page_size, "cursor": cursor, "limit": limit}, timeout)

    @operation(LIST_SYMBOLS)
    async def list_symbols(
        self,
        *,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> SymbolList:
        """Symbol list. GET /api/symbols/
        All active symbols in alphabetical order, or with `search` the best match first. Use `limit` and `offset` for a part of the list. `next_cursor` is null. With `as_of`, those that were active at that moment as the service knew it; a symbol of the first list counts as listed ever since.

            search: Name, brand or start of a ticker, in any case. Order: exact ticker, exact name or brand, matching start, part of a name
            limit: Maximum number of symbols; default all
            offset: Symbols to skip
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return await self._call(LIST_SYMBOLS, {"search": search, "limit": limit, "offset": offset, "as_of": as_of}, timeout)

    @operation(GET_SYMBOLS_DIRECTORY)
    async def get_symbols_directory(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> SymbolsDirectory:
        """Most active symbols and sectors. GET /api/symbols/directory/
        The 20 symbols with the most rows in the last 7 days, and each sector with its most active symbols. Symbols with an unknown sector are in no sector."""
        return await self._call(GET_SYMBOLS_DIRECTORY, {}, timeout)

    @operation(LIST_SECTOR_SYMBOLS)
    async def list_sector_symbols(
        self,
        slug: str,
        *,
        timeout: Optional[float] = None,
    ) -> SectorSymbols:
        """Symbols of a sector. GET /api/symbols/sectors/{slug}/
        All active symbols of the sector, those with the most rows in the last 7 days first. `/api/symbols/directory/` lists the slugs.

            slug: Slug of the sector, in any case"""
        return await self._call(LIST_SECTOR_SYMBOLS, {"slug": slug}, timeout)

    @operation(GET_SYMBOL)
    async def get_symbol(
        self,
        ticker: str,
        *,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> Symbol:
        """One symbol. GET /api/symbols/{ticker}/
        Delisted symbols are found too. `renamed_to` is the current ticker of the company after all renames. With `as_of`, holder, CIK, status, renames and share classes are those of that moment; a name that changed without a new ticker, descriptions and sectors are of today, and `next_report_date` is null. A symbol of the first list counts as listed ever since.

            ticker: Ticker, in any case
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return await self._call(GET_SYMBOL, {"ticker": ticker, "as_of": as_of}, timeout)

    @operation(GET_SENTIMENT_SUMMARY)
    async def get_sentiment_summary(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> SentimentSummary:
        """Sentiment of 7 days. GET /api/symbols/{ticker}/sentiment-summary/
        Number of articles by expected direction, with a relevance of at least 4, in the last 7 UTC days including today. Form 4 rows are not counted. Former tickers and other share classes of the issuer are included.

            ticker: Ticker, in any case"""
        return await self._call(GET_SENTIMENT_SUMMARY, {"ticker": ticker}, timeout)

    @operation(LIST_PEERS)
    async def list_peers(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> PeerList:
        """Peers of a company. GET /api/symbols/{ticker}/peers/
        At most 10 companies of the same industry, or of the same sector if the industry has few; one ticker per issuer. The most recently covered come first, then the largest. Empty if the sector is unknown.

            ticker: Ticker, in any case"""
        return await self._call(LIST_PEERS, {"ticker": ticker}, timeout)

    @operation(GET_INSIDER_SUMMARY)
    async def get_insider_summary(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> InsiderSummary:
        """Insider trades over 30 days, summed. GET /api/symbols/{ticker}/insider-summary/
        Counts and sums by trade date (the last fill). Former tickers and other share classes of the issuer are included.

            ticker: Ticker, in any case"""
        return await self._call(GET_INSIDER_SUMMARY, {"ticker": ticker}, timeout)

    @operation(LIST_INSIDER_TRADES)
    async def list_insider_trades(
        self,
        ticker: str,
        *,
        side: Optional[Literal["all", "buy", "sell"]] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> InsiderTrades:
        """Insider trades of an issuer. GET /api/symbols/{ticker}/insider-trades/
        Newest first by date of the last fill. The first page also has sums, the most active insiders, monthly and weekly series and all events of 12 months; a cursor pages further back. Backfilled trades have no article, nor do repeated reports of one trade by co-owners (`is_joint_duplicate`), which are not counted in sums. All plans can read the whole history.

            ticker: Ticker, in any case
            side: Filters `events`; code D counts as a sell
            page_size: Events per page
            cursor: `next_cursor` of the previous page, with the same `side`
            limit: The same as `page_size`"""
        return await self._call(LIST_INSIDER_TRADES, {"ticker": ticker, "side": side, "page_size": page_size, "cursor": cursor, "limit": limit}, timeout)

    @operation(GET_LATEST_EARNINGS_READ)
    async def get_latest_earnings_read(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> Optional[EarningsPointer]:
        """Latest earnings read of a ticker. GET /api/symbols/{ticker}/earnings/latest/
        Only a short reference; fetch the article by its `uid` for the full read.

            ticker: Ticker, in any case"""
        return await self._call(GET_LATEST_EARNINGS_READ, {"ticker": ticker}, timeout)

    @operation(LIST_EARNINGS_READS)
    async def list_earnings_reads(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> EarningsList:
        """Earnings reads of a ticker. GET /api/symbols/{ticker}/earnings/
        At most 20, newest first, on one page, with the next confirmed report date. An earnings read is published only if every number is verified in the filing, so not every release has one.

            ticker: Ticker, in any case"""
        return await self._call(LIST_EARNINGS_READS, {"ticker": ticker}, timeout)

    @operation(GET_RADAR_SNAPSHOT)
    async def get_radar_snapshot(
        self,
        *,
        scope: Optional[Literal["market", "watchlist"]] = None,
        tickers: Optional[Sequence[str]] = None,
        ticker: Optional[str] = None,
        window: Optional[Literal["24h", "4h"]] = None,
        market: Optional[Literal["all", "us_equity", "crypto", "international"]] = None,
        sentiment: Optional[Literal["all", "positive", "negative", "mixed"]] = None,
        sort: Optional[Literal["score", "stories", "model_stories", "sentiment", "sentiment_change"]] = None,
        order: Optional[Literal["desc", "asc"]] = None,
        min_z: Optional[Union[Decimal, int, float]] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> RadarSnapshot:
        """Radar: unusual news activity. GET /api/signals/snapshot/
        Tickers ranked by how unusual their number of stories is, with tone, headlines and filings. One snapshot is made per minute; the delay of the plan decides which one you see. A cursor stays in its snapshot for three hours. Radar describes the news; it is not a forecast and not an alert.

            scope: `market` (default), or `watchlist` for the saved symbols of the account
            tickers: Only these tickers within the scope; other tickers of the company are not included
            ticker: Only this ticker
            window: Time window before the cutoff; default 24h
            market: Default: all
            sentiment: `positive`: tone of at least 0.2; `negative`: tone of at most -0.2, or down by at least 0.2 since the previous window; `mixed`: between the two. Rows without tone appear only with `all`
            sort: `score` (news_z, default), `stories`, `model_stories`, `sentiment` or `sentiment_change`
            order: Default: desc. Rows without a value come last; ties are ordered by ticker
            min_z: Minimum news_z
            search: Part of the ticker
            limit: Rows per page
            offset: Rows to skip; with a cursor it must be 0
            cursor: `next_cursor` of the previous page, with the same filters and limit; continues in the same snapshot
            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return await self._call(GET_RADAR_SNAPSHOT, {"scope": scope, "tickers": tickers, "ticker": ticker, "window": window, "market": market, "sentiment": sentiment, "sort": sort, "order": order, "min_z": min_z, "search": search, "limit": limit, "offset": offset, "cursor": cursor, "as_of": as_of}, timeout)

    @operation(GET_COVERAGE)
    async def get_coverage(
        self,
        *,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> CoverageReport:
        """Coverage by source. GET /api/coverage/
        One row per source: how many rows it has, from when until when, its delay, and whether it is stale. Computed once a day, and at least hourly as long as a source, a channel or the first comparison with an index of EDGAR is missing, as on the first day; `as_of` gives the last report before an instant.

            as_of: An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day"""
        return await self._call(GET_COVERAGE, {"as_of": as_of}, timeout)

    @operation(GET_QUALITY)
    async def get_quality(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Quality:
        """Measured quality. GET /api/quality/
        Precision, recall and other figures of this release on labelled sets, one entry per task and set, and what share of its answers came true by the probability that they claim. The same as a page: `/quality/`."""
        return await self._call(GET_QUALITY, {}, timeout)

    @operation(LIST_CALENDAR)
    async def list_calendar(
        self,
        *,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        event_key: Optional[Sequence[Literal["fomc_decision", "fomc_minutes", "cpi", "ppi", "nfp", "gdp", "pce", "retail_sales", "jobless_claims", "jolts"]]] = None,
        importance: Optional[Sequence[Literal["high", "medium", "low"]]] = None,
        country: Optional[Sequence[Literal["US"]]] = None,
        timeout: Optional[float] = None,
    ) -> CalendarList:
        """Calendar of scheduled US macro releases. GET /api/calendar/
        FOMC decisions and minutes, CPI, PPI, nonfarm payrolls, GDP estimates, PCE, advance retail sales, weekly jobless claims and JOLTS, in order of time. By default: today and the next six days. `uid` stays the same when a release is moved.

            from_date: Start of the window, inclusive; a date means 00:00 UTC. Default: today 00:00 UTC, or 7 days before a `to_date` in the past
            to_date: End of the window, exclusive; a date means 00:00 UTC, so that day is not included. Default: 7 days after the start; at most 400 days after it
            event_key: Only these series
            importance: Only these tiers
            country: Only releases of these countries"""
        return await self._call(LIST_CALENDAR, {"from_date": from_date, "to_date": to_date, "event_key": event_key, "importance": importance, "country": country}, timeout)

    @operation(GET_USAGE)
    async def get_usage(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Usage:
        """Quota and usage of the account. GET /api/usage/
        Limits and usage of both quota windows, and the calls of the last 31 days by operation and key. Costs nothing."""
        return await self._call(GET_USAGE, {}, timeout)

    @operation(LIST_EXPORT_DAYS)
    async def list_export_days(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> ExportList:
        """Days of news to download. GET /api/export/
        The days with rows in the archive of the plan, newest first. A first request begins to make all files, newest first, and waits up to 5 s for them; `bytes` and `sha256` are null for those that are still being made, so request the list again after a minute. A row that arrives late, or a correction, changes the checksum of its day."""
        return await self._call(LIST_EXPORT_DAYS, {}, timeout)

    @operation(EXPORT_NEWS)
    async def export_news(
        self,
        *,
        date: Optional[Union[str, date]] = None,
        format: Optional[Literal["ndjson", "csv", "parquet"]] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """News of a day as a file. GET /api/export/news/
        All rows published on a UTC day, in the order in which they entered the feed, as JSON lines, CSV or Parquet. NDJSON lines are rows of the feed with `story_id`; the other formats have columns, of which `document` is that line. `ETag` is the SHA-256 of the file. `Range` and `If-Range` resume a download. The header `…-Complete: false` means that the day is not over.

            date: UTC day of `time_published`; default: yesterday
            format: Overrides Accept; default: ndjson"""
        return await self._call(EXPORT_NEWS, {"date": date, "format": format}, timeout)

    @operation(GET_SCHEMA)
    async def get_schema(
        self,
        *,
        format: Optional[Literal["json"]] = None,
        timeout: Optional[float] = None,
    ) -> GetSchemaResult:
        """OpenAPI document. GET /api/schema/
        OpenAPI 3.1. Needs no key.

            format: The only supported format"""
        return await self._call(GET_SCHEMA, {"format": format}, timeout)

    @operation(GET_SWAGGER_UI)
    async def get_swagger_ui(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> str:
        """Interactive API documentation. GET /api/schema/swagger-ui/
        An HTML page. Viewing it needs no key, calling the API does."""
        return await self._call(GET_SWAGGER_UI, {}, timeout)

    @operation(GET_SERVICE)
    async def get_service(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> GetServiceResult:
        """Service links. GET /
        Paths of the documentation and the feed. Needs no key."""
        return await self._call(GET_SERVICE, {}, timeout)
