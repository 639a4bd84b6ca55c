/**
 * Every setting: environment variable, type, default and meaning. Settings are parsed once at start; a wrong value stops the process with a
 * one-line error. `.env.example` is generated from this table.
 */
import { z } from 'zod';
import { editDistance } from './edit-distance.ts';
import { isJsonObject, parseJson, type JsonObject } from './json-text.ts';
import { surfacedItems } from './vocabulary.ts';

const int = (min: number, max: number) => {
  const required = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(required).int(required).min(min, required).max(max, required);
};
const fraction = z.coerce.number('must be a number from 0 to 1').min(0).max(1);
const csv = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const baseUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/(?<!\/)\/+$/, ''));
const hasNoLogin = (address: string): boolean => new URL(address).username === '' && new URL(address).password === '';
/** An address to connect to. It may contain a login, but no query and no fragment. */
const plainUrl = baseUrl.refine(
  (value) => new URL(value).search === '' && new URL(value).hash === '',
  'must be an address without query and fragment',
);
const jsonObject = z.string().transform((value, context): JsonObject => {
  const parsed = parseJson(value);
  if (isJsonObject(parsed)) return parsed;
  // The issue omits the text, which may contain a secret.
  context.addIssue({ code: 'custom', message: 'must be a JSON object' });
  return z.NEVER;
});
/** An address that may have a query. It may not contain a login, because credentials have their own setting. */
const endpointUrl = z.url({ protocol: /^https?$/ }).refine(hasNoLogin, 'must not contain a user name or password');
/** Base address of a trace collector, to which the exporter appends its path. Credentials belong in OTEL_EXPORTER_OTLP_HEADERS. */
const collectorUrl = plainUrl.refine(hasNoLogin, 'must not contain a user name or password');
/** Comma-separated `name=value` pairs with percent-encoded values (OpenTelemetry, OTLP exporter configuration). */
const otlpHeaders = z.string().transform((text, context): Readonly<Record<string, string>> => {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const parsed = pairs.map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.+)$/.exec(pair));
  try {
    const entries = parsed.map((match): [string, string] => [match![1]!, decodeURIComponent(match![2]!.trim())]);
    if (entries.every(([, value]) => /^[\x20-\x7e]*$/.test(value))) return Object.fromEntries(entries);
  } catch {
    // The issue below omits the text, which may contain a secret.
  }
  context.addIssue({ code: 'custom', message: 'must be name=value pairs, comma-separated' });
  return z.NEVER;
});
/** A list of origins. The guarded HTTP client (ops/outbound) compares them with the addresses that it requests. */
const origins = csv.superRefine((list, context) => {
  for (const origin of list)
    if (!/^https?:/i.test(origin) || !URL.canParse(origin)) context.addIssue({ code: 'custom', message: `not an http(s) origin: ${origin}` });
});
const smtpUrl = z.url({ protocol: /^smtps?$/ });
const mailFrom = z
  .string()
  .regex(
    /^(?:[^<>"\r\n]{1,100} <[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/,
    'must be an e-mail address, or a name and an address in angle brackets',
  );
const optional = <T extends z.ZodType>(type: T) => z.union([z.literal('').transform(() => null), type]);

/** Numbers of 8-K items, at least one. To get no 8-K rows, an operator omits the stage from INGEST_STAGES. */
const items8k = csv.pipe(z.array(z.enum(surfacedItems)).min(1));
const majorTickers = z
  .string()
  .regex(/^(?:all|top:[1-9]\d{0,5}|[A-Z0-9.-]+(?:\s*,\s*[A-Z0-9.-]+)*)$/, 'must be all, top:N or a comma-separated list of tickers')
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

/** Default of USER_AGENT. EDGAR refuses it, because it names no operator. */
export const defaultUserAgent = 'tickerwire/0.1 (operator@tickerwire.example)';

// prettier-ignore
export const settings = {
  NATS_URL: setting(csv, 'nats://127.0.0.1:4222', 'NATS servers, comma-separated'),
  NATS_USER: setting(z.string(), '', 'NATS user; empty: no login'),
  NATS_PASSWORD: setting(z.string(), '', 'NATS password', true),
  NATS_INBOX_PREFIX: setting(z.string().regex(/^[\w-]+(\.[\w-]+)*$/, 'must be a NATS subject'), '_INBOX', 'Subject prefix for NATS replies; change it if the NATS user may only subscribe to a prefix of its own'),
  NATS_OLD_SERVERS: setting(z.enum(['refused', 'allowed']), 'refused', 'Whether to use a nats-server older than 2.12.12 or 2.14.3 on another machine; these versions have known bugs'),
  NATS_REPLICAS: setting(int(1, 5), '1', 'Replicas of every stream and bucket; 3 in production'),
  FEED_MAX_AGE_DAYS: setting(int(180, 3650), '400', 'How long the feed log keeps a record; at least as long as the longest archive'),
  RAW_MAX_AGE_HOURS: setting(int(1, 720), '72', 'How long RAW keeps a document after refine has read it, if there is room; unread documents are kept'),
  RAW_MAX_BYTES: setting(int(1e6, 1e13), '8000000000', 'Maximum size of RAW; when it is full of unread documents, ingest waits'),
  DEAD_MAX_AGE_DAYS: setting(int(1, 3650), '90', 'How long a dead letter (a message that could not be processed) is kept'),
  DEAD_MAX_BYTES: setting(int(1e6, 1e13), '1000000000', 'Maximum size of the dead letters; the oldest are deleted first'),
  DELIVERIES_MAX_BYTES: setting(int(1e6, 1e13), '1000000000', 'Maximum size of queued webhook deliveries, which expire after a day; when it is reached, matching waits'),
  NOTICES_MAX_AGE_DAYS: setting(int(1, 365), '7', 'How long a mail to the owner of a webhook is retried'),
  RECONCILIATIONS_MAX_AGE_DAYS: setting(int(30, 3650), '400', "How long the comparison of each day with EDGAR's index is kept"),
  MODEL_ANSWERS_MAX_AGE_DAYS: setting(int(1, 3650), '400', 'How long answers of the model are cached; in that time the same article gets the same score'),
  REDIS_URL: setting(z.string().min(1), 'redis://127.0.0.1:6379', 'Redis for quotas and the EDGAR rate limiter; comma-separated nodes for a Redis Cluster; set its maxmemory-policy to noeviction'),
  REDIS_CACHE_URL: setting(z.string(), '', 'Redis for pages that API processes share; it may evict keys, so use another server than REDIS_URL; empty: no shared pages'),
  CLICKHOUSE_URL: setting(plainUrl, 'http://127.0.0.1:8123', "ClickHouse's HTTP interface; a login in this URL overrides CLICKHOUSE_USER and CLICKHOUSE_PASSWORD"),
  CLICKHOUSE_DATABASE: setting(z.string().regex(/^\w+$/), 'tickerwire', 'ClickHouse database'),
  CLICKHOUSE_CLUSTER: setting(z.string().regex(/^\w*$/).transform((name) => (name === '' ? null : name)), '', "Name of the ClickHouse cluster for replicated tables, as in the servers' configuration; empty: a single server"),
  WEBHOOK_ATTEMPTS_MAX_AGE_DAYS: setting(int(1, 3650), '30', 'How long the tables keep webhook delivery attempts'),
  RADAR_DIGESTS_MAX_AGE_DAYS: setting(int(1, 3650), '200', 'How long the tables keep digests of Radar snapshots, needed by `npm run replay-radar`'),
  CLICKHOUSE_USER: setting(z.string(), 'default', 'ClickHouse user'),
  CLICKHOUSE_PASSWORD: setting(z.string(), '', 'ClickHouse password', true),

  API_HOST: setting(z.string(), '127.0.0.1', 'Address that the API listens on'),
  API_PORT: setting(int(0, 65535), '8080', 'Port of the API; 0: a free one'),
  API_PROCESSES: setting(int(1, 1000), '1', 'API processes on all machines; while Redis is unavailable, each process grants its share of the quotas'),
  API_PUBLIC_URL: setting(optional(baseUrl), '', 'Public address of the API, for the OpenAPI document and account links; the account area needs https or loopback; empty: the address it listens on'),
  MCP_PORT: setting(optional(int(0, 65535)), '', 'Port of the MCP tool server, in the API processes on API_HOST; 0: a free one; empty: API_PORT + 100'),
  MCP_PUBLIC_URL: setting(optional(baseUrl), '', 'Public address of the MCP tool server; OAuth tokens are issued for it, and requests may use its host name; empty: the address it listens on'),
  API_HEADER_PREFIX: setting(z.string().regex(/^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$/, 'must be a header name'), 'X-Service', 'Prefix of the response headers of CSV and export files'),
  API_TRUSTED_PROXIES: setting(int(0, 10), '0', 'Number of proxies in front of the API whose X-Forwarded-For is trusted'),
  API_CONNECTIONS_PER_ADDRESS: setting(int(0, 20000), '1000', 'Maximum connections per API process from one address or IPv6 /64; 0: unlimited; ignored behind trusted proxies'),
  API_TAIL_BYTES: setting(int(1e6, 1e10), '64000000', 'Memory for the newest rows in each API process, in bytes'),
  API_CACHE_BYTES: setting(int(1e6, 1e10), '64000000', 'Memory for cached pages in each API process, in bytes'),
  API_REQUEST_TIMEOUT_MS: setting(int(100, 120000), '10000', 'Time limit of a request'),
  API_DRAIN_MS: setting(int(0, 60000), '0', 'How long a stopping API still accepts connections after readiness fails, so that load balancers notice'),
  ARCHIVE_DAYS: setting(optional(int(1, 100000)), '', "Archive of every plan in days; empty: the plan's own"),
  CURSOR_SECRET: setting(z.string(), '', 'Secret that signs cursors; empty: a generated one, stored in NATS', true),
  PRICING_URL: setting(z.string(), 'https://tickerwire.example/pricing', 'Link to your plans, shown in 429 and 403 errors'),
  SMTP_URL: setting(optional(smtpUrl), '', 'Mail server for confirmations, password resets and notices, smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465; empty: no mail is sent, and `npm run admin -- account link` prints the links', true),
  MAIL_FROM: setting(mailFrom, 'tickerwire <noreply@tickerwire.example>', 'Sender of those mails: an address, or a name and an address in angle brackets'),
  OPS_HOST: setting(z.string(), '127.0.0.1', 'Address of the operations port'),
  OPS_NAMES: setting(csv, '', "Further host names that requests to the operations port may use, comma-separated; IP addresses, localhost, OPS_HOST and the machine's name always work"),
  OPS_PORT: setting(int(0, 65535), '9090', 'Operations port (liveness, readiness, metrics); 0: a free one'),

  PIPELINE_PARTS: setting(csv, '', 'Parts that this pipeline process runs, comma-separated; `npm run flow` lists them; empty: all'),
  INGEST_STAGES: setting(csv, '', 'Stages that the ingest part runs, comma-separated; `npm run flow` lists them; empty: all'),
  INGEST_PROCESSES: setting(int(1, 100), '1', 'Number of ingest processes; while Redis is unavailable each uses its share of the EDGAR rate'),
  USER_AGENT: setting(z.string().min(10), defaultUserAgent, 'User-Agent sent to every source; EDGAR requires a contact in it'),
  SOURCES_FILE: setting(z.string(), '', 'JSON list of publisher feeds; empty: the built-in list'),
  PUBLISHER_POLL_MS: setting(int(200, 86400000), '300000', 'Average polling interval of the publisher feeds; between the two bounds below, each feed adapts to how often it publishes without more requests in total; outside them, the interval is fixed'),
  PUBLISHER_POLL_MIN_MS: setting(int(10000, 86400000), '30000', 'Shortest adaptive polling interval of a feed; a source in SOURCES_FILE may set its own bounds'),
  PUBLISHER_POLL_MAX_MS: setting(int(10000, 86400000), '600000', 'Longest adaptive polling interval of a feed'),
  HOST_INTERVAL_MS: setting(int(0, 60000), '1000', 'Minimum time between two requests to one publisher host'),
  ARTICLE_PAGES: setting(z.enum(['none', 'headlines']), 'none', 'Which article pages to fetch for scoring and summaries, if robots.txt allows it: `none`, or `headlines` for articles whose feed gives little more than the headline; the text is never served'),
  ARTICLE_PAGE_WAIT_MS: setting(int(100, 60000), '5000', 'How long the articles of one poll wait for their pages; after that they are published without them'),
  GDELT_URL: setting(optional(baseUrl), 'http://data.gdeltproject.org', 'The Global Knowledge Graph of GDELT, which lists new publisher pages every 15 minutes; empty: not read'),
  SEARCH_FEEDS_FILE: setting(z.string(), '', 'JSON list of search feeds (sources with {ticker} or {name} in the url), which are searched ticker by ticker; empty: none'),
  EDGAR_URL: setting(baseUrl, 'https://www.sec.gov', 'EDGAR'),
  EDGAR_POLL_MS: setting(int(200, 86400000), '300000', 'Polling interval of the latest-filings feed in US hours'),
  EDGAR_POLL_OFF_HOURS_MS: setting(int(200, 86400000), '1800000', 'The same outside US hours'),
  EDGAR_REQUESTS_PER_SECOND: setting(int(1, 10), '8', 'Requests to EDGAR per second, all processes together; the SEC allows 10'),
  MAJOR_TICKERS: setting(majorTickers, 'top:1500', 'Tickers whose earnings releases are read: `all`, `top:N` (the N largest companies by the SEC symbol list) or a comma-separated list'),
  SURFACED_8K_ITEMS: setting(items8k, surfacedItems.join(','), '8-K items that are surfaced, live and in backfill, comma-separated; an 8-K with none of them is dropped'),
  EARNINGS_DATES_URL: setting(optional(baseUrl), '', 'Source of confirmed earnings dates; empty: none are collected'),
  SYMBOLS_POLL_MS: setting(int(1000, 604800000), '86400000', 'Polling interval of the symbol lists'),
  SYMBOL_LISTINGS_URL: setting(optional(baseUrl), 'https://www.nasdaqtrader.com/dynamic/symdir', "Folder of the exchanges' own lists, nasdaqlisted.txt and otherlisted.txt; empty: none are read"),
  SYMBOL_DETAILS_URLS: setting(csv.pipe(z.array(z.url({ protocol: /^https?$/ }))), '', 'JSON or CSV files with symbol details (sector, industry, country, currency), foreign shares and coins, comma-separated; empty: none'),
  BLS_URL: setting(baseUrl, 'https://www.bls.gov', 'Bureau of Labor Statistics: its release calendar; this and the next four are read daily at 04:50 UTC'),
  BEA_URL: setting(baseUrl, 'https://www.bea.gov', 'Bureau of Economic Analysis: its release schedule'),
  CENSUS_URL: setting(baseUrl, 'https://www.census.gov', 'Census Bureau: its calendar of economic indicators'),
  FED_URL: setting(baseUrl, 'https://www.federalreserve.gov', 'Federal Reserve: its list of FOMC meetings'),
  DOL_URL: setting(baseUrl, 'https://www.dol.gov', 'Department of Labor: its release list'),
  OUTBOUND_ALLOWED_ORIGINS: setting(origins, '', 'Origins of feeds, other sources and webhook receivers that may be private or loopback, e.g. http://127.0.0.1:4500; customers can send webhooks to the https ones'),
  OAUTH_ALLOWED_ORIGINS: setting(origins, '', 'Origins of OAuth client metadata documents that may be private, loopback or plain http; anyone can make the API request them'),
  BLOCKED_DOMAINS: setting(csv, '', 'Publisher domains that are never served'),
  RELEVANCE_FLOOR: setting(int(1, 10), '1', 'Articles with a lower score are dropped; the API serves scores from 4 unless min_relevance is lower'),
  ENRICHER_URL: setting(optional(endpointUrl), '', 'OpenAI-compatible endpoint that scores articles, ending in /v1; it may be on loopback or a private network; empty: the built-in enricher', true),
  ENRICHER_KEY: setting(z.string().regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces'), '', 'API key for the endpoint, sent as a bearer token; empty: none', true),
  ENRICHER_MODEL: setting(z.string().max(200), '', 'Model name; required with ENRICHER_URL'),
  ENRICHER_PARAMETERS: setting(jsonObject, '{"temperature":0,"seed":1,"max_tokens":900}', 'JSON object of further request fields; max_tokens or max_completion_tokens is reserved from the daily tokens for each answer'),
  ENRICHER_CONCURRENCY: setting(int(1, 256), '8', 'Concurrent requests to the endpoint'),
  ENRICHER_TIMEOUT_MS: setting(int(100, 120000), '10000', 'Longest time an article waits for its answer, including retries; then the built-in enricher scores it'),
  ENRICHER_REQUESTS_PER_DAY: setting(int(0, 1e9), '10000', 'Maximum requests per UTC day, including retries; then the built-in enricher scores'),
  ENRICHER_TOKENS_PER_DAY: setting(int(0, 1e12), '20000000', 'Maximum tokens per UTC day, prompts and answers; then the built-in enricher scores'),
  REFINE_STATE_DIR: setting(z.string(), '', 'Folder on a local disk where refine saves its state; empty: refine rereads the feed log at each start'),
  WRITE_BATCH_ROWS: setting(int(1, 100000), '5000', 'Maximum rows per insert'),
  WRITE_BATCH_MS: setting(int(1, 60000), '500', 'Longest time a record waits for its insert'),
  WEBHOOK_REQUESTS: setting(int(2, 20000), '1000', 'Concurrent webhook deliveries per process; at most half of them go to slow receivers'),

  OTEL_EXPORTER_OTLP_ENDPOINT: setting(optional(collectorUrl), '', 'Trace collector (OTLP over HTTP with JSON), such as http://127.0.0.1:4318; spans are sent to /v1/traces; empty: no traces'),
  OTEL_EXPORTER_OTLP_HEADERS: setting(otlpHeaders, '', 'Headers for the collector: name=value, comma-separated, values percent-encoded', true),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(int(100, 60000), '10000', 'Time limit for sending a batch of spans, retries included, in milliseconds; then it is dropped and counted'),
  OTEL_TRACES_SAMPLER_ARG: setting(fraction, '1', 'Fraction of fetches whose documents are traced, from 0 to 1'),
  LOG_LEVEL: setting(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info', 'Lowest level that is logged'),
} satisfies Record<string, Setting>;

type Settings = typeof settings;
export type Config = { readonly [K in keyof Settings]: z.output<Settings[K]['type']> };

export class ConfigError extends Error {}

/** Returns the text without what is between its first `//` and its last `@`, i.e. without a login. It need not be a valid address. */
function withoutLogin(text: string): string {
  const [from, to] = [text.indexOf('//'), text.lastIndexOf('@')];
  return from < 0 || to < from ? text : `${text.slice(0, from)}//${text.slice(to + 1)}`;
}

/**
 * First words of settings that other programs use for variables, too (REDIS_HOST, OTEL_SERVICE_NAME). A variable with such a first word is
 * reported only if it nearly equals a setting; one with any other first word of a setting is always reported.
 */
// prettier-ignore
const sharedWords = new Set(['API', 'ARCHIVE', 'BEA', 'BLS', 'CENSUS', 'CLICKHOUSE', 'CURSOR', 'DOL', 'EDGAR', 'FED', 'HOST', 'LOG', 'MAIL', 'MCP', 'MODEL', 'NATS', 'OAUTH', 'OTEL', 'PIPELINE', 'PRICING', 'REDIS', 'SEARCH', 'SMTP', 'SOURCES', 'USER', 'WEBHOOK', 'WRITE']);
/** Variables that Kubernetes adds to containers for every service of the namespace: `RADAR_SERVICE_HOST`, `OPS_PORT_9090_TCP_ADDR`. */
const serviceLink = /_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP|SCTP))(?:_|$)/;

const firstWord = (name: string): string => name.split('_', 1)[0]!;

/** Returns the variables that look like misspelt settings, each with the most similar setting. */
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
    // A short name with a different first word, such as DOC_URL, is not a misspelling.
    const isSlip = distance <= most && env[nearest] === undefined && (name.length >= 10 || sharedWords.has(firstWord(name)));
    return isOwn || isSlip ? [[name, nearest]] : [];
  });
}

