"""Every operation of the service, as methods. Made from the OpenAPI document by `npm run clients`: changes made here are lost."""

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
    GetSchemaResult,
    GetServiceResult,
    InsiderClusterList,
    InsiderSummary,
    InsiderTrades,
    NewsBrief,
    NewsItem,
    NewsList,
    PeerList,
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

# Where money and other decimals stand in each type: "*" is one, a name is a type, [x] a list and {"": x} a record of x.
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
    "Article": {"original":"ArticleOriginal","insider":"InsiderBlock","earnings":"EarningsAnalysis"},
    "ArticleOriginal": {"topics":["ArticleOriginalTopics"],"tickers_sentiment":["ArticleOriginalTickersSentiment"]},
    "ArticleOriginalTopics": {"relevance":"*"},
    "ArticleOriginalTickersSentiment": {"relevance_score":"*"},
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
}

LIST_NEWS = Operation(id="listNews", name="list_news", method="GET", path="/api/news/", type="application/json", is_paged=True, items="results", is_delta=True, decimals="NewsList")
STREAM_NEWS = Operation(id="streamNews", name="stream_news", method="GET", path="/api/news/stream/", type="text/event-stream", decimals="NewsItem")
SEARCH_NEWS = Operation(id="searchNews", name="search_news", method="GET", path="/api/news/search/", type="application/json", is_paged=True, items="results", decimals="SearchList")
GET_NEWS_BRIEF = Operation(id="getNewsBrief", name="get_news_brief", method="GET", path="/api/news/brief/", type="application/json")
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
LIST_CALENDAR = Operation(id="listCalendar", name="list_calendar", method="GET", path="/api/calendar/", type="application/json")
GET_USAGE = Operation(id="getUsage", name="get_usage", method="GET", path="/api/usage/", type="application/json")
GET_SCHEMA = Operation(id="getSchema", name="get_schema", method="GET", path="/api/schema/", type="application/json")
GET_SWAGGER_UI = Operation(id="getSwaggerUi", name="get_swagger_ui", method="GET", path="/api/schema/swagger-ui/", type="text/html")
GET_SERVICE = Operation(id="getService", name="get_service", method="GET", path="/", type="application/json")


