/** The parts of the service on one machine: each part's command, environment and sign of readiness, in the order of starting. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { namesOf, parts } from '#pipeline/flow.ts';
import { inboxPrefix, natsAccountsText, type NatsUser } from '../nats/nats-users.ts';
import type { Credentials } from './credentials.ts';
import type { UpOptions } from './options.ts';
import type { PartPlan } from './part.ts';
import { loopback } from './ports.ts';
import { makeFolder } from './data-folder.ts';
import { writeWhole } from './stored-file.ts';
import { nicenessOf, apiFlags, goSettings, mallocSettings, nodeFlags } from './resources.ts';
import { upstreamAddresses } from './upstream-addresses.ts';

export const partNames = ['nats', 'redis', 'clickhouse', 'upstream', 'pipeline', 'webhooks', 'api'] as const;
export type PartName = (typeof partNames)[number];

/** Names of the ports. `ops` is the supervisor's operations port; `pipelineOps`, `webhooksOps` and `apiOps` are those of the parts. */
export const portNames = ['nats', 'redis', 'clickhouse', 'upstream', 'pipelineOps', 'webhooksOps', 'api', 'mcp', 'apiOps', 'ops'] as const;
export type Ports = Readonly<Record<(typeof portNames)[number], number>>;

/** Addresses of the stores and operators' logins. A store is started here unless the environment has its address. */
export interface Services {
  readonly nats: string;
  readonly redis: string;
  /** Redis for shared pages, or empty: a single API process does not need it. */
  readonly cache: string;
  readonly clickhouse: string;
  /** Login settings for the stores that are started here. */
  readonly logins: Readonly<Record<string, string>>;
}

export interface Setting {
  readonly options: UpOptions;
  readonly root: string;
  readonly ports: Ports;
  readonly credentials: Credentials;
  readonly environment: NodeJS.ProcessEnv;
}

/** Returns a setting of `npm start`'s environment, or null when it is absent or empty. The demo ignores the environment's addresses. */
const given = ({ options, environment }: Pick<Setting, 'options' | 'environment'>, name: string): string | null =>
  options.mode === 'start' && environment[name] !== undefined && environment[name] !== '' ? environment[name] : null;

/** Returns the addresses and logins of the stores: those of the environment, else those of the stores started here. */
export const givenServices = (setting: Setting): Services => ({
  nats: given(setting, 'NATS_URL') ?? `nats://${loopback}:${setting.ports.nats}`,
  redis: given(setting, 'REDIS_URL') ?? `redis://:${setting.credentials.redis}@${loopback}:${setting.ports.redis}`,
  cache: given(setting, 'REDIS_CACHE_URL') ?? '',
  clickhouse: given(setting, 'CLICKHOUSE_URL') ?? `http://${loopback}:${setting.ports.clickhouse}`,
  logins: { ...natsLogin(setting, 'admin'), ...clickhouseLogin(setting) },
});

/** The parts of the pipeline that may read accounts. */
const webhookParts: readonly string[] = ['match', 'deliver', 'notify'];

/** Settings that commands on this data folder must share with the service: how streams and tables are made, and addresses. */
const applied = [
  'NATS_REPLICAS',
  'FEED_MAX_AGE_DAYS',
  'RAW_MAX_BYTES',
  'DEAD_MAX_AGE_DAYS',
  'DEAD_MAX_BYTES',
  'DELIVERIES_MAX_BYTES',
  'NOTICES_MAX_AGE_DAYS',
  'RECONCILIATIONS_MAX_AGE_DAYS',
  'MODEL_ANSWERS_MAX_AGE_DAYS',
  'WEBHOOK_ATTEMPTS_MAX_AGE_DAYS',
  'RADAR_DIGESTS_MAX_AGE_DAYS',
  'CLICKHOUSE_CLUSTER',
  'CLICKHOUSE_DATABASE',
  'API_PUBLIC_URL',
  'OUTBOUND_ALLOWED_ORIGINS',
] as const;

/** Returns those settings of a part's environment, for commands such as `npm run admin`. */
export const appliedSettings = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(applied.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));

/** Returns the login of a user of the NATS server that is started here; empty for a server of the environment, which has its own login. */
export const natsLogin = (setting: Setting, user: NatsUser): Record<string, string> =>
  given(setting, 'NATS_URL') === null ? { NATS_USER: user, NATS_PASSWORD: setting.credentials.nats[user], NATS_INBOX_PREFIX: inboxPrefix(user) } : {};

const clickhouseLogin = (setting: Setting): Record<string, string> =>
  given(setting, 'CLICKHOUSE_URL') === null
    ? {
        CLICKHOUSE_USER: setting.environment['CLICKHOUSE_USER'] || 'default',
        CLICKHOUSE_PASSWORD: setting.environment['CLICKHOUSE_PASSWORD'] || setting.credentials.clickhouse,
      }
    : {};