/** Returns the parsed settings. Throws a one-line ConfigError that names every wrong setting, with its value unless it is secret. */
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
  for (const [name, nearest] of unknownSettings(env)) problems.push(`${name} is not a setting; did you mean ${nearest}?`);
  if (given.ENRICHER_URL && given.ENRICHER_MODEL === '') problems.push('ENRICHER_MODEL: required with ENRICHER_URL');
  // Without REDIS_URL in the environment, a command may start its own Redis, so the default need not be the server in use.
  if (problems.length === 0 && env['REDIS_URL'] !== undefined && isOneServer(given.REDIS_URL, given.REDIS_CACHE_URL))
    problems.push(
      'REDIS_CACHE_URL: must name another server than REDIS_URL, whose quota counters must not be evicted; leave it empty to share no pages',
    );
  if (problems.length > 0) throw new ConfigError(`configuration: ${problems.join('; ')}`);
  return given;
}

const redisPort = '6379';
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether two lists of addresses have a server in common; logins and database numbers are ignored. */
function isOneServer(one: string, other: string): boolean {
  const serversOf = (text: string): string[] =>
    text.split(',').flatMap((given) => {
      const url = URL.parse(given.includes('://') ? given : `redis://${given}`);
      if (given === '' || url === null) return [];
      return [`${loopbackNames.has(url.hostname) ? 'localhost' : url.hostname}:${url.port || redisPort}`];
    });
  const servers = new Set(serversOf(one));
  return serversOf(other).some((server) => servers.has(server));
}

/** Added to API_PORT to get the tool server's port if MCP_PORT is not set. */
const toolsPortsAbove = 100;

/** Returns the port of the tool server; 0 means any free port. */
export function toolsPort({ MCP_PORT, API_PORT }: Pick<Config, 'MCP_PORT' | 'API_PORT'>): number {
  if (MCP_PORT !== null) return MCP_PORT;
  return API_PORT === 0 || API_PORT + toolsPortsAbove > 65_535 ? 0 : API_PORT + toolsPortsAbove;
}

export const envExample = (): string =>
  Object.entries(settings as Record<string, Setting>)
    .map(([name, { default: byDefault, meaning }]) => `# ${meaning}\n#${name}=${byDefault}\n`)
    .join('\n');
