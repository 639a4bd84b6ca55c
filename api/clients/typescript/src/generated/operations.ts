/** Every operation of the service: its parameters, its result and how to request it. Generated from the OpenAPI document by `npm run clients`; do not edit. */
import type { OperationFacts } from '../operation-facts.ts';
import type { Article, CalendarList, CoverageReport, EarningsList, EarningsPointer, ExportList, GetSchemaResult, GetServiceResult, InsiderCluster, InsiderClusterList, InsiderSummary, InsiderTradeEvent, InsiderTrades, NewsBrief, NewsItem, NewsList, PeerList, Quality, RadarRow, RadarSnapshot, SearchItem, SearchList, SectorSymbols, SentimentSummary, StoryCard, StoryList, StoryLookup, StoryMaterial, StoryMaterials, Symbol, SymbolList, SymbolsDirectory, TopStories, Usage } from './schemas.ts';

export interface ListNewsParameters {
  /** One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on. */
  readonly symbol?: string | readonly string[];
  /** Minimum relevance score */
  readonly min_relevance?: number;
  /** Rows per page: up to 20, or up to 50 on pro */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters and sort */
  readonly cursor?: string;
  /** `published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows */
  readonly sort?: 'published' | 'ingested';
  /** `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service */
  readonly include?: 'revisions';
  /** Inclusive; a date means the start of that UTC day */
  readonly from_date?: string | Date;
  /** Inclusive; a date includes that whole UTC day */
  readonly to_date?: string | Date;
  /** An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day */
  readonly as_of?: string | Date;
  /** Only these categories */
  readonly category?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** Without these categories */
  readonly exclude_categories?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** One row per story, with its sources */
  readonly collapse?: 'story';
  /** `true` is `collapse=story` */
  readonly collapse_stories?: boolean;
  /** 8-K item in the filing; implies `source_type=sec_form8k` */
  readonly item?: string;
  /** Only these sources; `gdelt` means `publisher` */
  readonly source_type?: readonly ('publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q')[];
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface StreamNewsParameters {
  /** One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on. */
  readonly symbol?: string | readonly string[];
  /** Minimum relevance score */
  readonly min_relevance?: number;
  /** Id of the last event received, or `next_cursor` of the feed with `sort=ingested` and the same filters */
  readonly cursor?: string;
  /** `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service */
  readonly include?: 'revisions';
  /** Only these categories */
  readonly category?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** Without these categories */
  readonly exclude_categories?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** One row per story, with its sources */
  readonly collapse?: 'story';
  /** `true` is `collapse=story` */
  readonly collapse_stories?: boolean;
  /** 8-K item in the filing; implies `source_type=sec_form8k` */
  readonly item?: string;
  /** Only these sources; `gdelt` means `publisher` */
  readonly source_type?: readonly ('publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q')[];
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
}

export interface SearchNewsParameters {
  /** Words that must appear in title, summary or entities, in any case, singular or plural. `"quoted phrase"` matches a phrase, `-word` excludes a word, `OR` between two words matches either. A company name, brand or ticker also matches articles tagged with that company */
  readonly q: string;
  /** One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on. */
  readonly symbol?: string | readonly string[];
  /** Minimum relevance score */
  readonly min_relevance?: number;
  /** Rows per page: up to 20, or up to 50 on pro */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters and sort */
  readonly cursor?: string;
  /** Inclusive; a date means the start of that UTC day */
  readonly from_date?: string | Date;
  /** Inclusive; a date includes that whole UTC day */
  readonly to_date?: string | Date;
  /** Only these categories */
  readonly category?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** Without these categories */
  readonly exclude_categories?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** One row per story, with its sources */
  readonly collapse?: 'story';
  /** `true` is `collapse=story` */
  readonly collapse_stories?: boolean;
  /** 8-K item in the filing; implies `source_type=sec_form8k` */
  readonly item?: string;
  /** Only these sources; `gdelt` means `publisher` */
  readonly source_type?: readonly ('publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k' | 'sec_form144' | 'sec_schedule13d' | 'sec_schedule13g' | 'sec_nt10k' | 'sec_nt10q')[];
  /** `relevance` (default): best first. `published`: newest first */
  readonly sort?: 'relevance' | 'published';
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface GetNewsBriefParameters {
  /** 1 to 100 tickers, comma-separated, in any case; share classes as in the feed; `watchlist`: the saved symbols */
  readonly tickers: string | readonly string[];
  /** How many hours back; without effect where `cursor` is given */
  readonly hours?: number;
  /** Maximum number of events, and of filings; with `cursor`, of rows */
  readonly limit?: number;
  /** `next_cursor` of an earlier brief on the same tickers: what entered the feed after it */
  readonly cursor?: string;
}

export type ListTrendingStoriesParameters = Readonly<Record<string, undefined>>;

export interface ListMacroNewsParameters {
  /** One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on. */
  readonly symbol?: string | readonly string[];
  /** Minimum relevance score */
  readonly min_relevance?: number;
  /** Rows per page: up to 20, or up to 50 on pro */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters and sort */
  readonly cursor?: string;
  /** `published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows */
  readonly sort?: 'published' | 'ingested';
  /** `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service */
  readonly include?: 'revisions';
  /** Inclusive; a date means the start of that UTC day */
  readonly from_date?: string | Date;
  /** Inclusive; a date includes that whole UTC day */
  readonly to_date?: string | Date;
  /** An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day */
  readonly as_of?: string | Date;
  /** Only one or two of the three groups */
  readonly category?: readonly ('macro_economy' | 'commodities' | 'geopolitics')[];
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface ListInsiderNewsParameters {
  /** One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on. */
  readonly symbol?: string | readonly string[];
  /** Minimum relevance score */
  readonly min_relevance?: number;
  /** Rows per page: up to 20, or up to 50 on pro */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters and sort */
  readonly cursor?: string;
  /** `published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows */
  readonly sort?: 'published' | 'ingested';
  /** `revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service */
  readonly include?: 'revisions';
  /** Inclusive; a date means the start of that UTC day */
  readonly from_date?: string | Date;
  /** Inclusive; a date includes that whole UTC day */
  readonly to_date?: string | Date;
  /** An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day */
  readonly as_of?: string | Date;
  /** `false` leaves out sales under a 10b5-1 plan; `true` returns only trades under one */
  readonly is_10b5_1?: boolean;
  /** `csv`: a file with up to as many rows as the plan allows per file; `page_size` does not apply. Without `format`, `Accept` decides */
  readonly format?: 'json' | 'csv';
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface ListInsiderClustersParameters {
  /** One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on. */
  readonly symbol?: string | readonly string[];
  /** Only clusters whose last purchase was within so many days; at most the archive of the plan */
  readonly days?: number;
  /** Minimum number of insiders, not counting labelled buyers */
  readonly min_buyers?: number;
  /** `true` also lists buyers with a label (plan, offering, duplicate filing); they are not counted */
  readonly include_labelled?: boolean;
  /** Rows per page: up to 20, or up to 50 on pro */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters */
  readonly cursor?: string;
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface GetArticleParameters {
  /** Article id */
  readonly uid: string;
  /** An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day */
  readonly as_of?: string | Date;
}

export interface ListRelatedNewsParameters {
  /** Article id */
  readonly uid: string;
}

export interface GetSourceTextParameters {
  /** Article id */
  readonly uid: string;
}

export interface ListStoriesParameters {
  /** One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on. */
  readonly symbol?: string | readonly string[];
  /** Any of these categories */
  readonly category?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** Lowest importance */
  readonly min_importance?: number;
  /** Earliest time of the last article, inclusive; a date means the start of its UTC day */
  readonly from_date?: string | Date;
  /** Latest time of the last article, inclusive; a date means its whole UTC day */
  readonly to_date?: string | Date;
  /** Stories per page, on every plan; a page may have fewer and still a `next_cursor` */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters */
  readonly cursor?: string;
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export type ListTopStoriesParameters = Readonly<Record<string, undefined>>;

export interface GetStoryParameters {
  /** The `story_id` of a row or story */
  readonly story_id: string;
}

export interface ListStoryMaterialsParameters {
  /** The `story_id` of a row or story */
  readonly story_id: string;
  /** Articles per page, on every plan */
  readonly page_size?: number;
  /** `next_cursor` of the previous page */
  readonly cursor?: string;
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface ListSymbolsParameters {
  /** Name, brand or start of a ticker, in any case. Order: exact ticker, exact name or brand, matching start, part of a name */
  readonly search?: string;
  /** Maximum number of symbols; default all */
  readonly limit?: number;
  /** Symbols to skip */
  readonly offset?: number;
  /** An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day */
  readonly as_of?: string | Date;
}

export type GetSymbolsDirectoryParameters = Readonly<Record<string, undefined>>;

export interface ListSectorSymbolsParameters {
  /** Slug of the sector, in any case */
  readonly slug: string;
}

export interface GetSymbolParameters {
  /** Ticker, in any case */
  readonly ticker: string;
  /** An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day */
  readonly as_of?: string | Date;
}

export interface GetSentimentSummaryParameters {
  /** Ticker, in any case */
  readonly ticker: string;
}

export interface ListPeersParameters {
  /** Ticker, in any case */
  readonly ticker: string;
}

export interface GetInsiderSummaryParameters {
  /** Ticker, in any case */
  readonly ticker: string;
}

export interface ListInsiderTradesParameters {
  /** Ticker, in any case */
  readonly ticker: string;
  /** Filters `events`; code D counts as a sell */
  readonly side?: 'all' | 'buy' | 'sell';
  /** Events per page */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same `side` */
  readonly cursor?: string;
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface GetLatestEarningsReadParameters {
  /** Ticker, in any case */
  readonly ticker: string;
}

export interface ListEarningsReadsParameters {
  /** Ticker, in any case */
  readonly ticker: string;
}

export interface GetRadarSnapshotParameters {
  /** `market` (default), or `watchlist` for the saved symbols of the account */
  readonly scope?: 'market' | 'watchlist';
  /** Only these tickers within the scope; other tickers of the company are not included */
  readonly tickers?: string | readonly string[];
  /** Only this ticker */
  readonly ticker?: string;
  /** Time window before the cutoff; default 24h */
  readonly window?: '24h' | '4h';
  /** Default: all */
  readonly market?: 'all' | 'us_equity' | 'crypto' | 'international';
  /** `positive`: tone of at least 0.2; `negative`: tone of at most -0.2, or down by at least 0.2 since the previous window; `mixed`: between the two. Rows without tone appear only with `all` */
  readonly sentiment?: 'all' | 'positive' | 'negative' | 'mixed';
  /** `score` (news_z, default), `stories`, `model_stories`, `sentiment` or `sentiment_change` */
  readonly sort?: 'score' | 'stories' | 'model_stories' | 'sentiment' | 'sentiment_change';
  /** Default: desc. Rows without a value come last; ties are ordered by ticker */
  readonly order?: 'desc' | 'asc';
  /** Minimum news_z */
  readonly min_z?: number;
  /** Part of the ticker */
  readonly search?: string;
  /** Rows per page */
  readonly limit?: number;
  /** Rows to skip; with a cursor it must be 0 */
  readonly offset?: number;
  /** `next_cursor` of the previous page, with the same filters and limit; continues in the same snapshot */
  readonly cursor?: string;
  /** An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day */
  readonly as_of?: string | Date;
}

export interface GetCoverageParameters {
  /** An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day */
  readonly as_of?: string | Date;
}

export type GetQualityParameters = Readonly<Record<string, undefined>>;

export interface ListCalendarParameters {
  /** Start of the window, inclusive; a date means 00:00 UTC. Default: today 00:00 UTC, or 7 days before a `to_date` in the past */
  readonly from_date?: string | Date;
  /** End of the window, exclusive; a date means 00:00 UTC, so that day is not included. Default: 7 days after the start; at most 400 days after it */
  readonly to_date?: string | Date;
  /** Only these series */
  readonly event_key?: readonly ('fomc_decision' | 'fomc_minutes' | 'cpi' | 'ppi' | 'nfp' | 'gdp' | 'pce' | 'retail_sales' | 'jobless_claims' | 'jolts')[];
  /** Only these tiers */
  readonly importance?: readonly ('high' | 'medium' | 'low')[];
  /** Only releases of these countries */
  readonly country?: readonly 'US'[];
}

export type GetUsageParameters = Readonly<Record<string, undefined>>;

export type ListExportDaysParameters = Readonly<Record<string, undefined>>;

export interface ExportNewsParameters {
  /** UTC day of `time_published`; default: yesterday */
  readonly date?: string | Date;
  /** Overrides Accept; default: ndjson */
  readonly format?: 'ndjson' | 'csv' | 'parquet';
}

export interface GetSchemaParameters {
  /** The only supported format */
  readonly format?: 'json';
}

export type GetSwaggerUiParameters = Readonly<Record<string, undefined>>;

export type GetServiceParameters = Readonly<Record<string, undefined>>;

/** Parameters, result and, for an operation that pages, its items, by operation. */
export interface Operations {
  /**
   * News feed. `GET /api/news/`
   * News, newest first, or with `sort=ingested` in the order in which it entered the feed. To poll, call it once with `sort=ingested` and no cursor to get the newest rows. Then send the `next_cursor` of each answer with the next call, with the same `sort` and filters, and wait only after an empty page.
   */
  readonly listNews: { readonly parameters: ListNewsParameters; readonly result: NewsList; readonly isPaged: true; readonly item: NewsItem; readonly isDelta: true };
  /**
   * News stream. `GET /api/news/stream/`
   * Server-sent events: `event: news` (with `include=revisions` also `revision` and `retraction`), `id:` the delta cursor after the row, `data:` the row on one line. The stream starts with the newest row, or after `Last-Event-ID` or `cursor`. Event ids and cursors of `/api/news/` with `sort=ingested` can be used for each other. Every row is sent exactly once and in order, also across reconnects. A comment with an id is sent every 15 s. The last event is `behind` if the reader is slower than the feed, or `end` with a problem if the service ends the stream (quota, key, plan, repair); reconnect with its id. Costs one request when opened and one per minute.
   */
  readonly streamNews: { readonly parameters: StreamNewsParameters; readonly result: NewsItem; readonly isStream: true };
  /**
   * Search news. `GET /api/news/search/`
   * The best 200 articles for a search, or with `sort=published` the newest 200, within the plan's archive. If nothing matches everything, phrases are searched as single words, then half of the words are enough; `query` shows this. Paging by cursor keeps to the articles that existed at the first page, so each result appears once.
   */
  readonly searchNews: { readonly parameters: SearchNewsParameters; readonly result: SearchList; readonly isPaged: true; readonly item: SearchItem };
  /**
   * News brief for several tickers. `GET /api/news/brief/`
   * Recent articles and filings about up to 100 companies or the watchlist, or those since the last brief, with what stayed quiet, their next report dates and the day's macro releases, in at most 60000 bytes. `events_truncated` and `filings_truncated` are true if there was more.
   */
  readonly getNewsBrief: { readonly parameters: GetNewsBriefParameters; readonly result: NewsBrief; readonly isPaged: true };
  /**
   * Top stories of the last 48 hours. `GET /api/news/trending/`
   * At most 10 stories with a relevance of at least 8, at most two per ticker, ranked by a score that halves per day of age. Each story is shown by its best-ranked article, so `story_id` may be the `uid` of another article. `sources` lists the outlets of the story. `next_cursor` is null.
   */
  readonly listTrendingStories: { readonly parameters: ListTrendingStoriesParameters; readonly result: NewsList };
  /**
   * Macro news feed. `GET /api/news/macro/`
   * News about the economy, commodities and geopolitics, in the same format as the news feed. Most rows name no ticker; `symbol` returns only rows about that symbol.
   */
  readonly listMacroNews: { readonly parameters: ListMacroNewsParameters; readonly result: NewsList; readonly isPaged: true; readonly item: NewsItem; readonly isDelta: true };
  /**
   * Insider trades feed (Form 4). `GET /api/news/insider/`
   * Insider trades in the format of the news feed. `from_date` and `to_date` refer to the time the filing reached the feed, not to the trade. New trades often appear below the newest page, so poll with `sort=ingested`. With `format=csv` the same rows are streamed as a file, which costs one request of the quota.
   */
  readonly listInsiderNews: { readonly parameters: ListInsiderNewsParameters; readonly result: NewsList; readonly isPaged: true; readonly item: NewsItem; readonly isDelta: true };
  /**
   * Insider cluster purchases. `GET /api/news/insider/clusters/`
   * Runs of open-market purchases (code P) of one issuer by different insiders, with no gap longer than 14 days, latest SEC filing first. Owners who file together count as one buyer. A run is returned whole, including purchases older than `days`.
   */
  readonly listInsiderClusters: { readonly parameters: ListInsiderClustersParameters; readonly result: InsiderClusterList; readonly isPaged: true; readonly item: InsiderCluster };
  /**
   * One article. `GET /api/news/{uid}/`
   * The row as in a list, with its key entities, what its tickers, score and directions rest on and, for an earnings release that could be read, its earnings read. Works on every plan for articles of any age: the archive limits date windows and cursors, not a known `uid`.
   */
  readonly getArticle: { readonly parameters: GetArticleParameters; readonly result: Article };
  /**
   * Related articles. `GET /api/news/{uid}/related/`
   * At most 6 articles of other stories within the plan's archive. First come articles that share a ticker, from one week before the article on, newest first; then the newest of its category. Form 4 rows appear only for a Form 4 row. `next_cursor` is null.
   */
  readonly listRelatedNews: { readonly parameters: ListRelatedNewsParameters; readonly result: NewsList };
  /**
   * Source text of an earnings read. `GET /api/news/{uid}/source-text/`
   * Plain text of the filing, from which the earnings read was made. `evidence` offsets are UTF-16 positions in it. Only rows with an earnings read have a source text.
   */
  readonly getSourceText: { readonly parameters: GetSourceTextParameters; readonly result: string };
  /**
   * Stories. `GET /api/stories/`
   * Events that two or more publishers reported, counted by owner; the latest article first. All pages of a walk show the stories as they were at its first page.
   */
  readonly listStories: { readonly parameters: ListStoriesParameters; readonly result: StoryList; readonly isPaged: true; readonly item: StoryCard };
  /**
   * Top stories of 48 hours. `GET /api/stories/top/`
   * At most 50 stories with an article of the last 48 hours: ranked by importance, plus a point for each doubling of the publishers (at most 2), minus a point for each 12 hours since the facts last changed. One story per company. `next_cursor` is null.
   */
  readonly listTopStories: { readonly parameters: ListTopStoriesParameters; readonly result: TopStories };
  /**
   * One story. `GET /api/stories/{story_id}/`
   * Resolves the `story_id` of any row within the plan's archive. Every sentence and number comes from its materials.
   */
  readonly getStory: { readonly parameters: GetStoryParameters; readonly result: StoryLookup };
  /**
   * The articles of a story. `GET /api/stories/{story_id}/materials/`
   * Oldest first. 404 if the id is `merged` or `not_a_story`. Articles that join during a walk are not shown.
   */
  readonly listStoryMaterials: { readonly parameters: ListStoryMaterialsParameters; readonly result: StoryMaterials; readonly isPaged: true; readonly item: StoryMaterial };
  /**
   * Symbol list. `GET /api/symbols/`
   * All active symbols in alphabetical order, or with `search` the best match first. Use `limit` and `offset` for a part of the list. `next_cursor` is null. With `as_of`, those that were active at that moment as the service knew it; a symbol of the first list counts as listed ever since.
   */
  readonly listSymbols: { readonly parameters: ListSymbolsParameters; readonly result: SymbolList };
  /**
   * Most active symbols and sectors. `GET /api/symbols/directory/`
   * The 20 symbols with the most rows in the last 7 days, and each sector with its most active symbols. Symbols with an unknown sector are in no sector.
   */
  readonly getSymbolsDirectory: { readonly parameters: GetSymbolsDirectoryParameters; readonly result: SymbolsDirectory };
  /**
   * Symbols of a sector. `GET /api/symbols/sectors/{slug}/`
   * All active symbols of the sector, those with the most rows in the last 7 days first. `/api/symbols/directory/` lists the slugs.
   */
  readonly listSectorSymbols: { readonly parameters: ListSectorSymbolsParameters; readonly result: SectorSymbols };
  /**
   * One symbol. `GET /api/symbols/{ticker}/`
   * Delisted symbols are found too. `renamed_to` is the current ticker of the company after all renames. With `as_of`, holder, CIK, status, renames and share classes are those of that moment; a name that changed without a new ticker, descriptions and sectors are of today, and `next_report_date` is null. A symbol of the first list counts as listed ever since.
   */
  readonly getSymbol: { readonly parameters: GetSymbolParameters; readonly result: Symbol };
  /**
   * Sentiment of 7 days. `GET /api/symbols/{ticker}/sentiment-summary/`
   * Number of articles by expected direction, with a relevance of at least 4, in the last 7 UTC days including today. Form 4 rows are not counted. Former tickers and other share classes of the issuer are included.
   */
  readonly getSentimentSummary: { readonly parameters: GetSentimentSummaryParameters; readonly result: SentimentSummary };
  /**
   * Peers of a company. `GET /api/symbols/{ticker}/peers/`
   * At most 10 companies of the same industry, or of the same sector if the industry has few; one ticker per issuer. The most recently covered come first, then the largest. Empty if the sector is unknown.
   */
  readonly listPeers: { readonly parameters: ListPeersParameters; readonly result: PeerList };
  /**
   * Insider trades over 30 days, summed. `GET /api/symbols/{ticker}/insider-summary/`
   * Counts and sums by trade date (the last fill). Former tickers and other share classes of the issuer are included.
   */
  readonly getInsiderSummary: { readonly parameters: GetInsiderSummaryParameters; readonly result: InsiderSummary };
  /**
   * Insider trades of an issuer. `GET /api/symbols/{ticker}/insider-trades/`
   * Newest first by date of the last fill. The first page also has sums, the most active insiders, monthly and weekly series and all events of 12 months; a cursor pages further back. Backfilled trades have no article, nor do repeated reports of one trade by co-owners (`is_joint_duplicate`), which are not counted in sums. All plans can read the whole history.
   */
  readonly listInsiderTrades: { readonly parameters: ListInsiderTradesParameters; readonly result: InsiderTrades; readonly isPaged: true; readonly item: InsiderTradeEvent };
  /**
   * Latest earnings read of a ticker. `GET /api/symbols/{ticker}/earnings/latest/`
   * Only a short reference; fetch the article by its `uid` for the full read.
   */
  readonly getLatestEarningsRead: { readonly parameters: GetLatestEarningsReadParameters; readonly result: EarningsPointer | null };
  /**
   * Earnings reads of a ticker. `GET /api/symbols/{ticker}/earnings/`
   * At most 20, newest first, on one page, with the next confirmed report date. An earnings read is published only if every number is verified in the filing, so not every release has one.
   */
  readonly listEarningsReads: { readonly parameters: ListEarningsReadsParameters; readonly result: EarningsList };
  /**
   * Radar: unusual news activity. `GET /api/signals/snapshot/`
   * Tickers ranked by how unusual their number of stories is, with tone, headlines and filings. One snapshot is made per minute; the delay of the plan decides which one you see. A cursor stays in its snapshot for three hours. Radar describes the news; it is not a forecast and not an alert.
   */
  readonly getRadarSnapshot: { readonly parameters: GetRadarSnapshotParameters; readonly result: RadarSnapshot; readonly isPaged: true; readonly item: RadarRow };
  /**
   * Coverage by source. `GET /api/coverage/`
   * One row per source: how many rows it has, from when until when, its delay, and whether it is stale. Computed once a day, and at least hourly as long as a source, a channel or the first comparison with an index of EDGAR is missing, as on the first day; `as_of` gives the last report before an instant.
   */
  readonly getCoverage: { readonly parameters: GetCoverageParameters; readonly result: CoverageReport };
  /**
   * Measured quality. `GET /api/quality/`
   * Precision, recall and other figures of this release on labelled sets, one entry per task and set, and what share of its answers came true by the probability that they claim. The same as a page: `/quality/`.
   */
  readonly getQuality: { readonly parameters: GetQualityParameters; readonly result: Quality };
  /**
   * Calendar of scheduled US macro releases. `GET /api/calendar/`
   * FOMC decisions and minutes, CPI, PPI, nonfarm payrolls, GDP estimates, PCE, advance retail sales, weekly jobless claims and JOLTS, in order of time. By default: today and the next six days. `uid` stays the same when a release is moved.
   */
  readonly listCalendar: { readonly parameters: ListCalendarParameters; readonly result: CalendarList };
  /**
   * Quota and usage of the account. `GET /api/usage/`
   * Limits and usage of both quota windows, and the calls of the last 31 days by operation and key. Costs nothing.
   */
  readonly getUsage: { readonly parameters: GetUsageParameters; readonly result: Usage };
  /**
   * Days of news to download. `GET /api/export/`
   * The days with rows in the archive of the plan, newest first. A first request begins to make all files, newest first, and waits up to 5 s for them; `bytes` and `sha256` are null for those that are still being made, so request the list again after a minute. A row that arrives late, or a correction, changes the checksum of its day.
   */
  readonly listExportDays: { readonly parameters: ListExportDaysParameters; readonly result: ExportList };
  /**
   * News of a day as a file. `GET /api/export/news/`
   * All rows published on a UTC day, in the order in which they entered the feed, as JSON lines, CSV or Parquet. NDJSON lines are rows of the feed with `story_id`; the other formats have columns, of which `document` is that line. `ETag` is the SHA-256 of the file. `Range` and `If-Range` resume a download. The header `…-Complete: false` means that the day is not over.
   */
  readonly exportNews: { readonly parameters: ExportNewsParameters; readonly result: string };
  /**
   * OpenAPI document. `GET /api/schema/`
   * OpenAPI 3.1. Needs no key.
   */
  readonly getSchema: { readonly parameters: GetSchemaParameters; readonly result: GetSchemaResult };
  /**
   * Interactive API documentation. `GET /api/schema/swagger-ui/`
   * An HTML page. Viewing it needs no key, calling the API does.
   */
  readonly getSwaggerUi: { readonly parameters: GetSwaggerUiParameters; readonly result: string };
  /**
   * Service links. `GET /`
   * Paths of the documentation and the feed. Needs no key.
   */
  readonly getService: { readonly parameters: GetServiceParameters; readonly result: GetServiceResult };
}

export const operations = {
  listNews: { method: 'GET', path: '/api/news/', type: 'application/json', items: 'results' },
  streamNews: { method: 'GET', path: '/api/news/stream/', type: 'text/event-stream' },
  searchNews: { method: 'GET', path: '/api/news/search/', type: 'application/json', items: 'results' },
  getNewsBrief: { method: 'GET', path: '/api/news/brief/', type: 'application/json' },
  listTrendingStories: { method: 'GET', path: '/api/news/trending/', type: 'application/json' },
  listMacroNews: { method: 'GET', path: '/api/news/macro/', type: 'application/json', items: 'results' },
  listInsiderNews: { method: 'GET', path: '/api/news/insider/', type: 'application/json', items: 'results' },
  listInsiderClusters: { method: 'GET', path: '/api/news/insider/clusters/', type: 'application/json', items: 'results' },
  getArticle: { method: 'GET', path: '/api/news/{uid}/', type: 'application/json' },
  listRelatedNews: { method: 'GET', path: '/api/news/{uid}/related/', type: 'application/json' },
  getSourceText: { method: 'GET', path: '/api/news/{uid}/source-text/', type: 'text/plain' },
  listStories: { method: 'GET', path: '/api/stories/', type: 'application/json', items: 'results' },
  listTopStories: { method: 'GET', path: '/api/stories/top/', type: 'application/json' },
  getStory: { method: 'GET', path: '/api/stories/{story_id}/', type: 'application/json' },
  listStoryMaterials: { method: 'GET', path: '/api/stories/{story_id}/materials/', type: 'application/json', items: 'results' },
  listSymbols: { method: 'GET', path: '/api/symbols/', type: 'application/json' },
  getSymbolsDirectory: { method: 'GET', path: '/api/symbols/directory/', type: 'application/json' },
  listSectorSymbols: { method: 'GET', path: '/api/symbols/sectors/{slug}/', type: 'application/json' },
  getSymbol: { method: 'GET', path: '/api/symbols/{ticker}/', type: 'application/json' },
  getSentimentSummary: { method: 'GET', path: '/api/symbols/{ticker}/sentiment-summary/', type: 'application/json' },
  listPeers: { method: 'GET', path: '/api/symbols/{ticker}/peers/', type: 'application/json' },
  getInsiderSummary: { method: 'GET', path: '/api/symbols/{ticker}/insider-summary/', type: 'application/json' },
  listInsiderTrades: { method: 'GET', path: '/api/symbols/{ticker}/insider-trades/', type: 'application/json', items: 'events' },
  getLatestEarningsRead: { method: 'GET', path: '/api/symbols/{ticker}/earnings/latest/', type: 'application/json' },
  listEarningsReads: { method: 'GET', path: '/api/symbols/{ticker}/earnings/', type: 'application/json' },
  getRadarSnapshot: { method: 'GET', path: '/api/signals/snapshot/', type: 'application/json', items: 'results' },
  getCoverage: { method: 'GET', path: '/api/coverage/', type: 'application/json' },
  getQuality: { method: 'GET', path: '/api/quality/', type: 'application/json' },
  listCalendar: { method: 'GET', path: '/api/calendar/', type: 'application/json' },
  getUsage: { method: 'GET', path: '/api/usage/', type: 'application/json' },
  listExportDays: { method: 'GET', path: '/api/export/', type: 'application/json' },
  exportNews: { method: 'GET', path: '/api/export/news/', type: 'application/x-ndjson' },
  getSchema: { method: 'GET', path: '/api/schema/', type: 'application/json' },
  getSwaggerUi: { method: 'GET', path: '/api/schema/swagger-ui/', type: 'text/html' },
  getService: { method: 'GET', path: '/', type: 'application/json' },
} as const satisfies Readonly<Record<keyof Operations, OperationFacts>>;
