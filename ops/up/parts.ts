/** What the service consists of on one machine: each part's command, environment and sign of readiness, in the order of starting. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UpOptions } from './options.ts';
import type { PartPlan } from './part.ts';
import { loopback } from './ports.ts';

export const partNames = ['nats', 'redis', 'clickhouse', 'upstream', 'pipeline', 'writer', 'api'] as const;
export type PartName = (typeof partNames)[number];

/** Every port there is to choose; `ops` is this supervisor's own, `pipelineOps`, `writerOps` and `apiOps` are those of the parts. */
export const portNames = ['nats', 'redis', 'clickhouse', 'upstream', 'pipelineOps', 'writerOps', 'api', 'apiOps', 'ops'] as const;
export type Ports = Readonly<Record<(typeof portNames)[number], number>>;

/** Where the three stores are: started here, or given by the environment and only used. */
export interface Services {
  readonly nats: string;
  readonly redis: string;
  readonly clickhouse: string;
}

export interface Setting {
  readonly options: UpOptions;
  readonly root: string;
  readonly ports: Ports;
  readonly environment: NodeJS.ProcessEnv;
}

const given = ({ options, environment }: Pick<Setting, 'options' | 'environment'>, name: string): string | null =>
  options.mode === 'start' && environment[name] !== undefined && environment[name] !== '' ? environment[name] : null;

export const givenServices = (setting: Setting): Services => ({
  nats: given(setting, 'NATS_URL') ?? `nats://${loopback}:${setting.ports.nats}`,
  redis: given(setting, 'REDIS_URL') ?? `redis://${loopback}:${setting.ports.redis}`,
  clickhouse: given(setting, 'CLICKHOUSE_URL') ?? `http://${loopback}:${setting.ports.clickhouse}`,
});

export const upstreamUrl = ({ ports }: Pick<Setting, 'ports'>): string => `http://${loopback}:${ports.upstream}`;
export const sourcesFile = ({ options }: Pick<Setting, 'options'>): string => join(options.dataDir, 'sources.json');

/** The parts that this machine runs, by name; writes the configuration files that they read. */
export function planParts(setting: Setting): Partial<Record<PartName, PartPlan>> {
  const { options, root, ports, environment } = setting;
  const services = givenServices(setting);
  const folder = (name: string): string => {
    const path = join(options.dataDir, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const node = (script: string, args: readonly string[], env: NodeJS.ProcessEnv): Omit<PartPlan, 'name'> => ({
    command: process.execPath,
    args: [join(root, script), ...args],
    env: { ...environment, ...env },
    cwd: root,
    ready: 'line',
  });
  const server = (command: string, args: readonly string[], ready: PartPlan['ready']): Omit<PartPlan, 'name'> => ({
    command,
    args,
    // Debian keeps nats-server in /usr/sbin, which is not on everybody's PATH.
    env: { ...environment, PATH: `${environment['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` },
    cwd: root,
    ready,
  });

  const plans: Partial<Record<PartName, Omit<PartPlan, 'name'>>> = {};
  if (given(setting, 'NATS_URL') === null) {
    const file = join(options.dataDir, 'nats.conf');
    writeFileSync(file, natsConfiguration(ports.nats, folder('nats')), { mode: 0o600 });
    plans.nats = server('nats-server', ['-c', file], { port: ports.nats, say: '', hear: 'INFO ' });
  }
  if (given(setting, 'REDIS_URL') === null) {
    const file = join(options.dataDir, 'redis.conf');
    writeFileSync(file, redisConfiguration(ports.redis, folder('redis')), { mode: 0o600 });
    plans.redis = server('redis-server', [file], { port: ports.redis, say: 'PING\r\n', hear: '+PONG' });
  }
  if (given(setting, 'CLICKHOUSE_URL') === null)
    plans.clickhouse = node('ops/embedded/clickhouse.ts', ['--data-dir', folder('clickhouse'), '--port', String(ports.clickhouse)], {
      CLICKHOUSE_PASSWORD: undefined,
    });
  if (options.mode === 'demo') plans.upstream = node('ops/upstream/main.ts', upstreamArguments(setting, folder('upstream')), {});

  const shared: NodeJS.ProcessEnv = {
    ...(options.mode === 'demo' ? demoEnvironment(setting) : {}),
    NATS_URL: services.nats,
    REDIS_URL: services.redis,
    CLICKHOUSE_URL: services.clickhouse,
    // A service started here asks for no password: it listens on the loopback only.
    ...(plans.nats && { NATS_USER: undefined, NATS_PASSWORD: undefined, NATS_REPLICAS: undefined }),
    ...(plans.clickhouse && { CLICKHOUSE_USER: undefined, CLICKHOUSE_PASSWORD: undefined }),
    OPS_HOST: loopback,
  };
  // The writer in a process of its own: its inserts and refine's decisions do not wait for one another.
  const pipelineParts = (environment['PIPELINE_PARTS'] || 'ingest,refine,write').split(',').map((part) => part.trim());
  const [rest, writes] = [pipelineParts.filter((part) => part !== 'write'), pipelineParts.includes('write')];
  if (rest.length > 0)
    plans.pipeline = node('pipeline/main.ts', [], {
      ...shared,
      PIPELINE_PARTS: rest.join(','),
      OPS_PORT: String(ports.pipelineOps),
      REFINE_STATE_DIR: given(setting, 'REFINE_STATE_DIR') ?? folder('refine'),
    });
  if (writes) plans.writer = node('pipeline/main.ts', [], { ...shared, PIPELINE_PARTS: 'write', OPS_PORT: String(ports.writerOps) });
  plans.api = node('api/main.ts', [], { ...shared, API_PORT: String(ports.api), OPS_PORT: String(ports.apiOps) });
  return Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, { name, ...plan }]));
}

