/**
 * Every setting: environment variable, type, default, meaning. Settings are parsed once at start; a wrong value stops the start with one
 * line that names it. `.env.example` is generated from this table.
 */
import { z } from 'zod';
import { editDistance } from './edit-distance.ts';
import { surfacedItems } from './vocabulary.ts';

const int = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const csv = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const baseUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/(?<!\/)\/+$/, ''));
/** An address to listen on or connect to, perhaps with a login; no query and no fragment. */
const plainUrl = baseUrl.refine((value) => new URL(value).search === '' && new URL(value).hash === '', 'holds more than an address');
/** A JSON object on one line. */
const jsonObject = z.string().transform((value, context): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // The issue is added below, without the text, which may hold a secret.
  }
  context.addIssue({ code: 'custom', message: 'no JSON object' });
  return z.NEVER;
});
/** An address as given, query included; credentials have a setting of their own. */
const endpointUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => new URL(value).username === '' && new URL(value).password === '', 'holds credentials');
/** Base address of a trace collector: the exporter appends its path. Credentials belong in OTEL_EXPORTER_OTLP_HEADERS. */
const collectorUrl = plainUrl.refine((value) => new URL(value).username === '' && new URL(value).password === '', 'holds credentials');
/** `name=value`, comma-separated; values percent-encoded (OpenTelemetry, OTLP exporter configuration). */
const otlpHeaders = z.string().transform((text, context): Readonly<Record<string, string>> => {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const parsed = pairs.map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.+)$/.exec(pair));
  try {
    const entries = parsed.map((match): [string, string] => [match![1]!, decodeURIComponent(match![2]!.trim())]);
    if (entries.every(([, value]) => /^[\x20-\x7e]*$/.test(value))) return Object.fromEntries(entries);
  } catch {
    // The issue is added below, without the text, which may hold a secret.
  }
  context.addIssue({ code: 'custom', message: 'not name=value, comma-separated' });
  return z.NEVER;
});
/** A list of origins, i.e. addresses up to the port, as the outbound fetch code compares them. */
const origins = csv.superRefine((list, context) => {
  for (const origin of list)
    if (!/^https?:/i.test(origin) || !URL.canParse(origin)) context.addIssue({ code: 'custom', message: `no http(s) origin: ${origin}` });
});
const smtpUrl = z.url({ protocol: /^smtps?$/ });
const mailFrom = z.string().regex(/^(?:[^<>"\r\n]{1,100} <[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/, 'no address of a sender');
const optional = <T extends z.ZodType>(type: T) => z.union([z.literal('').transform(() => null), type]);

/** Numbers of 8-K items; none is no list: a service without 8-K rows switches the stage off. */
const items8k = csv.pipe(z.array(z.enum(surfacedItems)).min(1));
const majorTickers = z
  .string()
  .regex(/^(?:all|top:[1-9]\d{0,5}|[A-Z0-9.-]+(?:\s*,\s*[A-Z0-9.-]+)*)$/, 'neither all, nor top:N, nor tickers')
  .transform((text) => {
    if (text === 'all') return { kind: 'all' } as const;
    if (text.startsWith('top:')) return { kind: 'top', count: Number(text.slice(4)) } as const;
    return { kind: 'list', tickers: text.split(',').map((ticker) => ticker.trim()) } as const;
  });

interface Setting<T extends z.ZodType = z.ZodType> {
  readonly type: T;
  readonly default: string;
  readonly meaning: string;
  readonly secret?: true;
}
const setting = <T extends z.ZodType>(type: T, byDefault: string, meaning: string, secret?: true): Setting<T> => ({
  type,
  default: byDefault,
  meaning,
  ...(secret && { secret }),
});

/** Well-formed, but it names no operator, so EDGAR refuses it. */
export const defaultUserAgent = 'tickerwire/0.1 (operator@tickerwire.example)';

// prettier-ignore
export const settings = {
  NATS_URL: setting(csv, 'nats://127.0.0.1:4222', 'NATS servers, comma-separated'),
  NATS_USER: setting(z.string(), '', 'NATS user; empty: none'),
  NATS_PASSWORD: setting(z.string(), '', 'NATS password', true),
  NATS_INBOX_PREFIX: setting(z.string().regex(/^[\w-]+(\.[\w-]+)*$/, 'not a subject'), '_INBOX', 'Subject below which answers of NATS come; one of its own for a user who may listen to no other'),
  NATS_OLD_SERVERS: setting(z.enum(['refused', 'allowed']), 'refused', 'Whether a nats-server before 2.12.12 or 2.14.3, which has published faults, is used where NATS_URL names another machine'),
  NATS_REPLICAS: setting(int(1, 5), '1', 'Replicas of every stream and bucket; 3 in production'),
  FEED_MAX_AGE_DAYS: setting(int(180, 3650), '400', 'How long the feed log keeps a record; at least the deepest archive'),
  RAW_MAX_AGE_HOURS: setting(int(1, 720), '72', 'How long RAW keeps a document that refine has read, while there is room; one that it has not read stays'),
  RAW_MAX_BYTES: setting(int(1e6, 1e13), '8000000000', 'Size bound of RAW; full of documents that refine has not read, ingest waits'),
  DEAD_MAX_AGE_DAYS: setting(int(1, 3650), '90', 'How long a message that could not be processed waits for somebody'),
  DEAD_MAX_BYTES: setting(int(1e6, 1e13), '1000000000', 'Size bound of those; the oldest give way'),
  DELIVERIES_MAX_BYTES: setting(int(1e6, 1e13), '1000000000', 'Size bound of deliveries to webhooks, each of which lives for a day; full, matching waits'),
  NOTICES_MAX_AGE_DAYS: setting(int(1, 365), '7', 'How long a mail to the owner of a webhook is tried'),
  RECONCILIATIONS_MAX_AGE_DAYS: setting(int(30, 3650), '400', "How long the comparison of a day with EDGAR's index is kept"),
  MODEL_ANSWERS_MAX_AGE_DAYS: setting(int(1, 3650), '400', 'How long what a model answered is kept: the same article has the same score for so long, whoever brings it again'),
  REDIS_URL: setting(z.string().min(1), 'redis://127.0.0.1:6379', 'Redis for quotas and the EDGAR limiter, or nodes of a Redis Cluster, comma-separated; its maxmemory-policy should be noeviction'),
  REDIS_CACHE_URL: setting(z.string(), '', 'Redis for pages that API processes share, which may evict them; not the server of REDIS_URL; empty: they share none'),
  CLICKHOUSE_URL: setting(plainUrl, 'http://127.0.0.1:8123', "ClickHouse's HTTP interface; a login in it holds before CLICKHOUSE_USER and CLICKHOUSE_PASSWORD"),
  CLICKHOUSE_DATABASE: setting(z.string().regex(/^\w+$/), 'tickerwire', 'ClickHouse database'),
  CLICKHOUSE_CLUSTER: setting(z.string().regex(/^\w*$/).transform((name) => (name === '' ? null : name)), '', "Cluster of ClickHouse servers that hold replicated tables, as their configuration names it; empty: a single server"),
  WEBHOOK_ATTEMPTS_MAX_AGE_DAYS: setting(int(1, 3650), '30', 'How long the tables keep attempts at deliveries to webhooks'),
  RADAR_DIGESTS_MAX_AGE_DAYS: setting(int(1, 3650), '200', 'How long the tables keep digests of Radar snapshots, which `npm run replay-radar` compares with'),
  CLICKHOUSE_USER: setting(z.string(), 'default', 'ClickHouse user'),
  CLICKHOUSE_PASSWORD: setting(z.string(), '', 'ClickHouse password', true),

  API_HOST: setting(z.string(), '127.0.0.1', 'Address the API listens on'),
  API_PORT: setting(int(0, 65535), '8080', 'Port of the API; 0: a free one'),
  API_WORKERS: setting(int(1, 64), '1', 'API processes on that port'),
  API_PROCESSES: setting(int(1, 1000), '1', 'API processes on all machines: while Redis is away each grants its share of the quotas'),
  API_PUBLIC_URL: setting(optional(baseUrl), '', 'Address clients use, for the OpenAPI document and for links into the account area, which is served where this is https or on loopback; empty: as listened'),
  MCP_PORT: setting(optional(int(0, 65535)), '', 'Port of the tool server for agents, beside the API on API_HOST, in the same processes; 0: a free one; empty: 100 above API_PORT'),
  MCP_PUBLIC_URL: setting(optional(baseUrl), '', 'Address of the tool server as agents use it, which is the resource that OAuth tokens are for, and whose host name requests may name; empty: as listened'),
  API_HEADER_PREFIX: setting(z.string().regex(/^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$/, 'no name of a header'), 'X-Service', 'First words of the headers of a CSV file'),
  API_TRUSTED_PROXIES: setting(int(0, 10), '0', 'Proxies in front whose X-Forwarded-For is believed'),
  API_CONNECTIONS_PER_ADDRESS: setting(int(0, 20000), '1000', 'Connections that one address, or one /64 of IPv6, may hold to an API process; 0: no bound; not applied behind trusted proxies, where every connection is the proxy\'s'),
  API_TAIL_BYTES: setting(int(1e6, 1e10), '64000000', 'Newest rows each API process holds in memory, in bytes'),
  API_CACHE_BYTES: setting(int(1e6, 1e10), '64000000', 'Cached pages and held stretches of the past in each API process, in bytes'),
  API_REQUEST_TIMEOUT_MS: setting(int(100, 120000), '10000', 'Longest a request may take'),
  API_DRAIN_MS: setting(int(0, 60000), '0', 'How long a stopping API still accepts connections after readiness failed, for balancers to notice'),
  ARCHIVE_DAYS: setting(optional(int(1, 100000)), '', "Archive of every plan in days; empty: the plan's own"),
  CURSOR_SECRET: setting(z.string(), '', 'Key that authenticates cursors; empty: one is made and kept in NATS', true),
  PRICING_URL: setting(z.string(), 'https://tickerwire.example/pricing', 'Upgrade pointer in 429 and 403 bodies'),
  SMTP_URL: setting(optional(smtpUrl), '', 'Mail server for confirmations, resets and notices, smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465; empty: none are sent, and `npm run admin -- account link` prints links', true),
  MAIL_FROM: setting(mailFrom, 'tickerwire <noreply@tickerwire.example>', 'Sender of those mails: an address, or a name and an address in angle brackets'),
  OPS_HOST: setting(z.string(), '127.0.0.1', 'Address of the operations port'),
  OPS_NAMES: setting(csv, '', "Host names by which the operations port may be asked, besides addresses, localhost, OPS_HOST and the machine's own; comma-separated"),
  OPS_PORT: setting(int(0, 65535), '9090', 'Operations port (liveness, readiness, metrics); 0: a free one'),

  PIPELINE_PARTS: setting(csv, '', 'What this pipeline process runs, of the parts that `npm run flow` names, comma-separated; empty: all of them'),
  INGEST_STAGES: setting(csv, '', 'Stages that the ingest part runs, of those that `npm run flow` names, comma-separated; empty: all of them'),
  INGEST_PROCESSES: setting(int(1, 100), '1', 'How many processes run ingest: divides the EDGAR allowance while Redis is away'),
  USER_AGENT: setting(z.string().min(10), defaultUserAgent, 'Declared to every upstream; EDGAR wants a contact in it'),
  SOURCES_FILE: setting(z.string(), '', 'JSON list of publisher feeds; empty: the built-in list'),
  PUBLISHER_POLL_MS: setting(int(200, 86400000), '300000', 'Mean cadence of the publisher feeds; within the two bounds below each feed has a cadence by its own rhythm, and all together send no more requests than this one would; outside of them: fixed'),
  PUBLISHER_POLL_MIN_MS: setting(int(10000, 86400000), '30000', 'Shortest adaptive cadence of a feed; a source of SOURCES_FILE may set its own bounds'),
  PUBLISHER_POLL_MAX_MS: setting(int(10000, 86400000), '600000', 'Longest adaptive cadence of a feed'),
  HOST_INTERVAL_MS: setting(int(0, 60000), '1000', 'Least time between two requests to one publisher host'),
  ARTICLE_PAGES: setting(z.enum(['none', 'headlines']), 'none', 'Whether the page of an article is fetched, where robots.txt allows it, to score and summarise the article by its main text: `none`, or `headlines` for those of which a feed gives little more than the headline; never served'),
  ARTICLE_PAGE_WAIT_MS: setting(int(100, 60000), '5000', 'Longest that the articles of one poll wait for their pages before they are published without'),
  GDELT_URL: setting(optional(baseUrl), 'http://data.gdeltproject.org', 'GDELT, whose Global Knowledge Graph lists new pages of publishers every 15 minutes; empty: not read'),
  GDELT_CATCH_UP_HOURS: setting(int(0, 48), '6', 'Batches of GDELT that came while the stage was away are made up for within so many hours'),
  SEARCH_FEEDS_FILE: setting(z.string(), '', 'JSON list of search feeds, sources whose url holds {ticker} or {name}, asked for one ticker after the other; empty: none'),
  SEARCH_ACTIVE_TICKERS: setting(int(0, 100000), '300', 'Tickers with the most rows of the last week, which are searched for more often'),
  SEARCH_ACTIVE_MS: setting(int(60000, 604800000), '9000000', 'In which each of those is searched for once'),
  SEARCH_OTHERS_MS: setting(int(60000, 2592000000), '90000000', 'In which each other ticker is'),
  EDGAR_URL: setting(baseUrl, 'https://www.sec.gov', 'EDGAR'),
  EDGAR_POLL_MS: setting(int(200, 86400000), '300000', 'Cadence of the latest-filings feed in US hours'),
  EDGAR_POLL_OFF_HOURS_MS: setting(int(200, 86400000), '1800000', 'The same outside US hours'),
  EDGAR_REQUESTS_PER_SECOND: setting(int(1, 10), '8', 'Requests to EDGAR a second, all processes together; SEC allows 10'),
  MAJOR_TICKERS: setting(majorTickers, 'top:1500', 'Tickers whose earnings releases are read: `all`, `top:N` (the first N of the SEC symbol list, which runs from the largest company down) or a comma-separated list'),
  SURFACED_8K_ITEMS: setting(items8k, surfacedItems.join(','), 'Items for which an 8-K becomes a row, history too, comma-separated; an 8-K with none of them is dropped'),
  EARNINGS_DATES_URL: setting(optional(baseUrl), '', 'Source of confirmed earnings report dates; empty: none are collected'),
  SYMBOLS_POLL_MS: setting(int(1000, 604800000), '86400000', 'Cadence of the symbol lists'),
  SYMBOL_LISTINGS_URL: setting(optional(baseUrl), 'https://www.nasdaqtrader.com/dynamic/symdir', "Folder of the exchanges' own lists, nasdaqlisted.txt and otherlisted.txt; empty: none are read"),
  SYMBOL_DETAILS_URLS: setting(csv.pipe(z.array(z.url({ protocol: /^https?$/ }))), '', 'JSON or CSV documents that say more of symbols (sector, industry, country, currency) and list foreign shares and coins, comma-separated; empty: none'),
  BLS_URL: setting(baseUrl, 'https://www.bls.gov', 'Bureau of Labor Statistics: calendar of its releases, daily at 04:50 UTC as those of the four below'),
  BEA_URL: setting(baseUrl, 'https://www.bea.gov', 'Bureau of Economic Analysis: its release schedule'),
  CENSUS_URL: setting(baseUrl, 'https://www.census.gov', 'Census Bureau: its calendar of economic indicators'),
  FED_URL: setting(baseUrl, 'https://www.federalreserve.gov', 'Federal Reserve: its page of FOMC meetings'),
  DOL_URL: setting(baseUrl, 'https://www.dol.gov', 'Department of Labor: its list of releases'),
  OUTBOUND_ALLOWED_ORIGINS: setting(origins, '', 'Origins of feeds, other upstreams and receivers of webhooks that may be private or loopback, e.g. http://127.0.0.1:4500; customers may send webhooks to the https ones'),
  OAUTH_ALLOWED_ORIGINS: setting(origins, '', 'Origins that may be private, loopback or plain http where an application that connects by OAuth describes itself; any stranger can make the API request them'),
  BLOCKED_DOMAINS: setting(csv, '', 'Publisher domains that are never served'),
  RELEVANCE_FLOOR: setting(int(1, 10), '1', 'Articles that score less are dropped; the API serves from 4 unless asked for less'),
  ENRICHER_URL: setting(optional(endpointUrl), '', 'OpenAI-compatible endpoint that scores articles, up to and with /v1; may be on loopback or a private network; empty: the built-in enricher', true),
  ENRICHER_KEY: setting(z.string().regex(/^[\x21-\x7e]*$/, 'not a header value'), '', 'Key for it, sent as bearer token; empty: none', true),
  ENRICHER_MODEL: setting(z.string().max(200), '', 'Model it is asked for; needed with ENRICHER_URL'),
  ENRICHER_PARAMETERS: setting(jsonObject, '{"temperature":0,"seed":1,"max_tokens":900}', 'Further fields of a request, a JSON object; its max_tokens or max_completion_tokens is what an answer is reckoned to cost at most'),
  ENRICHER_CONCURRENCY: setting(int(1, 256), '8', 'Requests to it under way at a time'),
  ENRICHER_TIMEOUT_MS: setting(int(100, 120000), '10000', 'Longest an article waits for its answer, retries included; then the built-in enricher scores it'),
  ENRICHER_REQUESTS_PER_DAY: setting(int(0, 1e9), '10000', 'Requests to it a UTC day, retries included; then the built-in enricher scores'),
  ENRICHER_TOKENS_PER_DAY: setting(int(0, 1e12), '20000000', 'Tokens a UTC day, of questions and answers; then the built-in enricher scores'),
  REFINE_STATE_DIR: setting(z.string(), '', 'Folder where refine keeps its state over a restart, on a disk of its own machine; empty: it reads the feed log anew'),
  REFINE_IN_FLIGHT: setting(int(1, 1000), '128', 'Records published to the feed log before their acknowledgements are in'),
  WRITE_BATCH_ROWS: setting(int(1, 100000), '5000', 'Largest insert'),
  WRITE_BATCH_MS: setting(int(1, 60000), '200', 'Longest a record waits for its insert'),
  WEBHOOK_REQUESTS: setting(int(2, 20000), '1000', 'Deliveries to webhooks under way at a time in a process; half of them at most to receivers that take long'),

  OTEL_EXPORTER_OTLP_ENDPOINT: setting(optional(collectorUrl), '', 'Collector of traces that speaks OTLP over HTTP with JSON, such as http://127.0.0.1:4318; spans go to /v1/traces below it; empty: no traces'),
  OTEL_EXPORTER_OTLP_HEADERS: setting(otlpHeaders, '', 'Headers that it is sent, name=value, comma-separated, values percent-encoded', true),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(int(100, 60000), '10000', 'Longest a batch of spans is tried, in milliseconds; then it is dropped and counted'),
  OTEL_TRACES_SAMPLER_ARG: setting(z.coerce.number().min(0).max(1), '1', 'Share of fetches whose documents are traced, from 0 to 1'),
  LOG_LEVEL: setting(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info', 'Least severe line logged'),
} satisfies Record<string, Setting>;

type Settings = typeof settings;
export type Config = { readonly [K in keyof Settings]: z.output<Settings[K]['type']> };

export class ConfigError extends Error {}

/** Returns the text without what is between its first `//` and its last `@`. The text may be no address at all. */
function withoutLogin(text: string): string {
  const [from, to] = [text.indexOf('//'), text.lastIndexOf('@')];
  return from < 0 || to < from ? text : `${text.slice(0, from)}//${text.slice(to + 1)}`;
}

/**
 * First words of settings that other programs also use in names (REDIS_HOST, CENSUS_API_KEY, EDGAR_IDENTITY, OTEL_SERVICE_NAME). A name
 * that begins so counts as a misspelt setting only where it is nearly equal to one. Every other first word is this service's own.
 */
// prettier-ignore
const sharedWords = new Set(['API', 'ARCHIVE', 'BEA', 'BLS', 'CENSUS', 'CLICKHOUSE', 'CURSOR', 'DOL', 'EDGAR', 'FED', 'HOST', 'LOG', 'MAIL', 'MCP', 'MODEL', 'NATS', 'OAUTH', 'OTEL', 'PIPELINE', 'PRICING', 'REDIS', 'SEARCH', 'SMTP', 'SOURCES', 'USER', 'WEBHOOK', 'WRITE']);
/** Variables that Kubernetes adds to each container for every service of the namespace: `RADAR_SERVICE_HOST`, `OPS_PORT_9090_TCP_ADDR`. */
const serviceLink = /_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP|SCTP))(?:_|$)/;

const firstWord = (name: string): string => name.split('_', 1)[0]!;

/** Returns the environment names that look like settings but are none, each with the nearest setting. */
function unknownSettings(env: Readonly<Record<string, string | undefined>>): [name: string, nearest: string][] {
  const known = Object.keys(settings);
  const ownWords = new Set(known.map(firstWord).filter((word) => !sharedWords.has(word)));
  const others = Object.keys(env).filter((name) => env[name] !== undefined && /^[A-Z]+_/.test(name) && !Object.hasOwn(settings, name));
  return others.flatMap((name): [string, string][] => {
    if (serviceLink.test(name)) return [];
    const isOwn = ownWords.has(firstWord(name));
    const most = isOwn ? Infinity : name.length < 10 ? 1 : 2;
    const found = known.map((one) => [one, editDistance(name, one, most)] as const).reduce((best, one) => (one[1] < best[1] ? one : best));
    const [nearest, distance] = found;
    // A short name with another first word, such as DOC_URL, does not count as a misspelling.
    const isSlip = distance <= most && env[nearest] === undefined && (name.length >= 12 || sharedWords.has(firstWord(name)));
    return isOwn || isSlip ? [[name, nearest]] : [];
  });
}

/** Reads settings from an environment. Throws a one-line ConfigError that names every wrong setting, with its value unless it is secret. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const entries = Object.entries(settings as Record<string, Setting>).map(([name, { type, default: byDefault, secret }]) => {
    const text = env[name] ?? byDefault;
    const parsed = type.safeParse(text);
    if (!parsed.success)
      problems.push(`${name}${secret ? '' : `=${JSON.stringify(withoutLogin(text))}`}: ${parsed.error.issues[0]?.message ?? 'invalid'}`);
    return [name, parsed.data] as const;
  });
  const given = Object.fromEntries(entries) as Config;
  for (const [name, nearest] of unknownSettings(env)) problems.push(`${name} is no setting; the nearest is ${nearest}`);
  if (given.ENRICHER_URL && given.ENRICHER_MODEL === '') problems.push('ENRICHER_MODEL: needed with ENRICHER_URL');
  if (problems.length > 0) throw new ConfigError(`configuration: ${problems.join('; ')}`);
  return given;
}

/** Returns the text of `.env.example`: every setting with its meaning and, commented out, its default. */
export const envExample = (): string =>
  Object.entries(settings as Record<string, Setting>)
    .map(([name, { default: byDefault, meaning }]) => `# ${meaning}\n#${name}=${byDefault}\n`)
    .join('\n');
