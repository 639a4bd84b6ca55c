/** Every operation of the service: what it takes and answers, and how a request for it is made. Made from the OpenAPI document by `npm run clients`: changes made here are lost. */
import type { OperationFacts } from '../operation-facts.ts';
import type { Article, CalendarList, CoverageReport, EarningsList, EarningsPointer, GetSchemaResult, GetServiceResult, InsiderCluster, InsiderClusterList, InsiderSummary, InsiderTradeEvent, InsiderTrades, NewsBrief, NewsItem, NewsList, PeerList, RadarRow, RadarSnapshot, SearchItem, SearchList, SectorSymbols, SentimentSummary, StoryCard, StoryList, StoryLookup, StoryMaterial, StoryMaterials, Symbol, SymbolList, SymbolsDirectory, TopStories, Usage } from './schemas.ts';

export interface ListNewsParameters {
  /** One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on. */
  readonly symbol?: string | readonly string[];
  /** Least relevance score */
  readonly min_relevance?: number;
  /** Rows per page: up to 20, on Pro up to 50 */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters and sort */
  readonly cursor?: string;
  /** `published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows */
  readonly sort?: 'published' | 'ingested';
  /** Inclusive; a date means the start of its UTC day */
  readonly from_date?: string | Date;
  /** Inclusive; a date means its whole UTC day */
  readonly to_date?: string | Date;
  /** Any of these categories */
  readonly category?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** None of these categories */
  readonly exclude_categories?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** One row per story, with its sources */
  readonly collapse?: 'story';
  /** `true` is `collapse=story` */
  readonly collapse_stories?: boolean;
  /** 8-K item that the filing carries; implies `source_type=sec_form8k` */
  readonly item?: string;
  /** Any of these sources; `gdelt` stands for `publisher` */
  readonly source_type?: readonly ('publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k')[];
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface StreamNewsParameters {
  /** One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on. */
  readonly symbol?: string | readonly string[];
  /** Least relevance score */
  readonly min_relevance?: number;
  /** Id of the last event received, or `next_cursor` of the feed with `sort=ingested` and the same filters */
  readonly cursor?: string;
  /** Any of these categories */
  readonly category?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** None of these categories */
  readonly exclude_categories?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** One row per story, with its sources */
  readonly collapse?: 'story';
  /** `true` is `collapse=story` */
  readonly collapse_stories?: boolean;
  /** 8-K item that the filing carries; implies `source_type=sec_form8k` */
  readonly item?: string;
  /** Any of these sources; `gdelt` stands for `publisher` */
  readonly source_type?: readonly ('publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k')[];
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
}

export interface SearchNewsParameters {
  /** Words that must occur in title, summary or entities, in any case, singular or plural; `"quoted phrases"`; `-word` excludes; `OR` between two. A company by name, brand or ticker also finds the articles tagged with it */
  readonly q: string;
  /** One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on. */
  readonly symbol?: string | readonly string[];
  /** Least relevance score */
  readonly min_relevance?: number;
  /** Rows per page: up to 20, on Pro up to 50 */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters and sort */
  readonly cursor?: string;
  /** Inclusive; a date means the start of its UTC day */
  readonly from_date?: string | Date;
  /** Inclusive; a date means its whole UTC day */
  readonly to_date?: string | Date;
  /** Any of these categories */
  readonly category?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** None of these categories */
  readonly exclude_categories?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** One row per story, with its sources */
  readonly collapse?: 'story';
  /** `true` is `collapse=story` */
  readonly collapse_stories?: boolean;
  /** 8-K item that the filing carries; implies `source_type=sec_form8k` */
  readonly item?: string;
  /** Any of these sources; `gdelt` stands for `publisher` */
  readonly source_type?: readonly ('publisher' | 'sec_form4' | 'sec_form8k' | 'sec_form6k')[];
  /** `relevance`, the default: best first. `published`: newest first */
  readonly sort?: 'relevance' | 'published';
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface GetNewsBriefParameters {
  /** 1 to 100 tickers, comma-separated: any case, share classes as in the feed */
  readonly tickers: string | readonly string[];
  /** How far back */
  readonly hours?: number;
  /** Most events and most filings in the answer */
  readonly limit?: number;
}

export type ListTrendingStoriesParameters = Readonly<Record<string, undefined>>;

export interface ListMacroNewsParameters {
  /** One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on. */
  readonly symbol?: string | readonly string[];
  /** Least relevance score */
  readonly min_relevance?: number;
  /** Rows per page: up to 20, on Pro up to 50 */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters and sort */
  readonly cursor?: string;
  /** `published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows */
  readonly sort?: 'published' | 'ingested';
  /** Inclusive; a date means the start of its UTC day */
  readonly from_date?: string | Date;
  /** Inclusive; a date means its whole UTC day */
  readonly to_date?: string | Date;
  /** A part of the three */
  readonly category?: readonly ('macro_economy' | 'commodities' | 'geopolitics')[];
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface ListInsiderNewsParameters {
  /** One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on. */
  readonly symbol?: string | readonly string[];
  /** Least relevance score */
  readonly min_relevance?: number;
  /** Rows per page: up to 20, on Pro up to 50 */
  readonly page_size?: number;
  /** `next_cursor` of the previous page, with the same filters and sort */
  readonly cursor?: string;
  /** `published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows */
  readonly sort?: 'published' | 'ingested';
  /** Inclusive; a date means the start of its UTC day */
  readonly from_date?: string | Date;
  /** Inclusive; a date means its whole UTC day */
  readonly to_date?: string | Date;
  /** `false` drops sales under a 10b5-1 plan, `true` keeps only events under one */
  readonly is_10b5_1?: boolean;
  /** `csv`: a file, with as many rows as the plan allows; `page_size` does not apply. Without it, `Accept` decides */
  readonly format?: 'json' | 'csv';
  /** The same as `symbol` */
  readonly ticker?: string | readonly string[];
  /** The same as `symbol` */
  readonly tickers?: string | readonly string[];
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface ListInsiderClustersParameters {
  /** One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on. */
  readonly symbol?: string | readonly string[];
  /** Runs whose last purchase is at most this many days old; limited by the plan's archive */
  readonly days?: number;
  /** Lowest number of counted insiders */
  readonly min_buyers?: number;
  /** `true` also lists buyers with a label (plan lot, offering, duplicate filing), which are not counted */
  readonly include_labelled?: boolean;
  /** Rows per page: up to 20, on Pro up to 50 */
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
  /** Article identifier */
  readonly uid: string;
}

export interface ListRelatedNewsParameters {
  /** Article identifier */
  readonly uid: string;
}

export interface GetSourceTextParameters {
  /** Article identifier */
  readonly uid: string;
}

export interface ListStoriesParameters {
  /** One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on. */
  readonly symbol?: string | readonly string[];
  /** Any of these categories */
  readonly category?: readonly ('earnings' | 'mergers_acquisitions' | 'regulation' | 'macro_economy' | 'sector_analysis' | 'market_movers' | 'technology' | 'commodities' | 'crypto' | 'ipo' | 'geopolitics' | 'insider' | 'corporate_actions' | 'other')[];
  /** Least importance */
  readonly min_importance?: number;
  /** Inclusive, of the last article; a bare date starts its UTC day */
  readonly from_date?: string | Date;
  /** Inclusive, of the last article; a bare date covers its UTC day */
  readonly to_date?: string | Date;
  /** Stories a page, on every plan; a page may have fewer and still a `next_cursor` */
  readonly page_size?: number;
  /** `next_cursor` of the page before, with the same filters */
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
  /** Articles a page, on every plan */
  readonly page_size?: number;
  /** `next_cursor` of the page before */
  readonly cursor?: string;
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface ListSymbolsParameters {
  /** Name, brand or beginning of a ticker, any case; the exact ticker first, then an exact name or brand, then beginnings, then parts of names */
  readonly search?: string;
  /** At most so many; without it all */
  readonly limit?: number;
  /** Leaves out so many first */
  readonly offset?: number;
}

export type GetSymbolsDirectoryParameters = Readonly<Record<string, undefined>>;

export interface ListSectorSymbolsParameters {
  /** Slug of the sector, any case */
  readonly slug: string;
}

export interface GetSymbolParameters {
  /** Ticker, any case */
  readonly ticker: string;
}

export interface GetSentimentSummaryParameters {
  /** Ticker, any case */
  readonly ticker: string;
}

export interface ListPeersParameters {
  /** Ticker, any case */
  readonly ticker: string;
}

export interface GetInsiderSummaryParameters {
  /** Ticker, any case */
  readonly ticker: string;
}

export interface ListInsiderTradesParameters {
  /** Ticker, any case */
  readonly ticker: string;
  /** Of the paginated `events`; code D counts as a sell */
  readonly side?: 'all' | 'buy' | 'sell';
  /** Events a page */
  readonly page_size?: number;
  /** `next_cursor` of the page before, with the same `side` */
  readonly cursor?: string;
  /** The same as `page_size` */
  readonly limit?: number;
}

export interface GetLatestEarningsReadParameters {
  /** Ticker, any case */
  readonly ticker: string;
}

export interface ListEarningsReadsParameters {
  /** Ticker, any case */
  readonly ticker: string;
}

export interface GetRadarSnapshotParameters {
  /** `market` (default) or `watchlist`: the account's saved symbols */
  readonly scope?: 'market' | 'watchlist';
  /** Only these, within the scope; no other names of a company are looked for */
  readonly tickers?: string | readonly string[];
  /** Only this one */
  readonly ticker?: string;
  /** The hours that end at the cutoff; default 24h */
  readonly window?: '24h' | '4h';
  /** Default all */
  readonly market?: 'all' | 'us_equity' | 'crypto' | 'international';
  /** `positive`: tone from 0.2 on; `negative`: to -0.2, or fallen by as much since the window before; `mixed`: between the two. A row without tone passes `all` only */
  readonly sentiment?: 'all' | 'positive' | 'negative' | 'mixed';
  /** `score` (news_z, default), `stories`, `model_stories`, `sentiment` or `sentiment_change` */
  readonly sort?: 'score' | 'stories' | 'model_stories' | 'sentiment' | 'sentiment_change';
  /** Default desc. Rows without a value come last in both orders; ties by ticker */
  readonly order?: 'desc' | 'asc';
  /** Rows whose news_z is at least this */
  readonly min_z?: number;
  /** Part of a ticker */
  readonly search?: string;
  /** Rows a page */
  readonly limit?: number;
  /** Rows to pass over; together with a cursor only 0 */
  readonly offset?: number;
  /** `next_cursor` of the previous page, with the same filters and limit: the same snapshot */
  readonly cursor?: string;
}

export type GetCoverageParameters = Readonly<Record<string, undefined>>;

export interface ListCalendarParameters {
  /** Start of the window, inclusive; a date means its first moment, UTC. Default: today 00:00 UTC, or 7 days before a past `to_date` */
  readonly from_date?: string | Date;
  /** End of the window, exclusive: a date is not part of it. Default: 7 days after the start; at most 400 days after it */
  readonly to_date?: string | Date;
  /** Only these series */
  readonly event_key?: readonly ('fomc_decision' | 'fomc_minutes' | 'cpi' | 'ppi' | 'nfp' | 'gdp' | 'pce' | 'retail_sales' | 'jobless_claims' | 'jolts')[];
  /** Only these tiers */
  readonly importance?: readonly ('high' | 'medium' | 'low')[];
  /** Only releases of these countries */
  readonly country?: readonly 'US'[];
}

export type GetUsageParameters = Readonly<Record<string, undefined>>;

export interface GetSchemaParameters {
  /** The only supported format */
  readonly format?: 'json';
}

export type GetSwaggerUiParameters = Readonly<Record<string, undefined>>;

export type GetServiceParameters = Readonly<Record<string, undefined>>;

/** By name: parameters, result and, of those that page, the page's items. */
export interface Operations {
  /**
   * The feed. `GET /api/news/`
   * News newest first, or with `sort=ingested` in the order it entered the feed. To poll: call it once with `sort=ingested` and no cursor to get the newest rows. Then send each answer's `next_cursor` with the next call, with the same `sort` and filters, and wait only after an empty page.
   */
  readonly listNews: { readonly parameters: ListNewsParameters; readonly result: NewsList; readonly isPaged: true; readonly item: NewsItem; readonly isDelta: true };
  /**
   * The feed as a stream. `GET /api/news/stream/`
   * Server-sent events: `event: news`, `id:` the delta cursor after the row, `data:` the row on one line. Begins with the newest row, or after `Last-Event-ID` or `cursor`; both take the id of an event, and cursors of `/api/news/` with `sort=ingested`, and the feed takes ids. Every row comes exactly once and in order, across connections to any process. A comment comes every 15 s, with an id. A reader slower than the feed gets an event `behind`; when the service ends a stream (quota, key, plan, repair) it gets an event `end` with a problem. Both are the last event, and their id is where to resume. Costs one request when opened and one each minute.
   */
  readonly streamNews: { readonly parameters: StreamNewsParameters; readonly result: NewsItem; readonly isStream: true };
  /**
   * Search the news. `GET /api/news/search/`
   * The best 200 articles for some words, or with `sort=published` the newest 200, within the plan's archive. Where nothing has all of them, phrases are taken as loose words, then half of the words suffice: `query` says so. A walk by cursor shows each result of its first page's moment once, whatever arrives meanwhile.
   */
  readonly searchNews: { readonly parameters: SearchNewsParameters; readonly result: SearchList; readonly isPaged: true; readonly item: SearchItem };
  /**
   * A brief for several tickers. `GET /api/news/brief/`
   * Recent articles and filings about up to 100 companies, and their next report dates, in at most 60000 bytes; `events_truncated` and `filings_truncated` say whether more exist.
   */
  readonly getNewsBrief: { readonly parameters: GetNewsBriefParameters; readonly result: NewsBrief };
  /**
   * Top stories of the last 48 hours. `GET /api/news/trending/`
   * At most 10 stories of relevance 8 and more, ranked by a score that halves with each day of age, at most two per ticker. Each story is represented by its best-ranked article: `story_id` may be another's `uid`, `sources` are the outlets that carry the story. `next_cursor` is null.
   */
  readonly listTrendingStories: { readonly parameters: ListTrendingStoriesParameters; readonly result: NewsList };
  /**
   * The macro feed. `GET /api/news/macro/`
   * News of the economy, commodities and geopolitics in one list, in the shape of the feed. Most rows name no ticker; `symbol` keeps the rows that name one.
   */
  readonly listMacroNews: { readonly parameters: ListMacroNewsParameters; readonly result: NewsList; readonly isPaged: true; readonly item: NewsItem; readonly isDelta: true };
  /**
   * The Form 4 feed. `GET /api/news/insider/`
   * Insider events in the shape of the feed. `from_date` and `to_date` limit when the filing reached the feed, not when the trade was made. New events often enter below the newest page: follow them with `sort=ingested`. With `format=csv` the same rows are streamed as a file, which costs one request.
   */
  readonly listInsiderNews: { readonly parameters: ListInsiderNewsParameters; readonly result: NewsList; readonly isPaged: true; readonly item: NewsItem; readonly isDelta: true };
  /**
   * Cluster buys. `GET /api/news/insider/clusters/`
   * Runs of open-market purchases (code P) of one issuer by different insiders, no gap over 14 days; latest SEC filing time first. Owners who sign forms together count as one buyer. A run is returned whole, including purchases before `days`.
   */
  readonly listInsiderClusters: { readonly parameters: ListInsiderClustersParameters; readonly result: InsiderClusterList; readonly isPaged: true; readonly item: InsiderCluster };
  /**
   * One article. `GET /api/news/{uid}/`
   * The row as in lists, with its key entities and, for an earnings release that could be read, its figures. Every plan may fetch an article of any age: the archive limits windows and cursors, not a known `uid`.
   */
  readonly getArticle: { readonly parameters: GetArticleParameters; readonly result: Article };
  /**
   * Articles related to one. `GET /api/news/{uid}/related/`
   * At most 6 articles of other stories within the plan's archive: first articles that share a ticker, from one week before the article on, newest first; then the newest of its category. Form 4 rows only for a Form 4 row. `next_cursor` is null.
   */
  readonly listRelatedNews: { readonly parameters: ListRelatedNewsParameters; readonly result: NewsList };
  /**
   * The text behind an earnings read. `GET /api/news/{uid}/source-text/`
   * Plain text of the filing, as it was read. Offsets of `evidence` are UTF-16 positions in it. Only rows with an earnings read have one.
   */
  readonly getSourceText: { readonly parameters: GetSourceTextParameters; readonly result: string };
  /**
   * Stories. `GET /api/stories/`
   * Events that two or more publishers, by owner, reported, the one with the latest article first. A walk sees the stories as they were when it began, whatever joins them meanwhile.
   */
  readonly listStories: { readonly parameters: ListStoriesParameters; readonly result: StoryList; readonly isPaged: true; readonly item: StoryCard };
  /**
   * Top stories of 48 hours. `GET /api/stories/top/`
   * At most 50 stories with an article of the last 48 hours: importance, a point for each doubling of the publishers (at most 2), less a point for each 12 hours since the facts last changed. One story a ticker, other share classes included. `next_cursor` is null.
   */
  readonly listTopStories: { readonly parameters: ListTopStoriesParameters; readonly result: TopStories };
  /**
   * One story. `GET /api/stories/{story_id}/`
   * Any `story_id` of a row resolves, inside the archive of the plan. Every sentence and number in it is one of its materials.
   */
  readonly getStory: { readonly parameters: GetStoryParameters; readonly result: StoryLookup };
  /**
   * The articles of a story. `GET /api/stories/{story_id}/materials/`
   * Oldest first. 404 where the id is `merged` or `not_a_story`. Articles that join during a walk are not in it.
   */
  readonly listStoryMaterials: { readonly parameters: ListStoryMaterialsParameters; readonly result: StoryMaterials; readonly isPaged: true; readonly item: StoryMaterial };
  /**
   * The symbol directory. `GET /api/symbols/`
   * Active symbols in the order of the alphabet, all of them unless sliced; with `search` the best match first. `next_cursor` is null.
   */
  readonly listSymbols: { readonly parameters: ListSymbolsParameters; readonly result: SymbolList };
  /**
   * The most active symbols, and the sectors. `GET /api/symbols/directory/`
   * The 20 symbols with the most rows of the last 7 days, and each sector with its most active. Symbols whose sector is not known are in none.
   */
  readonly getSymbolsDirectory: { readonly parameters: GetSymbolsDirectoryParameters; readonly result: SymbolsDirectory };
  /**
   * Symbols of a sector. `GET /api/symbols/sectors/{slug}/`
   * Every active symbol of the sector, the one with the most rows of the last 7 days first. `slug` is that of `/api/symbols/directory/`.
   */
  readonly listSectorSymbols: { readonly parameters: ListSectorSymbolsParameters; readonly result: SectorSymbols };
  /**
   * One symbol. `GET /api/symbols/{ticker}/`
   * Delisted symbols resolve; `renamed_to` is the ticker under which the company is listed now, after all its renames.
   */
  readonly getSymbol: { readonly parameters: GetSymbolParameters; readonly result: Symbol };
  /**
   * Sentiment of seven days. `GET /api/symbols/{ticker}/sentiment-summary/`
   * Articles of relevance 4 and more by the direction that each expects, in 7 UTC days with today; Form 4 rows are left out. Former names and other share classes of the issuer are included.
   */
  readonly getSentimentSummary: { readonly parameters: GetSentimentSummaryParameters; readonly result: SentimentSummary };
  /**
   * Companies like one. `GET /api/symbols/{ticker}/peers/`
   * At most 10 companies of the same industry, or of the same sector where the industry has few, one ticker an issuer: the most recently covered first, then the largest. None where the sector is not known.
   */
  readonly listPeers: { readonly parameters: ListPeersParameters; readonly result: PeerList };
  /**
   * Insider trades of thirty days. `GET /api/symbols/{ticker}/insider-summary/`
   * Counts and sums by the day of the trade (its last fill). Former names and other share classes of the issuer are included.
   */
  readonly getInsiderSummary: { readonly parameters: GetInsiderSummaryParameters; readonly result: InsiderSummary };
  /**
   * An issuer's insider trades. `GET /api/symbols/{ticker}/insider-trades/`
   * Newest first by the day of the last fill. The first page carries rollups, the most active insiders, buckets and the events of twelve months; a cursor pages deeper. Trades replayed from the past, and further reports of one trade by its co-owners (`is_joint_duplicate`), have no article; the latter count in no sum. Every plan reads all of it.
   */
  readonly listInsiderTrades: { readonly parameters: ListInsiderTradesParameters; readonly result: InsiderTrades; readonly isPaged: true; readonly item: InsiderTradeEvent };
  /**
   * The latest earnings read of a ticker. `GET /api/symbols/{ticker}/earnings/latest/`
   * A pointer: the read itself is on the single fetch of its `uid`.
   */
  readonly getLatestEarningsRead: { readonly parameters: GetLatestEarningsReadParameters; readonly result: EarningsPointer | null };
  /**
   * Earnings reads of a ticker. `GET /api/symbols/{ticker}/earnings/`
   * At most 20, newest first, unpaginated; and the next confirmed date of a report. A read is published when every number of it verifies against the filing, so not every release has one.
   */
  readonly listEarningsReads: { readonly parameters: ListEarningsReadsParameters; readonly result: EarningsList };
  /**
   * Radar: unusual news activity. `GET /api/signals/snapshot/`
   * Tickers ranked by how unusual the number of their stories is, with tone, headlines and filings beside them. A snapshot a minute; the delay of the plan decides which is served, and a newer one never is. A cursor keeps to its snapshot for three hours. Describes the news; no forecast, and no alert.
   */
  readonly getRadarSnapshot: { readonly parameters: GetRadarSnapshotParameters; readonly result: RadarSnapshot; readonly isPaged: true; readonly item: RadarRow };
  /**
   * What each source has delivered. `GET /api/coverage/`
   * One row per source: number of rows, first and last time, lateness, and whether it is stale. Computed once a day.
   */
  readonly getCoverage: { readonly parameters: GetCoverageParameters; readonly result: CoverageReport };
  /**
   * Calendar of scheduled US macro releases. `GET /api/calendar/`
   * FOMC decisions and minutes, CPI, PPI, nonfarm payrolls, GDP estimates, PCE, advance retail sales, weekly jobless claims and JOLTS, in order of time; by default today and the next six days. `uid` stays the same when a release is rescheduled.
   */
  readonly listCalendar: { readonly parameters: ListCalendarParameters; readonly result: CalendarList };
  /**
   * The account's quota and what was used of it. `GET /api/usage/`
   * Both windows of the quota, and the calls of the last 31 days by operation and key. Costs nothing.
   */
  readonly getUsage: { readonly parameters: GetUsageParameters; readonly result: Usage };
  /**
   * This interface, machine-readable. `GET /api/schema/`
   * OpenAPI 3.1. Needs no key.
   */
  readonly getSchema: { readonly parameters: GetSchemaParameters; readonly result: GetSchemaResult };
  /**
   * Interactive documentation. `GET /api/schema/swagger-ui/`
   * An HTML page. It needs no key; the calls made from it do.
   */
  readonly getSwaggerUi: { readonly parameters: GetSwaggerUiParameters; readonly result: string };
  /**
   * Where things are. `GET /`
   * Addresses of the documentation and of the feed. Needs no key.
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
  listCalendar: { method: 'GET', path: '/api/calendar/', type: 'application/json' },
  getUsage: { method: 'GET', path: '/api/usage/', type: 'application/json' },
  getSchema: { method: 'GET', path: '/api/schema/', type: 'application/json' },
  getSwaggerUi: { method: 'GET', path: '/api/schema/swagger-ui/', type: 'text/html' },
  getService: { method: 'GET', path: '/', type: 'application/json' },
} as const satisfies Readonly<Record<keyof Operations, OperationFacts>>;
