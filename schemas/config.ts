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
  NATS_INBOX_PREFIX: setting(z.string().regex(/^[\w-]+(\.[\w-]+)*$/, 'not a subject'), '_INBOX', 'Subject prefix for NATS replies; set it for a NATS user that may subscribe to its own prefix only'),
  NATS_OLD_SERVERS: setting(z.enum(['refused', 'allowed']), 'refused', 'Whether to connect to a nats-server before 2.12.12 or 2.14.3, which has published faults, on another machine'),
  NATS_REPLICAS: setting(int(1, 5), '1', 'Replicas of every stream and bucket; 3 in production'),
  FEED_MAX_AGE_DAYS: setting(int(180, 3650), '400', 'Retention of the feed log; at least the longest archive of a plan'),
  RAW_MAX_AGE_HOURS: setting(int(1, 720), '72', 'Retention of documents in RAW that refine has read, while there is room; unread ones stay'),
  RAW_MAX_BYTES: setting(int(1e6, 1e13), '8000000000', 'Largest size of RAW; ingest waits while it is full of unread documents'),
  DEAD_MAX_AGE_DAYS: setting(int(1, 3650), '90', 'Retention of dead letters, the messages that could not be processed'),
  DEAD_MAX_BYTES: setting(int(1e6, 1e13), '1000000000', 'Largest size of the dead letters; the oldest are removed'),
  DELIVERIES_MAX_BYTES: setting(int(1e6, 1e13), '1000000000', 'Largest size of the webhook delivery queue, in which a delivery stays for a day; matching waits while it is full'),
  NOTICES_MAX_AGE_DAYS: setting(int(1, 365), '7', "How long a mail to a webhook's owner is retried"),
  RECONCILIATIONS_MAX_AGE_DAYS: setting(int(30, 3650), '400', "Retention of the daily comparisons with EDGAR's index"),
  MODEL_ANSWERS_MAX_AGE_DAYS: setting(int(1, 3650), '400', "Retention of a model's answers: meanwhile the same article gets the same score"),
  REDIS_URL: setting(z.string().min(1), 'redis://127.0.0.1:6379', 'Redis for quotas and the EDGAR limiter, or nodes of a Redis Cluster, comma-separated; its maxmemory-policy should be noeviction'),
  REDIS_CACHE_URL: setting(z.string(), '', 'Redis for cached pages that API processes share; it may evict. Not the server of REDIS_URL; empty: pages are not shared'),
  CLICKHOUSE_URL: setting(plainUrl, 'http://127.0.0.1:8123', "ClickHouse's HTTP interface; a login in it overrides CLICKHOUSE_USER and CLICKHOUSE_PASSWORD"),
  CLICKHOUSE_DATABASE: setting(z.string().regex(/^\w+$/), 'tickerwire', 'ClickHouse database'),
  CLICKHOUSE_CLUSTER: setting(z.string().regex(/^\w*$/).transform((name) => (name === '' ? null : name)), '', "Cluster for replicated tables, as the servers' configuration names it; empty: a single server"),
  WEBHOOK_ATTEMPTS_MAX_AGE_DAYS: setting(int(1, 3650), '30', 'Retention of webhook delivery attempts in the tables'),
  RADAR_DIGESTS_MAX_AGE_DAYS: setting(int(1, 3650), '200', 'Retention of digests of Radar snapshots, which `npm run replay-radar` compares with'),
  CLICKHOUSE_USER: setting(z.string(), 'default', 'ClickHouse user'),
  CLICKHOUSE_PASSWORD: setting(z.string(), '', 'ClickHouse password', true),

  API_HOST: setting(z.string(), '127.0.0.1', 'Address the API listens on'),
  API_PORT: setting(int(0, 65535), '8080', 'Port of the API; 0: a free one'),
  API_WORKERS: setting(int(1, 64), '1', 'API processes on that port'),
  API_PROCESSES: setting(int(1, 1000), '1', 'API processes on all machines: while Redis is away each grants an equal share of the quotas'),
  API_PUBLIC_URL: setting(optional(baseUrl), '', 'Address that clients use, for the OpenAPI document and links into the account area, which needs https or loopback; empty: the address listened on'),
  MCP_PORT: setting(optional(int(0, 65535)), '', "Port of the tool server for agents, on API_HOST in the API's processes; 0: any free port; empty: API_PORT + 100"),
  MCP_PUBLIC_URL: setting(optional(baseUrl), '', 'Address that agents use for the tool server, also the resource of OAuth tokens and an accepted host name; empty: the address listened on'),
  API_HEADER_PREFIX: setting(z.string().regex(/^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$/, 'not a header name'), 'X-Service', 'Prefix of the headers of a CSV file'),
  API_TRUSTED_PROXIES: setting(int(0, 10), '0', 'Number of proxies in front whose X-Forwarded-For is trusted'),
  API_CONNECTIONS_PER_ADDRESS: setting(int(0, 20000), '1000', 'Connections to an API process that one address, or one IPv6 /64, may have open; 0: no limit; not applied behind trusted proxies, where every connection is the proxy\'s'),
  API_TAIL_BYTES: setting(int(1e6, 1e10), '64000000', 'Memory of each API process for the newest rows (the tail), in bytes'),
  API_CACHE_BYTES: setting(int(1e6, 1e10), '64000000', 'Memory of each API process for cached pages, in bytes'),
  API_REQUEST_TIMEOUT_MS: setting(int(100, 120000), '10000', 'Longest time for a request'),
  API_DRAIN_MS: setting(int(0, 60000), '0', 'How long a stopping API accepts connections after its readiness fails, so that balancers notice'),
  ARCHIVE_DAYS: setting(optional(int(1, 100000)), '', "Archive of every plan in days; empty: the plan's own"),
  CURSOR_SECRET: setting(z.string(), '', 'Key that authenticates cursors; empty: a generated one, stored in NATS', true),
  PRICING_URL: setting(z.string(), 'https://tickerwire.example/pricing', 'Upgrade pointer in 429 and 403 bodies'),
  SMTP_URL: setting(optional(smtpUrl), '', 'Mail server for confirmations, resets and notices, smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465; empty: no mail is sent, and `npm run admin -- account link` prints links', true),
  MAIL_FROM: setting(mailFrom, 'tickerwire <noreply@tickerwire.example>', 'Sender of those mails: an address, or a name and an address in angle brackets'),
  OPS_HOST: setting(z.string(), '127.0.0.1', 'Address of the operations port'),
  OPS_NAMES: setting(csv, '', "Further host names that requests to the operations port may use, besides addresses, localhost, OPS_HOST and the machine's own; comma-separated"),
  OPS_PORT: setting(int(0, 65535), '9090', 'Operations port (liveness, readiness, metrics); 0: a free one'),

  PIPELINE_PARTS: setting(csv, '', 'Parts that this pipeline process runs, as `npm run flow` names them, comma-separated; empty: all'),
  INGEST_STAGES: setting(csv, '', 'Stages that ingest runs, as `npm run flow` names them, comma-separated; empty: all'),
  INGEST_PROCESSES: setting(int(1, 100), '1', 'Number of ingest processes: each takes an equal share of the EDGAR rate while Redis is away'),
  USER_AGENT: setting(z.string().min(10), defaultUserAgent, 'Sent to every upstream; EDGAR requires a contact in it'),
  SOURCES_FILE: setting(z.string(), '', 'JSON list of publisher feeds; empty: the built-in list'),
  PUBLISHER_POLL_MS: setting(int(200, 86400000), '300000', 'Mean poll interval of publisher feeds. Within the two bounds below each feed adapts to its own rhythm, with no more requests in all than this interval gives; outside of them it is fixed'),
  PUBLISHER_POLL_MIN_MS: setting(int(10000, 86400000), '30000', 'Shortest adaptive poll interval of a feed; a source of SOURCES_FILE may set its own bounds'),
  PUBLISHER_POLL_MAX_MS: setting(int(10000, 86400000), '600000', 'Longest adaptive poll interval of a feed'),
  HOST_INTERVAL_MS: setting(int(0, 60000), '1000', 'Shortest time between two requests to one publisher host'),
  ARTICLE_PAGES: setting(z.enum(['none', 'headlines']), 'none', 'Whether to fetch article pages, where robots.txt allows it, and score by their main text, which is never served: `none`, or `headlines` for articles whose feed has little more than the headline'),
  ARTICLE_PAGE_WAIT_MS: setting(int(100, 60000), '5000', "Longest wait of a poll's articles for their pages; then they are published without"),
  GDELT_URL: setting(optional(baseUrl), 'http://data.gdeltproject.org', 'GDELT, whose Global Knowledge Graph lists new pages of publishers every 15 minutes; empty: not read'),
  GDELT_CATCH_UP_HOURS: setting(int(0, 48), '6', 'How far back GDELT batches missed during an outage are read, in hours'),
  SEARCH_FEEDS_FILE: setting(z.string(), '', 'JSON list of search feeds, sources whose url has {ticker} or {name}, polled for one ticker after another; empty: none'),
  SEARCH_ACTIVE_TICKERS: setting(int(0, 100000), '300', 'Number of tickers, those with the most rows of the last week, that are searched for more often'),
  SEARCH_ACTIVE_MS: setting(int(60000, 604800000), '9000000', 'Interval of searches for each of those tickers'),
  SEARCH_OTHERS_MS: setting(int(60000, 2592000000), '90000000', 'Interval of searches for each other ticker'),
  EDGAR_URL: setting(baseUrl, 'https://www.sec.gov', 'EDGAR'),
  EDGAR_POLL_MS: setting(int(200, 86400000), '300000', 'Poll interval of the latest-filings feed in US hours'),
  EDGAR_POLL_OFF_HOURS_MS: setting(int(200, 86400000), '1800000', 'Poll interval of that feed outside US hours'),
  EDGAR_REQUESTS_PER_SECOND: setting(int(1, 10), '8', 'Requests per second to EDGAR, all processes together; the SEC allows 10'),
  MAJOR_TICKERS: setting(majorTickers, 'top:1500', "Tickers whose earnings releases are read: `all`, `top:N` (the first N of the SEC's symbol list, largest company first) or a comma-separated list"),
  SURFACED_8K_ITEMS: setting(items8k, surfacedItems.join(','), '8-K items that are surfaced, live and in backfill, comma-separated; an 8-K with none of them is dropped'),
  EARNINGS_DATES_URL: setting(optional(baseUrl), '', 'Source of confirmed earnings report dates; empty: none are collected'),
  SYMBOLS_POLL_MS: setting(int(1000, 604800000), '86400000', 'Poll interval of the symbol lists'),
  SYMBOL_LISTINGS_URL: setting(optional(baseUrl), 'https://www.nasdaqtrader.com/dynamic/symdir', "Folder of the exchanges' own lists, nasdaqlisted.txt and otherlisted.txt; empty: none are read"),
  SYMBOL_DETAILS_URLS: setting(csv.pipe(z.array(z.url({ protocol: /^https?$/ }))), '', 'JSON or CSV documents with details of symbols (sector, industry, country, currency) and with foreign shares and coins, comma-separated; empty: none'),
  BLS_URL: setting(baseUrl, 'https://www.bls.gov', 'Bureau of Labor Statistics: calendar of its releases; read daily at 04:50 UTC, like the four below'),
  BEA_URL: setting(baseUrl, 'https://www.bea.gov', 'Bureau of Economic Analysis: its release schedule'),
  CENSUS_URL: setting(baseUrl, 'https://www.census.gov', 'Census Bureau: its calendar of economic indicators'),
  FED_URL: setting(baseUrl, 'https://www.federalreserve.gov', 'Federal Reserve: its page of FOMC meetings'),
  DOL_URL: setting(baseUrl, 'https://www.dol.gov', 'Department of Labor: its list of releases'),
  OUTBOUND_ALLOWED_ORIGINS: setting(origins, '', 'Origins of feeds, other upstreams and webhook receivers that may be private or loopback, e.g. http://127.0.0.1:4500; customers may send webhooks to the https ones'),
  OAUTH_ALLOWED_ORIGINS: setting(origins, '', 'Origins of OAuth client metadata documents that may be private, loopback or plain http. Anybody can make the API fetch them'),
  BLOCKED_DOMAINS: setting(csv, '', 'Publisher domains that are never served'),
  RELEVANCE_FLOOR: setting(int(1, 10), '1', 'Articles with a lower score are dropped; the API serves scores from 4 unless a request asks for less'),
  ENRICHER_URL: setting(optional(endpointUrl), '', 'OpenAI-compatible endpoint that scores articles, up to and with /v1; may be on loopback or a private network; empty: the built-in enricher', true),
  ENRICHER_KEY: setting(z.string().regex(/^[\x21-\x7e]*$/, 'not a header value'), '', 'Key for it, sent as bearer token; empty: none', true),
  ENRICHER_MODEL: setting(z.string().max(200), '', 'Model name; required with ENRICHER_URL'),
  ENRICHER_PARAMETERS: setting(jsonObject, '{"temperature":0,"seed":1,"max_tokens":900}', 'Further fields of a request, a JSON object; its max_tokens or max_completion_tokens is the most that an answer counts against the daily tokens'),
  ENRICHER_CONCURRENCY: setting(int(1, 256), '8', 'Concurrent requests to it'),
  ENRICHER_TIMEOUT_MS: setting(int(100, 120000), '10000', 'Longest wait of an article for its answer, retries included; then the built-in enricher scores it'),
  ENRICHER_REQUESTS_PER_DAY: setting(int(0, 1e9), '10000', 'Requests to it per UTC day, retries included; beyond that the built-in enricher scores'),
  ENRICHER_TOKENS_PER_DAY: setting(int(0, 1e12), '20000000', 'Tokens per UTC day, of questions and answers; beyond that the built-in enricher scores'),
  REFINE_STATE_DIR: setting(z.string(), '', 'Local folder where refine keeps its state over a restart; empty: it reads the feed log again'),
  REFINE_IN_FLIGHT: setting(int(1, 1000), '128', 'Records published to the feed log that may await acknowledgement'),
  WRITE_BATCH_ROWS: setting(int(1, 100000), '5000', 'Largest insert'),
  WRITE_BATCH_MS: setting(int(1, 60000), '200', 'Longest wait of a record for its insert'),
  WEBHOOK_REQUESTS: setting(int(2, 20000), '1000', 'Concurrent webhook deliveries of a process; at most half of them to slow receivers'),

  OTEL_EXPORTER_OTLP_ENDPOINT: setting(optional(collectorUrl), '', 'Trace collector, OTLP over HTTP with JSON, such as http://127.0.0.1:4318; spans go to /v1/traces; empty: no traces'),
  OTEL_EXPORTER_OTLP_HEADERS: setting(otlpHeaders, '', 'Headers for the collector, name=value, comma-separated, values percent-encoded', true),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(int(100, 60000), '10000', 'Longest time for sending a batch of spans, in milliseconds; then it is dropped and counted'),
  OTEL_TRACES_SAMPLER_ARG: setting(z.coerce.number().min(0).max(1), '1', 'Share of fetches whose documents are traced, from 0 to 1'),
  LOG_LEVEL: setting(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info', 'Lowest level of logged lines'),
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