/** The parts cannot tell the local upstream from the real ones, but for their addresses and the pace. */
function demoEnvironment(setting: Setting): NodeJS.ProcessEnv {
  const upstream = upstreamUrl(setting);
  const { archiveDays } = setting.options;
  return {
    EDGAR_URL: upstream,
    EARNINGS_DATES_URL: upstream,
    SOURCES_FILE: sourcesFile(setting),
    OUTBOUND_ALLOWED_ORIGINS: upstream,
    PUBLISHER_POLL_MS: '1000',
    HOST_INTERVAL_MS: '0',
    EDGAR_POLL_MS: '1000',
    EDGAR_POLL_OFF_HOURS_MS: '1000',
    MAJOR_TICKERS: 'all',
    RAW_MAX_BYTES: '2000000000',
    API_HOST: loopback,
    API_PUBLIC_URL: undefined,
    ARCHIVE_DAYS: archiveDays === null ? undefined : String(archiveDays),
  };
}

function upstreamArguments({ options, ports }: Setting, stateDir: string): string[] {
  const args = ['--port', String(ports.upstream), '--upstream', options.upstream, '--state', stateDir];
  if (options.rate !== null) args.push('--rate', String(options.rate));
  if (options.seed !== null) args.push('--seed', String(options.seed));
  return args;
}

const natsConfiguration = (port: number, storeDir: string): string => `# Written at every start.
listen: "${loopback}:${port}"
server_name: "tickerwire"
max_payload: 4MB
jetstream {
  store_dir: ${JSON.stringify(storeDir)}
  # Said outright, for the default is a share of the disk that is free, and a stream whose bound is above it is refused.
  max_file_store: 200GB
  max_memory_store: 256MB
  # sync_interval stays at its default: a killed process loses nothing that the system's page cache holds, and one machine
  # that loses its power re-reads its sources. ops/deploy/nats.conf says "always", for there an acknowledgement must survive that.
}
`;

/*
 * Quota counters should outlive a killed Redis, cached answers need not: with an append-only file, both are in the
 * page cache before a client hears of them. When memory is full, what expires first goes first: cached answers, not days' counters.
 */
const redisConfiguration = (port: number, dir: string): string => `# Written at every start.
bind ${loopback}
port ${port}
dir ${JSON.stringify(dir)}
save ""
appendonly yes
appendfsync everysec
maxmemory 256mb
maxmemory-policy volatile-ttl
`;