export const upstreamUrl = ({ ports }: Pick<Setting, 'ports'>): string => `http://${loopback}:${ports.upstream}`;
export const sourcesFile = ({ options }: Pick<Setting, 'options'>): string => join(options.dataDir, 'sources.json');

/** Returns how to start the parts that this machine runs, by name. Writes the configuration files that they read. */
export function planParts(setting: Setting): Partial<Record<PartName, PartPlan>> {
  const { options, root, ports, environment } = setting;
  const services = givenServices(setting);
  const folder = (name: string): string => {
    const path = join(options.dataDir, name);
    makeFolder(path);
    return path;
  };
  const node = (script: string, args: readonly string[], env: NodeJS.ProcessEnv, flags = nodeFlags): Omit<PartPlan, 'name'> => ({
    command: process.execPath,
    args: [...flags, join(root, script), ...args],
    env: { ...mallocSettings, ...environment, ...env },
    cwd: root,
    ready: 'line',
  });
  const server = (command: string, args: readonly string[], ready: PartPlan['ready'], env: NodeJS.ProcessEnv = {}): Omit<PartPlan, 'name'> => ({
    command,
    args,
    env: { ...env, ...environment, PATH: serverPath(environment) },
    // Servers may write files into their working folder, such as core dumps.
    cwd: options.dataDir,
    ready,
  });

  const plans: Partial<Record<PartName, Omit<PartPlan, 'name'>>> = {};
  if (given(setting, 'NATS_URL') === null) {
    const file = join(options.dataDir, 'nats.conf');
    const storeDir = folder('nats');
    const isFlushed = canFlushAlways(natsVersion(serverPath(environment)));
    writeWhole(file, natsConfiguration(ports.nats, storeDir, setting.credentials, isFlushed));
    plans.nats = server('nats-server', ['-c', file], { port: ports.nats, say: '', hear: 'INFO ' }, goSettings);
  }
  if (given(setting, 'REDIS_URL') === null) {
    const file = join(options.dataDir, 'redis.conf');
    const password = setting.credentials.redis;
    const greeting = { say: `AUTH ${password}\r\nPING\r\n`, hear: '+OK\r\n+PONG' };
    writeWhole(file, countersConfiguration({ port: ports.redis, dir: folder('redis'), password }));
    plans.redis = server('redis-server', [file], { port: ports.redis, ...greeting });
  }
  if (given(setting, 'CLICKHOUSE_URL') === null)
    plans.clickhouse = node(
      'ops/embedded/clickhouse.ts',
      ['--data-dir', folder('clickhouse'), '--port', String(ports.clickhouse)],
      clickhouseLogin(setting),
    );
  if (options.mode === 'demo') plans.upstream = node('ops/lab/upstream/main.ts', upstreamArguments(setting, folder('upstream')), {});

  const shared: NodeJS.ProcessEnv = {
    ...(options.mode === 'demo' ? demoEnvironment(setting) : {}),
    NATS_URL: services.nats,
    REDIS_URL: services.redis,
    REDIS_CACHE_URL: services.cache,
    CLICKHOUSE_URL: services.clickhouse,
    ...(plans.nats && { NATS_REPLICAS: undefined }),
    ...(plans.clickhouse && { CLICKHOUSE_CLUSTER: undefined }),
    ...clickhouseLogin(setting),
    OPS_HOST: loopback,
  };
  // The parts that read accounts and send to customers' addresses have their own process and NATS user (decisions/0007).
  const pipelineParts = environment['PIPELINE_PARTS'] ? environment['PIPELINE_PARTS'].split(',').map((part) => part.trim()) : namesOf(parts);
  const sends = pipelineParts.filter((part) => webhookParts.includes(part));
  const rest = pipelineParts.filter((part) => !sends.includes(part));
  const pipeline = (some: readonly string[], user: NatsUser, env: NodeJS.ProcessEnv): Omit<PartPlan, 'name'> =>
    node('pipeline/main.ts', [], { ...shared, ...natsLogin(setting, user), PIPELINE_PARTS: some.join(','), ...env });
  if (rest.length > 0)
    plans.pipeline = pipeline(rest, 'pipeline', {
      OPS_PORT: String(ports.pipelineOps),
      REFINE_STATE_DIR: given(setting, 'REFINE_STATE_DIR') ?? folder('refine'),
    });
  if (sends.length > 0) plans.webhooks = pipeline(sends, 'webhooks', { OPS_PORT: String(ports.webhooksOps) });
  plans.api = node('api/main.ts', [], { ...shared, ...natsLogin(setting, 'api'), ...apiPorts(ports) }, apiFlags);
  return Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, { name, niceness: nicenessOf[name] ?? 0, ...plan }]));
}