class Operations(ABC):
    """Methods that answer when the service has."""

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
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """The feed. GET /api/news/
        News newest first, or with `sort=ingested` in the order it entered the feed. To poll: call it once with `sort=ingested` and no cursor to get the newest rows. Then send each answer's `next_cursor` with the next call, with the same `sort` and filters, and wait only after an empty page.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            page_size: Rows per page: up to 20, on Pro up to 50
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows
            from_date: Inclusive; a date means the start of its UTC day
            to_date: Inclusive; a date means its whole UTC day
            category: Any of these categories
            exclude_categories: None of these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item that the filing carries; implies `source_type=sec_form8k`
            source_type: Any of these sources; `gdelt` stands for `publisher`
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return self._call(LIST_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "from_date": from_date, "to_date": to_date, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(STREAM_NEWS)
    def stream_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        cursor: Optional[str] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[NewsItem]:
        """The feed as a stream. GET /api/news/stream/
        Server-sent events: `event: news`, `id:` the delta cursor after the row, `data:` the row on one line. Begins with the newest row, or after `Last-Event-ID` or `cursor`; both take the id of an event, and cursors of `/api/news/` with `sort=ingested`, and the feed takes ids. Every row comes exactly once and in order, across connections to any process. A comment comes every 15 s, with an id. A reader slower than the feed gets an event `behind`; when the service ends a stream (quota, key, plan, repair) it gets an event `end` with a problem. Both are the last event, and their id is where to resume. Costs one request when opened and one each minute.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            cursor: Id of the last event received, or `next_cursor` of the feed with `sort=ingested` and the same filters
            category: Any of these categories
            exclude_categories: None of these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item that the filing carries; implies `source_type=sec_form8k`
            source_type: Any of these sources; `gdelt` stands for `publisher`
            ticker: The same as `symbol`
            tickers: The same as `symbol`"""
        return self._rows(STREAM_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "cursor": cursor, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "ticker": ticker, "tickers": tickers}, timeout)

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
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]]] = None,
        sort: Optional[Literal["relevance", "published"]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> SearchList:
        """Search the news. GET /api/news/search/
        The best 200 articles for some words, or with `sort=published` the newest 200, within the plan's archive. Where nothing has all of them, phrases are taken as loose words, then half of the words suffice: `query` says so. A walk by cursor shows each result of its first page's moment once, whatever arrives meanwhile.

            q: Words that must occur in title, summary or entities, in any case, singular or plural; `"quoted phrases"`; `-word` excludes; `OR` between two. A company by name, brand or ticker also finds the articles tagged with it
            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            page_size: Rows per page: up to 20, on Pro up to 50
            cursor: `next_cursor` of the previous page, with the same filters and sort
            from_date: Inclusive; a date means the start of its UTC day
            to_date: Inclusive; a date means its whole UTC day
            category: Any of these categories
            exclude_categories: None of these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item that the filing carries; implies `source_type=sec_form8k`
            source_type: Any of these sources; `gdelt` stands for `publisher`
            sort: `relevance`, the default: best first. `published`: newest first
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
        timeout: Optional[float] = None,
    ) -> NewsBrief:
        """A brief for several tickers. GET /api/news/brief/
        Recent articles and filings about up to 100 companies, and their next report dates, in at most 60000 bytes; `events_truncated` and `filings_truncated` say whether more exist.

            tickers: 1 to 100 tickers, comma-separated: any case, share classes as in the feed
            hours: How far back
            limit: Most events and most filings in the answer"""
        return self._call(GET_NEWS_BRIEF, {"tickers": tickers, "hours": hours, "limit": limit}, timeout)

    @operation(LIST_TRENDING_STORIES)
    def list_trending_stories(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Top stories of the last 48 hours. GET /api/news/trending/
        At most 10 stories of relevance 8 and more, ranked by a score that halves with each day of age, at most two per ticker. Each story is represented by its best-ranked article: `story_id` may be another's `uid`, `sources` are the outlets that carry the story. `next_cursor` is null."""
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
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["macro_economy", "commodities", "geopolitics"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """The macro feed. GET /api/news/macro/
        News of the economy, commodities and geopolitics in one list, in the shape of the feed. Most rows name no ticker; `symbol` keeps the rows that name one.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            page_size: Rows per page: up to 20, on Pro up to 50
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows
            from_date: Inclusive; a date means the start of its UTC day
            to_date: Inclusive; a date means its whole UTC day
            category: A part of the three
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return self._call(LIST_MACRO_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "from_date": from_date, "to_date": to_date, "category": category, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(LIST_INSIDER_NEWS)
    def list_insider_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["published", "ingested"]] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        is_10b5_1: Optional[bool] = None,
        format: Optional[Literal["json", "csv"]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """The Form 4 feed. GET /api/news/insider/
        Insider events in the shape of the feed. `from_date` and `to_date` limit when the filing reached the feed, not when the trade was made. New events often enter below the newest page: follow them with `sort=ingested`. With `format=csv` the same rows are streamed as a file, which costs one request.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            page_size: Rows per page: up to 20, on Pro up to 50
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows
            from_date: Inclusive; a date means the start of its UTC day
            to_date: Inclusive; a date means its whole UTC day
            is_10b5_1: `false` drops sales under a 10b5-1 plan, `true` keeps only events under one
            format: `csv`: a file, with as many rows as the plan allows; `page_size` does not apply. Without it, `Accept` decides
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return self._call(LIST_INSIDER_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "from_date": from_date, "to_date": to_date, "is_10b5_1": is_10b5_1, "format": format, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

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
        """Cluster buys. GET /api/news/insider/clusters/
        Runs of open-market purchases (code P) of one issuer by different insiders, no gap over 14 days; latest SEC filing time first. Owners who sign forms together count as one buyer. A run is returned whole, including purchases before `days`.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            days: Runs whose last purchase is at most this many days old; limited by the plan's archive
            min_buyers: Lowest number of counted insiders
            include_labelled: `true` also lists buyers with a label (plan lot, offering, duplicate filing), which are not counted
            page_size: Rows per page: up to 20, on Pro up to 50
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
        timeout: Optional[float] = None,
    ) -> Article:
        """One article. GET /api/news/{uid}/
        The row as in lists, with its key entities and, for an earnings release that could be read, its figures. Every plan may fetch an article of any age: the archive limits windows and cursors, not a known `uid`.

            uid: Article identifier"""
        return self._call(GET_ARTICLE, {"uid": uid}, timeout)

    @operation(LIST_RELATED_NEWS)
    def list_related_news(
        self,
        uid: str,
        *,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Articles related to one. GET /api/news/{uid}/related/
        At most 6 articles of other stories within the plan's archive: first articles that share a ticker, from one week before the article on, newest first; then the newest of its category. Form 4 rows only for a Form 4 row. `next_cursor` is null.

            uid: Article identifier"""
        return self._call(LIST_RELATED_NEWS, {"uid": uid}, timeout)

    @operation(GET_SOURCE_TEXT)
    def get_source_text(
        self,
        uid: str,
        *,
        timeout: Optional[float] = None,
    ) -> str:
        """The text behind an earnings read. GET /api/news/{uid}/source-text/
        Plain text of the filing, as it was read. Offsets of `evidence` are UTF-16 positions in it. Only rows with an earnings read have one.

            uid: Article identifier"""
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
        Events that two or more publishers, by owner, reported, the one with the latest article first. A walk sees the stories as they were when it began, whatever joins them meanwhile.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            category: Any of these categories
            min_importance: Least importance
            from_date: Inclusive, of the last article; a bare date starts its UTC day
            to_date: Inclusive, of the last article; a bare date covers its UTC day
            page_size: Stories a page, on every plan; a page may have fewer and still a `next_cursor`
            cursor: `next_cursor` of the page before, with the same filters
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
        At most 50 stories with an article of the last 48 hours: importance, a point for each doubling of the publishers (at most 2), less a point for each 12 hours since the facts last changed. One story a ticker, other share classes included. `next_cursor` is null."""
        return self._call(LIST_TOP_STORIES, {}, timeout)

    @operation(GET_STORY)
    def get_story(
        self,
        story_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> StoryLookup:
        """One story. GET /api/stories/{story_id}/
        Any `story_id` of a row resolves, inside the archive of the plan. Every sentence and number in it is one of its materials.

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
        Oldest first. 404 where the id is `merged` or `not_a_story`. Articles that join during a walk are not in it.

            story_id: The `story_id` of a row or story
            page_size: Articles a page, on every plan
            cursor: `next_cursor` of the page before
            limit: The same as `page_size`"""
        return self._call(LIST_STORY_MATERIALS, {"story_id": story_id, "page_size": page_size, "cursor": cursor, "limit": limit}, timeout)

    @operation(LIST_SYMBOLS)
    def list_symbols(
        self,
        *,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> SymbolList:
        """The symbol directory. GET /api/symbols/
        Active symbols in the order of the alphabet, all of them unless sliced; with `search` the best match first. `next_cursor` is null.

            search: Name, brand or beginning of a ticker, any case; the exact ticker first, then an exact name or brand, then beginnings, then parts of names
            limit: At most so many; without it all
            offset: Leaves out so many first"""
        return self._call(LIST_SYMBOLS, {"search": search, "limit": limit, "offset": offset}, timeout)

    @operation(GET_SYMBOLS_DIRECTORY)
    def get_symbols_directory(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> SymbolsDirectory:
        """The most active symbols, and the sectors. GET /api/symbols/directory/
        The 20 symbols with the most rows of the last 7 days, and each sector with its most active. Symbols whose sector is not known are in none."""
        return self._call(GET_SYMBOLS_DIRECTORY, {}, timeout)

    @operation(LIST_SECTOR_SYMBOLS)
    def list_sector_symbols(
        self,
        slug: str,
        *,
        timeout: Optional[float] = None,
    ) -> SectorSymbols:
        """Symbols of a sector. GET /api/symbols/sectors/{slug}/
        Every active symbol of the sector, the one with the most rows of the last 7 days first. `slug` is that of `/api/symbols/directory/`.

            slug: Slug of the sector, any case"""
        return self._call(LIST_SECTOR_SYMBOLS, {"slug": slug}, timeout)

    @operation(GET_SYMBOL)
    def get_symbol(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> Symbol:
        """One symbol. GET /api/symbols/{ticker}/
        Delisted symbols resolve; `renamed_to` is the ticker under which the company is listed now, after all its renames.

            ticker: Ticker, any case"""
        return self._call(GET_SYMBOL, {"ticker": ticker}, timeout)

    @operation(GET_SENTIMENT_SUMMARY)
    def get_sentiment_summary(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> SentimentSummary:
        """Sentiment of seven days. GET /api/symbols/{ticker}/sentiment-summary/
        Articles of relevance 4 and more by the direction that each expects, in 7 UTC days with today; Form 4 rows are left out. Former names and other share classes of the issuer are included.

            ticker: Ticker, any case"""
        return self._call(GET_SENTIMENT_SUMMARY, {"ticker": ticker}, timeout)

    @operation(LIST_PEERS)
    def list_peers(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> PeerList:
        """Companies like one. GET /api/symbols/{ticker}/peers/
        At most 10 companies of the same industry, or of the same sector where the industry has few, one ticker an issuer: the most recently covered first, then the largest. None where the sector is not known.

            ticker: Ticker, any case"""
        return self._call(LIST_PEERS, {"ticker": ticker}, timeout)

    @operation(GET_INSIDER_SUMMARY)
    def get_insider_summary(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> InsiderSummary:
        """Insider trades of thirty days. GET /api/symbols/{ticker}/insider-summary/
        Counts and sums by the day of the trade (its last fill). Former names and other share classes of the issuer are included.

            ticker: Ticker, any case"""
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
        """An issuer's insider trades. GET /api/symbols/{ticker}/insider-trades/
        Newest first by the day of the last fill. The first page carries rollups, the most active insiders, buckets and the events of twelve months; a cursor pages deeper. Trades replayed from the past, and further reports of one trade by its co-owners (`is_joint_duplicate`), have no article; the latter count in no sum. Every plan reads all of it.

            ticker: Ticker, any case
            side: Of the paginated `events`; code D counts as a sell
            page_size: Events a page
            cursor: `next_cursor` of the page before, with the same `side`
            limit: The same as `page_size`"""
        return self._call(LIST_INSIDER_TRADES, {"ticker": ticker, "side": side, "page_size": page_size, "cursor": cursor, "limit": limit}, timeout)

    @operation(GET_LATEST_EARNINGS_READ)
    def get_latest_earnings_read(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> Optional[EarningsPointer]:
        """The latest earnings read of a ticker. GET /api/symbols/{ticker}/earnings/latest/
        A pointer: the read itself is on the single fetch of its `uid`.

            ticker: Ticker, any case"""
        return self._call(GET_LATEST_EARNINGS_READ, {"ticker": ticker}, timeout)

    @operation(LIST_EARNINGS_READS)
    def list_earnings_reads(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> EarningsList:
        """Earnings reads of a ticker. GET /api/symbols/{ticker}/earnings/
        At most 20, newest first, unpaginated; and the next confirmed date of a report. A read is published when every number of it verifies against the filing, so not every release has one.

            ticker: Ticker, any case"""
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
        timeout: Optional[float] = None,
    ) -> RadarSnapshot:
        """Radar: unusual news activity. GET /api/signals/snapshot/
        Tickers ranked by how unusual the number of their stories is, with tone, headlines and filings beside them. A snapshot a minute; the delay of the plan decides which is served, and a newer one never is. A cursor keeps to its snapshot for three hours. Describes the news; no forecast, and no alert.

            scope: `market` (default) or `watchlist`: the account's saved symbols
            tickers: Only these, within the scope; no other names of a company are looked for
            ticker: Only this one
            window: The hours that end at the cutoff; default 24h
            market: Default all
            sentiment: `positive`: tone from 0.2 on; `negative`: to -0.2, or fallen by as much since the window before; `mixed`: between the two. A row without tone passes `all` only
            sort: `score` (news_z, default), `stories`, `model_stories`, `sentiment` or `sentiment_change`
            order: Default desc. Rows without a value come last in both orders; ties by ticker
            min_z: Rows whose news_z is at least this
            search: Part of a ticker
            limit: Rows a page
            offset: Rows to pass over; together with a cursor only 0
            cursor: `next_cursor` of the previous page, with the same filters and limit: the same snapshot"""
        return self._call(GET_RADAR_SNAPSHOT, {"scope": scope, "tickers": tickers, "ticker": ticker, "window": window, "market": market, "sentiment": sentiment, "sort": sort, "order": order, "min_z": min_z, "search": search, "limit": limit, "offset": offset, "cursor": cursor}, timeout)

    @operation(GET_COVERAGE)
    def get_coverage(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> CoverageReport:
        """What each source has delivered. GET /api/coverage/
        One row per source: number of rows, first and last time, lateness, and whether it is stale. Computed once a day."""
        return self._call(GET_COVERAGE, {}, timeout)

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
        FOMC decisions and minutes, CPI, PPI, nonfarm payrolls, GDP estimates, PCE, advance retail sales, weekly jobless claims and JOLTS, in order of time; by default today and the next six days. `uid` stays the same when a release is rescheduled.

            from_date: Start of the window, inclusive; a date means its first moment, UTC. Default: today 00:00 UTC, or 7 days before a past `to_date`
            to_date: End of the window, exclusive: a date is not part of it. Default: 7 days after the start; at most 400 days after it
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
        """The account's quota and what was used of it. GET /api/usage/
        Both windows of the quota, and the calls of the last 31 days by operation and key. Costs nothing."""
        return self._call(GET_USAGE, {}, timeout)

    @operation(GET_SCHEMA)
    def get_schema(
        self,
        *,
        format: Optional[Literal["json"]] = None,
        timeout: Optional[float] = None,
    ) -> GetSchemaResult:
        """This interface, machine-readable. GET /api/schema/
        OpenAPI 3.1. Needs no key.

            format: The only supported format"""
        return self._call(GET_SCHEMA, {"format": format}, timeout)

    @operation(GET_SWAGGER_UI)
    def get_swagger_ui(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> str:
        """Interactive documentation. GET /api/schema/swagger-ui/
        An HTML page. It needs no key; the calls made from it do."""
        return self._call(GET_SWAGGER_UI, {}, timeout)

    @operation(GET_SERVICE)
    def get_service(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> GetServiceResult:
        """Where things are. GET /
        Addresses of the documentation and of the feed. Needs no key."""
        return self._call(GET_SERVICE, {}, timeout)


class AsyncOperations(ABC):
    """The same, to be awaited."""

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
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """The feed. GET /api/news/
        News newest first, or with `sort=ingested` in the order it entered the feed. To poll: call it once with `sort=ingested` and no cursor to get the newest rows. Then send each answer's `next_cursor` with the next call, with the same `sort` and filters, and wait only after an empty page.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            page_size: Rows per page: up to 20, on Pro up to 50
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows
            from_date: Inclusive; a date means the start of its UTC day
            to_date: Inclusive; a date means its whole UTC day
            category: Any of these categories
            exclude_categories: None of these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item that the filing carries; implies `source_type=sec_form8k`
            source_type: Any of these sources; `gdelt` stands for `publisher`
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return await self._call(LIST_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "from_date": from_date, "to_date": to_date, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(STREAM_NEWS)
    def stream_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        cursor: Optional[str] = None,
        category: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        exclude_categories: Optional[Sequence[Literal["earnings", "mergers_acquisitions", "regulation", "macro_economy", "sector_analysis", "market_movers", "technology", "commodities", "crypto", "ipo", "geopolitics", "insider", "corporate_actions", "other"]]] = None,
        collapse: Optional[Literal["story"]] = None,
        collapse_stories: Optional[bool] = None,
        item: Optional[str] = None,
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[NewsItem]:
        """The feed as a stream. GET /api/news/stream/
        Server-sent events: `event: news`, `id:` the delta cursor after the row, `data:` the row on one line. Begins with the newest row, or after `Last-Event-ID` or `cursor`; both take the id of an event, and cursors of `/api/news/` with `sort=ingested`, and the feed takes ids. Every row comes exactly once and in order, across connections to any process. A comment comes every 15 s, with an id. A reader slower than the feed gets an event `behind`; when the service ends a stream (quota, key, plan, repair) it gets an event `end` with a problem. Both are the last event, and their id is where to resume. Costs one request when opened and one each minute.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            cursor: Id of the last event received, or `next_cursor` of the feed with `sort=ingested` and the same filters
            category: Any of these categories
            exclude_categories: None of these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item that the filing carries; implies `source_type=sec_form8k`
            source_type: Any of these sources; `gdelt` stands for `publisher`
            ticker: The same as `symbol`
            tickers: The same as `symbol`"""
        return self._rows(STREAM_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "cursor": cursor, "category": category, "exclude_categories": exclude_categories, "collapse": collapse, "collapse_stories": collapse_stories, "item": item, "source_type": source_type, "ticker": ticker, "tickers": tickers}, timeout)

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
        source_type: Optional[Sequence[Literal["publisher", "sec_form4", "sec_form8k", "sec_form6k"]]] = None,
        sort: Optional[Literal["relevance", "published"]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> SearchList:
        """Search the news. GET /api/news/search/
        The best 200 articles for some words, or with `sort=published` the newest 200, within the plan's archive. Where nothing has all of them, phrases are taken as loose words, then half of the words suffice: `query` says so. A walk by cursor shows each result of its first page's moment once, whatever arrives meanwhile.

            q: Words that must occur in title, summary or entities, in any case, singular or plural; `"quoted phrases"`; `-word` excludes; `OR` between two. A company by name, brand or ticker also finds the articles tagged with it
            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            page_size: Rows per page: up to 20, on Pro up to 50
            cursor: `next_cursor` of the previous page, with the same filters and sort
            from_date: Inclusive; a date means the start of its UTC day
            to_date: Inclusive; a date means its whole UTC day
            category: Any of these categories
            exclude_categories: None of these categories
            collapse: One row per story, with its sources
            collapse_stories: `true` is `collapse=story`
            item: 8-K item that the filing carries; implies `source_type=sec_form8k`
            source_type: Any of these sources; `gdelt` stands for `publisher`
            sort: `relevance`, the default: best first. `published`: newest first
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
        timeout: Optional[float] = None,
    ) -> NewsBrief:
        """A brief for several tickers. GET /api/news/brief/
        Recent articles and filings about up to 100 companies, and their next report dates, in at most 60000 bytes; `events_truncated` and `filings_truncated` say whether more exist.

            tickers: 1 to 100 tickers, comma-separated: any case, share classes as in the feed
            hours: How far back
            limit: Most events and most filings in the answer"""
        return await self._call(GET_NEWS_BRIEF, {"tickers": tickers, "hours": hours, "limit": limit}, timeout)

    @operation(LIST_TRENDING_STORIES)
    async def list_trending_stories(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Top stories of the last 48 hours. GET /api/news/trending/
        At most 10 stories of relevance 8 and more, ranked by a score that halves with each day of age, at most two per ticker. Each story is represented by its best-ranked article: `story_id` may be another's `uid`, `sources` are the outlets that carry the story. `next_cursor` is null."""
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
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        category: Optional[Sequence[Literal["macro_economy", "commodities", "geopolitics"]]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """The macro feed. GET /api/news/macro/
        News of the economy, commodities and geopolitics in one list, in the shape of the feed. Most rows name no ticker; `symbol` keeps the rows that name one.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            page_size: Rows per page: up to 20, on Pro up to 50
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows
            from_date: Inclusive; a date means the start of its UTC day
            to_date: Inclusive; a date means its whole UTC day
            category: A part of the three
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return await self._call(LIST_MACRO_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "from_date": from_date, "to_date": to_date, "category": category, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

    @operation(LIST_INSIDER_NEWS)
    async def list_insider_news(
        self,
        *,
        symbol: Optional[Sequence[str]] = None,
        min_relevance: Optional[int] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["published", "ingested"]] = None,
        from_date: Optional[Union[str, date]] = None,
        to_date: Optional[Union[str, date]] = None,
        is_10b5_1: Optional[bool] = None,
        format: Optional[Literal["json", "csv"]] = None,
        ticker: Optional[Sequence[str]] = None,
        tickers: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """The Form 4 feed. GET /api/news/insider/
        Insider events in the shape of the feed. `from_date` and `to_date` limit when the filing reached the feed, not when the trade was made. New events often enter below the newest page: follow them with `sort=ingested`. With `format=csv` the same rows are streamed as a file, which costs one request.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            min_relevance: Least relevance score
            page_size: Rows per page: up to 20, on Pro up to 50
            cursor: `next_cursor` of the previous page, with the same filters and sort
            sort: `published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows
            from_date: Inclusive; a date means the start of its UTC day
            to_date: Inclusive; a date means its whole UTC day
            is_10b5_1: `false` drops sales under a 10b5-1 plan, `true` keeps only events under one
            format: `csv`: a file, with as many rows as the plan allows; `page_size` does not apply. Without it, `Accept` decides
            ticker: The same as `symbol`
            tickers: The same as `symbol`
            limit: The same as `page_size`"""
        return await self._call(LIST_INSIDER_NEWS, {"symbol": symbol, "min_relevance": min_relevance, "page_size": page_size, "cursor": cursor, "sort": sort, "from_date": from_date, "to_date": to_date, "is_10b5_1": is_10b5_1, "format": format, "ticker": ticker, "tickers": tickers, "limit": limit}, timeout)

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
        """Cluster buys. GET /api/news/insider/clusters/
        Runs of open-market purchases (code P) of one issuer by different insiders, no gap over 14 days; latest SEC filing time first. Owners who sign forms together count as one buyer. A run is returned whole, including purchases before `days`.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            days: Runs whose last purchase is at most this many days old; limited by the plan's archive
            min_buyers: Lowest number of counted insiders
            include_labelled: `true` also lists buyers with a label (plan lot, offering, duplicate filing), which are not counted
            page_size: Rows per page: up to 20, on Pro up to 50
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
        timeout: Optional[float] = None,
    ) -> Article:
        """One article. GET /api/news/{uid}/
        The row as in lists, with its key entities and, for an earnings release that could be read, its figures. Every plan may fetch an article of any age: the archive limits windows and cursors, not a known `uid`.

            uid: Article identifier"""
        return await self._call(GET_ARTICLE, {"uid": uid}, timeout)

    @operation(LIST_RELATED_NEWS)
    async def list_related_news(
        self,
        uid: str,
        *,
        timeout: Optional[float] = None,
    ) -> NewsList:
        """Articles related to one. GET /api/news/{uid}/related/
        At most 6 articles of other stories within the plan's archive: first articles that share a ticker, from one week before the article on, newest first; then the newest of its category. Form 4 rows only for a Form 4 row. `next_cursor` is null.

            uid: Article identifier"""
        return await self._call(LIST_RELATED_NEWS, {"uid": uid}, timeout)

    @operation(GET_SOURCE_TEXT)
    async def get_source_text(
        self,
        uid: str,
        *,
        timeout: Optional[float] = None,
    ) -> str:
        """The text behind an earnings read. GET /api/news/{uid}/source-text/
        Plain text of the filing, as it was read. Offsets of `evidence` are UTF-16 positions in it. Only rows with an earnings read have one.

            uid: Article identifier"""
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
        Events that two or more publishers, by owner, reported, the one with the latest article first. A walk sees the stories as they were when it began, whatever joins them meanwhile.

            symbol: One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.
            category: Any of these categories
            min_importance: Least importance
            from_date: Inclusive, of the last article; a bare date starts its UTC day
            to_date: Inclusive, of the last article; a bare date covers its UTC day
            page_size: Stories a page, on every plan; a page may have fewer and still a `next_cursor`
            cursor: `next_cursor` of the page before, with the same filters
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
        At most 50 stories with an article of the last 48 hours: importance, a point for each doubling of the publishers (at most 2), less a point for each 12 hours since the facts last changed. One story a ticker, other share classes included. `next_cursor` is null."""
        return await self._call(LIST_TOP_STORIES, {}, timeout)

    @operation(GET_STORY)
    async def get_story(
        self,
        story_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> StoryLookup:
        """One story. GET /api/stories/{story_id}/
        Any `story_id` of a row resolves, inside the archive of the plan. Every sentence and number in it is one of its materials.

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
        Oldest first. 404 where the id is `merged` or `not_a_story`. Articles that join during a walk are not in it.

            story_id: The `story_id` of a row or story
            page_size: Articles a page, on every plan
            cursor: `next_cursor` of the page before
            limit: The same as `page_size`"""
        return await self._call(LIST_STORY_MATERIALS, {"story_id": story_id, "page_size": page_size, "cursor": cursor, "limit": limit}, timeout)

    @operation(LIST_SYMBOLS)
    async def list_symbols(
        self,
        *,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> SymbolList:
        """The symbol directory. GET /api/symbols/
        Active symbols in the order of the alphabet, all of them unless sliced; with `search` the best match first. `next_cursor` is null.

            search: Name, brand or beginning of a ticker, any case; the exact ticker first, then an exact name or brand, then beginnings, then parts of names
            limit: At most so many; without it all
            offset: Leaves out so many first"""
        return await self._call(LIST_SYMBOLS, {"search": search, "limit": limit, "offset": offset}, timeout)

    @operation(GET_SYMBOLS_DIRECTORY)
    async def get_symbols_directory(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> SymbolsDirectory:
        """The most active symbols, and the sectors. GET /api/symbols/directory/
        The 20 symbols with the most rows of the last 7 days, and each sector with its most active. Symbols whose sector is not known are in none."""
        return await self._call(GET_SYMBOLS_DIRECTORY, {}, timeout)

    @operation(LIST_SECTOR_SYMBOLS)
    async def list_sector_symbols(
        self,
        slug: str,
        *,
        timeout: Optional[float] = None,
    ) -> SectorSymbols:
        """Symbols of a sector. GET /api/symbols/sectors/{slug}/
        Every active symbol of the sector, the one with the most rows of the last 7 days first. `slug` is that of `/api/symbols/directory/`.

            slug: Slug of the sector, any case"""
        return await self._call(LIST_SECTOR_SYMBOLS, {"slug": slug}, timeout)

    @operation(GET_SYMBOL)
    async def get_symbol(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> Symbol:
        """One symbol. GET /api/symbols/{ticker}/
        Delisted symbols resolve; `renamed_to` is the ticker under which the company is listed now, after all its renames.

            ticker: Ticker, any case"""
        return await self._call(GET_SYMBOL, {"ticker": ticker}, timeout)

    @operation(GET_SENTIMENT_SUMMARY)
    async def get_sentiment_summary(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> SentimentSummary:
        """Sentiment of seven days. GET /api/symbols/{ticker}/sentiment-summary/
        Articles of relevance 4 and more by the direction that each expects, in 7 UTC days with today; Form 4 rows are left out. Former names and other share classes of the issuer are included.

            ticker: Ticker, any case"""
        return await self._call(GET_SENTIMENT_SUMMARY, {"ticker": ticker}, timeout)

    @operation(LIST_PEERS)
    async def list_peers(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> PeerList:
        """Companies like one. GET /api/symbols/{ticker}/peers/
        At most 10 companies of the same industry, or of the same sector where the industry has few, one ticker an issuer: the most recently covered first, then the largest. None where the sector is not known.

            ticker: Ticker, any case"""
        return await self._call(LIST_PEERS, {"ticker": ticker}, timeout)

    @operation(GET_INSIDER_SUMMARY)
    async def get_insider_summary(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> InsiderSummary:
        """Insider trades of thirty days. GET /api/symbols/{ticker}/insider-summary/
        Counts and sums by the day of the trade (its last fill). Former names and other share classes of the issuer are included.

            ticker: Ticker, any case"""
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
        """An issuer's insider trades. GET /api/symbols/{ticker}/insider-trades/
        Newest first by the day of the last fill. The first page carries rollups, the most active insiders, buckets and the events of twelve months; a cursor pages deeper. Trades replayed from the past, and further reports of one trade by its co-owners (`is_joint_duplicate`), have no article; the latter count in no sum. Every plan reads all of it.

            ticker: Ticker, any case
            side: Of the paginated `events`; code D counts as a sell
            page_size: Events a page
            cursor: `next_cursor` of the page before, with the same `side`
            limit: The same as `page_size`"""
        return await self._call(LIST_INSIDER_TRADES, {"ticker": ticker, "side": side, "page_size": page_size, "cursor": cursor, "limit": limit}, timeout)

    @operation(GET_LATEST_EARNINGS_READ)
    async def get_latest_earnings_read(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> Optional[EarningsPointer]:
        """The latest earnings read of a ticker. GET /api/symbols/{ticker}/earnings/latest/
        A pointer: the read itself is on the single fetch of its `uid`.

            ticker: Ticker, any case"""
        return await self._call(GET_LATEST_EARNINGS_READ, {"ticker": ticker}, timeout)

    @operation(LIST_EARNINGS_READS)
    async def list_earnings_reads(
        self,
        ticker: str,
        *,
        timeout: Optional[float] = None,
    ) -> EarningsList:
        """Earnings reads of a ticker. GET /api/symbols/{ticker}/earnings/
        At most 20, newest first, unpaginated; and the next confirmed date of a report. A read is published when every number of it verifies against the filing, so not every release has one.

            ticker: Ticker, any case"""
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
        timeout: Optional[float] = None,
    ) -> RadarSnapshot:
        """Radar: unusual news activity. GET /api/signals/snapshot/
        Tickers ranked by how unusual the number of their stories is, with tone, headlines and filings beside them. A snapshot a minute; the delay of the plan decides which is served, and a newer one never is. A cursor keeps to its snapshot for three hours. Describes the news; no forecast, and no alert.

            scope: `market` (default) or `watchlist`: the account's saved symbols
            tickers: Only these, within the scope; no other names of a company are looked for
            ticker: Only this one
            window: The hours that end at the cutoff; default 24h
            market: Default all
            sentiment: `positive`: tone from 0.2 on; `negative`: to -0.2, or fallen by as much since the window before; `mixed`: between the two. A row without tone passes `all` only
            sort: `score` (news_z, default), `stories`, `model_stories`, `sentiment` or `sentiment_change`
            order: Default desc. Rows without a value come last in both orders; ties by ticker
            min_z: Rows whose news_z is at least this
            search: Part of a ticker
            limit: Rows a page
            offset: Rows to pass over; together with a cursor only 0
            cursor: `next_cursor` of the previous page, with the same filters and limit: the same snapshot"""
        return await self._call(GET_RADAR_SNAPSHOT, {"scope": scope, "tickers": tickers, "ticker": ticker, "window": window, "market": market, "sentiment": sentiment, "sort": sort, "order": order, "min_z": min_z, "search": search, "limit": limit, "offset": offset, "cursor": cursor}, timeout)

    @operation(GET_COVERAGE)
    async def get_coverage(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> CoverageReport:
        """What each source has delivered. GET /api/coverage/
        One row per source: number of rows, first and last time, lateness, and whether it is stale. Computed once a day."""
        return await self._call(GET_COVERAGE, {}, timeout)

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
        FOMC decisions and minutes, CPI, PPI, nonfarm payrolls, GDP estimates, PCE, advance retail sales, weekly jobless claims and JOLTS, in order of time; by default today and the next six days. `uid` stays the same when a release is rescheduled.

            from_date: Start of the window, inclusive; a date means its first moment, UTC. Default: today 00:00 UTC, or 7 days before a past `to_date`
            to_date: End of the window, exclusive: a date is not part of it. Default: 7 days after the start; at most 400 days after it
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
        """The account's quota and what was used of it. GET /api/usage/
        Both windows of the quota, and the calls of the last 31 days by operation and key. Costs nothing."""
        return await self._call(GET_USAGE, {}, timeout)

    @operation(GET_SCHEMA)
    async def get_schema(
        self,
        *,
        format: Optional[Literal["json"]] = None,
        timeout: Optional[float] = None,
    ) -> GetSchemaResult:
        """This interface, machine-readable. GET /api/schema/
        OpenAPI 3.1. Needs no key.

            format: The only supported format"""
        return await self._call(GET_SCHEMA, {"format": format}, timeout)

    @operation(GET_SWAGGER_UI)
    async def get_swagger_ui(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> str:
        """Interactive documentation. GET /api/schema/swagger-ui/
        An HTML page. It needs no key; the calls made from it do."""
        return await self._call(GET_SWAGGER_UI, {}, timeout)

    @operation(GET_SERVICE)
    async def get_service(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> GetServiceResult:
        """Where things are. GET /
        Addresses of the documentation and of the feed. Needs no key."""
        return await self._call(GET_SERVICE, {}, timeout)