export const apiPorts = (ports: Pick<Ports, 'api' | 'mcp' | 'apiOps'>): Record<'API_PORT' | 'MCP_PORT' | 'OPS_PORT', string> => ({
  API_PORT: String(ports.api),
  MCP_PORT: String(ports.mcp),
  OPS_PORT: String(ports.apiOps),
});

/** Returns the demo's settings. They replace addresses of real sources by the local upstream, and shorten intervals. */
function demoEnvironment(setting: Setting): NodeJS.ProcessEnv {
  const upstream = upstreamUrl(setting);
  return {
    ...upstreamAddresses(upstream),
    // The given origins stay allowed, for example a webhook receiver on this machine.
    OUTBOUND_ALLOWED_ORIGINS: [upstream, setting.environment['OUTBOUND_ALLOWED_ORIGINS']].filter(Boolean).join(),
    SYMBOLS_POLL_MS: String(symbolPace(setting.options).pollMs),
    SYMBOL_DETAILS_URLS: detailsOf(setting.options.upstream)
      .map((name) => `${upstream}/symbol-details/${name}`)
      .join(','),
    SOURCES_FILE: sourcesFile(setting),
    PUBLISHER_POLL_MS: '5000',
    HOST_INTERVAL_MS: '0',
    EDGAR_POLL_MS: '5000',
    EDGAR_POLL_OFF_HOURS_MS: '5000',
    MAJOR_TICKERS: 'all',
    RAW_MAX_BYTES: '2000000000',
    API_HOST: loopback,
    API_PUBLIC_URL: undefined,
    MCP_PUBLIC_URL: undefined,
  };
}

/** Returns how often the generated symbol lists change and are polled: often, unless the upstream generates nothing. */
const symbolPace = ({ rate }: UpOptions): { readonly dayMs: number; readonly pollMs: number } =>
  rate === 0 ? { dayMs: 0, pollMs: 60_000 } : { dayMs: 30_000, pollMs: 30_000 };

const detailsOf = (upstream: string): readonly string[] =>
  upstream === 'generated' ? ['companies.json', 'foreign.csv'] : ['nasdaq', 'nyse', 'amex'].map((exchange) => `${exchange}_full_tickers.json`);

/** About ten days more than the history that Radar compares with. */
const historyDaysByDefault = 40;

function upstreamArguments({ options, ports }: Setting, stateDir: string): string[] {
  const { upstream, rate, seed, historyDays } = options;
  const values = {
    port: ports.upstream,
    upstream,
    state: stateDir,
    'symbol-day-ms': symbolPace(options).dayMs,
    ...(upstream === 'generated' && { 'history-days': historyDays ?? historyDaysByDefault }),
    ...(rate !== null && { rate }),
    ...(seed !== null && { seed }),
  };
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** Returns the PATH with /usr/sbin, where Debian installs nats-server and which not every user's PATH has. */
const serverPath = (environment: NodeJS.ProcessEnv): string => `${environment['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;

/** Returns the output of `nats-server --version`, such as `nats-server: v2.9.10`, or '' when it is not installed. */
const natsVersion = (path: string): string => spawnSync('nats-server', ['--version'], { env: { PATH: path }, encoding: 'utf8' }).stdout ?? '';

/** Returns whether the server knows `sync_interval: always`: releases before 2.10 refuse it. */
export function canFlushAlways(version: string): boolean {
  const [, major, minor] = /v(\d+)\.(\d+)\./.exec(version) ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 10);
}

const natsConfiguration = (port: number, storeDir: string, { nats }: Credentials, isFlushed: boolean): string => `# Written at every start.
listen: "${loopback}:${port}"
server_name: "tickerwire"
max_payload: 4MB
jetstream {
  store_dir: ${JSON.stringify(storeDir)}
  # The default is a share of the free disk space, and streams with a larger limit would be refused.
  max_file_store: 200GB
  max_memory_store: 256MB
  ${isFlushed ? '# An acknowledgement survives a power loss.\n  sync_interval: always' : '# Servers before 2.10 flush every two minutes: after a power loss refine repairs the feed log from the tables.'}
}
${natsAccountsText(nats)}`;

/** Returns the configuration of the Redis for counters. Its append-only file preserves them when the server is killed; none is evicted. */
export const countersConfiguration = ({
  port,
  dir,
  password,
}: {
  readonly port: number;
  readonly dir: string;
  readonly password: string;
}): string => `# Written at every start.
bind ${loopback}
port ${port}
requirepass ${password}
dir ${JSON.stringify(dir)}
save ""
maxmemory 256mb
appendonly yes
appendfsync everysec
maxmemory-policy noeviction
`;
