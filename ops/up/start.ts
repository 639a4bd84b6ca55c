/**
 * Starts all processes that one machine needs, keeps them running, and stops them in reverse order. The parts may start in any order, except
 * that streams and tables, the keys (for the API) and the list of publishers (for the pipeline) are prepared first.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { chosen } from '#pipeline/flow.ts';
import { configuredSources } from '#pipeline/ingest/publishers/catalogue.ts';
import { configuredSearchFeeds } from '#pipeline/ingest/search/search-feeds.ts';
import { readConfig, toolsPort, type Config } from '#schemas/config.ts';
import { openBus } from '../nats/nats.ts';
import type { OpsServer } from '../process/ops-server.ts';
import { aborted } from '../process/pause.ts';
import { UsageError } from '../scripts/command-line.ts';
import { applyStreamsAtStart, applyTablesAtStart } from './apply-at-start.ts';
import { claimFolder, endLeftovers, keepProcessList, refuseInUse } from './claim.ts';
import { moveDamagedCounters } from './counters-aside.ts';
import { keepCredentials } from './credentials.ts';
import { makeSignInLink, ensureKeys, type PlanKeys } from './keys.ts';
import { fullDisk, keepWriting, makeFolder } from './data-folder.ts';
import { openLogFile } from './log-file.ts';
import { writeWhole } from './stored-file.ts';
import type { UpOptions } from './options.ts';
import { readiness, startOps, type OpsDeps } from './ops.ts';
import { startPart, type RunningPart, type PartPlan } from './part.ts';
import {
  apiPorts,
  appliedSettings,
  givenServices,
  natsLogin,
  partNames,
  planParts,
  portNames,
  sourcesFile,
  upstreamUrl,
  type PartName,
  type Ports,
  type Setting,
} from './parts.ts';
import { listenError } from '../process/free-port.ts';
import { describePortHolder, choosePorts, loopback } from './ports.ts';
import { removeRunFile, writeRunFile, type RunFile } from './run-file.ts';
import type { Screen } from './screen.ts';
import { watchNats } from './watch-nats.ts';
import { hangsAfterMs, isLive, watchPart } from './watch-part.ts';

export interface Service {
  /** ARCHIVE_DAYS, which replaces the archive of every plan; null when it is not set. */
  readonly archiveDays: number | null;
  /** Returns a link that signs in once to the account with the largest plan, for a ready service. */
  readonly signInLink: (running: RunFile) => Promise<string | null>;
  /** Resolves when every part works and run.json is written. */
  readonly ready: Promise<RunFile>;
  /** Stops the parts, dependent ones first, within about `stopWithinMs`. A second call waits for the same stop. */
  readonly stop: () => Promise<void>;
}

export interface ServiceContext {
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly screen: Screen;
}

const readyWithinMs = 30_000;
const retryMs = 100;
/** Time for stopping all parts. A part may use what the earlier ones left of it and is then killed, which every part tolerates. */
const stopWithinMs = 9_000;
/** Part of that time that is reserved for each later part. */
const stopLeastMs = 500;
const settleWithinMs = 500;

/** Starts the service. Throws a ClaimError, UsageError or ConfigError before anything is started or, unless two starts race, written. */
export async function startService(options: UpOptions, { root, environment, screen }: ServiceContext): Promise<Service> {
  const { dataDir } = options;
  refuseInUse(dataDir);
  const config = readConfig(withoutEmptyUrls(environment));
  const required = await requiredPorts(options, config);
  makeFolder(join(dataDir, 'log'));
  const release = claimFolder(dataDir);
  try {
    removeRunFile(dataDir);
    await endLeftovers(dataDir);
    const preferred = preferredPorts(options);
    await reportPortHolders(preferred, screen);
    const ports: Ports = { ...(await choosePorts(dataDir, portNames, preferred)), ...required };
    const setting: Setting = { options, root, ports, credentials: keepCredentials(dataDir), environment };
    const plans = planParts(setting);
    for (const plan of [plans.pipeline, plans.webhooks]) if (plan !== undefined) chosen(readConfig(plan.env));
    const operatorConfig = readConfig({ ...plans.api!.env, ...natsLogin(setting, 'admin') });
    writeWhole(join(dataDir, 'services.json'), JSON.stringify({ ...givenServices(setting), settings: appliedSettings(plans.api!.env) }));
    return run(setting, plans, operatorConfig, screen, release);
  } catch (error) {
    release();
    throw error;
  }
}

function run(setting: Setting, plans: Partial<Record<PartName, PartPlan>>, config: Config, screen: Screen, release: () => void): Service {
  const { options, environment } = setting;
  const { dataDir } = options;
  const ports = { ...setting.ports };
  const startedAt = new Date();
  const processes = keepProcessList(dataDir);
  const pids = new Map<PartName, number>();
  const parts = new Map<PartName, RunningPart>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let runFile: RunFile | null = null;
  let ops: OpsServer | null = null;

  const save = keepWriting(() => {
    processes.save();
    if (runFile !== null) writeRunFile(dataDir, runFile, Object.fromEntries(partNames.map((name) => [name, pids.get(name) ?? null])));
  }, screen.warning);
  const setCountersAside = moveDamagedCounters(join(dataDir, 'redis'));
  const started = (): RunningPart[] => partNames.flatMap((name) => parts.get(name) ?? []);

  /** Prints a warning, with the full disk that may be its cause. */
  const warn = (line: string): void => void fullDisk(dataDir).then((disk) => screen.warning(disk === null ? line : `${line}; ${disk}`), () => screen.warning(line)); // prettier-ignore

  /** Moves a demo's API to other ports when another program took its preferred port. The API then restarts by itself. */
  async function moveApi(api: PartPlan): Promise<void> {
    Object.assign(ports, await choosePorts(dataDir, ['api', 'mcp']));
    Object.assign(api.env, apiPorts(ports));
    await reportPortHolders(preferredPorts(options), screen);
  }
  const isMovable = options.mode === 'demo' && options.apiPort === null;
  let moving: Promise<void> | null = null;

  function start(name: PartName): Promise<void> {
    const plan = plans[name];
    if (plan === undefined) return Promise.resolve();
    signal.throwIfAborted();
    const part = startPart(plan, {
      log: openLogFile(join(dataDir, 'log', `${name}.log`)),
      onProcess: (pid) => {
        processes.note(name, pid);
        if (pid !== null) pids.set(name, pid);
        save();
      },
      onReady: (startMs) => screen.partReady(name, startMs),
      onExit: (how, restartInMs, unready) => {
        screen.partEnded(name, how, restartInMs);
        const aside = name === 'redis' && unready !== null ? setCountersAside(unready) : null;
        if (aside !== null) screen.warning(aside);
        if (name === 'api' && isMovable && runFile === null && unready?.includes('EADDRINUSE'))
          moving ??= moveApi(plan)
            .catch((error: unknown) => screen.warning(String(error)))
            .finally(() => (moving = null));
      },
    });
    parts.set(name, part);
    // NATS gets another watch (watch-nats.ts) when its streams exist.
    if (name !== 'nats') void watchPart(part, { name, answers: isLive(part, plan.ready), hangsAfterMs: hangsAfterMs(plan), say: warn, signal });
    return part.firstReady;
  }

  async function startAll(): Promise<RunFile> {
    const servers = (['nats', 'clickhouse', 'redis'] as const).map(start);
    const [nats, clickhouse] = servers;
    const upstream = start('upstream');
    const advice = (name: 'nats' | 'clickhouse'): string =>
      plans[name] === undefined ? `check ${name.toUpperCase()}_URL and that server` : `see ${join(dataDir, 'log', `${name}.log`)}`;
    const applying = { config, say: screen.line, advice, signal };
    // Parts refuse to start when streams or tables differ from what they need, so these are changed first.
    const streams = nats!.then(() => applyStreamsAtStart(applying));
    const tables = Promise.all([streams, clickhouse]).then(() => applyTablesAtStart(applying));
    const keys = streams.then(() => makeKeys(dataDir, config, screen, signal));
    const api = Promise.all([keys, tables]).then(() => start('api'));
    const pipeline = Promise.all([upstream, tables])
      .then(() => fetchSources(setting, signal))
      .then(() => start('pipeline'));
    const webhooks = tables.then(() => start('webhooks'));
    await Promise.all([...servers, upstream, api, pipeline, webhooks]);
    const ownNats = parts.get('nats');
    if (ownNats !== undefined) void watchNats(ownNats, { config, say: warn, signal }).catch(() => undefined);
    ops = await startOps({ ...opsAddress(options, environment), port: ports.ops, mode: options.mode, startedAt, parts: started, dataDir });
    await allReady(started, dataDir, screen, signal);
    signal.throwIfAborted();
    const { url, mcp } = parts.get('api')!.status().said;
    runFile = {
      api: typeof url === 'string' ? url : `http://${loopback}:${ports.api}`,
      mcp: typeof mcp === 'string' ? mcp : `http://${loopback}:${ports.mcp}`,
      ops: ops.url,
      upstream: plans.upstream === undefined ? null : upstreamUrl(setting),
      keys: await keys,
    };
    save();
    return runFile;
  }

  const ready = startAll();
  ready.catch(() => undefined);
  let stopped: Promise<void> | null = null;

  async function stopAll(): Promise<void> {
    const endMs = performance.now() + stopWithinMs;
    stopping.abort(new Error('stopped'));
    removeRunFile(dataDir);
    runFile = null;
    const stopParts = async (): Promise<void> => {
      for (const [index, part] of started().reverse().entries()) {
        const after = started().length - index - 1;
        await part.stop(Math.max(stopLeastMs, endMs - performance.now() - after * stopLeastMs));
      }
    };
    await stopParts();
    await Promise.race([ready.catch(() => undefined), sleep(settleWithinMs)]);
    // A part may have been started during the first pass.
    await stopParts();
    removeRunFile(dataDir);
    await ops?.stop();
    release();
  }
  return { archiveDays: config.ARCHIVE_DAYS, ready, signInLink: (running) => makeSignInLink(config, running), stop: () => (stopped ??= stopAll()) };
}

function opsAddress({ mode }: UpOptions, environment: NodeJS.ProcessEnv): Pick<OpsDeps, 'host' | 'names'> {
  if (mode === 'demo') return { host: loopback, names: [] };
  const { OPS_HOST, OPS_NAMES } = readConfig(withoutEmptyUrls(environment));
  return { host: OPS_HOST, names: OPS_NAMES };
}

/** Returns the ports that were given by number. Throws a UsageError for one that is taken. For `npm start` it also checks the sources. */
async function requiredPorts({ mode, apiPort }: UpOptions, config: Config): Promise<Partial<Ports>> {
  if (mode === 'demo') return requirePort('api', apiPort ?? 0, loopback, '--port');
  const { API_HOST, API_PORT, MCP_PORT, OPS_HOST, OPS_PORT } = config;
  configuredSources(config);
  configuredSearchFeeds(config);
  return {
    ...(await requirePort('api', apiPort ?? API_PORT, API_HOST, apiPort === null ? 'API_PORT' : '--port')),
    ...(await requirePort('mcp', toolsPort({ MCP_PORT, API_PORT: apiPort ?? API_PORT }), API_HOST, 'MCP_PORT')),
    ...(await requirePort('ops', OPS_PORT, OPS_HOST, 'OPS_PORT')),
  };
}

/** Returns the environment without empty URLs of stores: a store without an address is started here. */
const withoutEmptyUrls = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name, value]) => value !== '' || !/^(?:NATS|REDIS|CLICKHOUSE)_URL$/.test(name)));

async function reportPortHolders({ api, mcp }: Partial<Ports>, screen: Screen): Promise<void> {
  for (const port of [api, mcp]) {
    const holder = port === undefined ? null : await describePortHolder(port);
    if (holder !== null) screen.line(holder);
  }
}

const preferredPorts = ({ mode, apiPort }: UpOptions): Partial<Ports> => (mode === 'demo' && apiPort === null ? { api: 8_080, mcp: 8_180 } : {});

async function requirePort(name: 'api' | 'mcp' | 'ops', port: number, host: string, called: string): Promise<Partial<Ports>> {
  const error = port === 0 ? null : await listenError(port, host);
  if (error === 'EADDRINUSE') throw new UsageError(`${called} ${port}: the port is in use; 0 takes a free one`);
  if (error !== null)
    throw new UsageError(`${called} ${port}: this user cannot listen on ${host}:${port} (${error}): choose another port or address`);
  return port === 0 ? {} : { [name]: port };
}

async function makeKeys(dataDir: string, config: Config, screen: Screen, signal: AbortSignal): Promise<PlanKeys> {
  const bus = await Promise.race([openBus(config, 'tickerwire-up', pino({ level: 'silent' })), aborted(signal)]);
  try {
    return await retried(() => ensureKeys(dataDir, bus, new Date(), screen.warning), signal);
  } finally {
    await bus.close();
  }
}

async function fetchSources(setting: Setting, signal: AbortSignal): Promise<void> {
  if (setting.options.mode !== 'demo') return;
  const text = await retried(async () => {
    const response = await fetch(`${upstreamUrl(setting)}/catalogue.json`, { signal: AbortSignal.timeout(5_000) });
    if (!response.ok) throw new Error(`the local upstream answered ${response.status} for its catalogue`);
    return response.text();
  }, signal);
  writeWhole(sourcesFile(setting), text);
}

/** Retries `work` while parts start. Throws the last error after `readyWithinMs`. */
async function retried<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || performance.now() > deadline) throw error;
      await sleep(retryMs);
    }
  }
}

/** Waits until the operations port of each part reports ready. A ready line only says that the process listens. */
async function allReady(parts: () => readonly RunningPart[], dataDir: string, screen: Screen, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (!signal.aborted) {
    const waiting = Object.entries(await readiness(parts(), dataDir)).filter(([, check]) => check !== 'ok');
    if (waiting.length === 0) return;
    if (performance.now() > deadline) {
      screen.error(`not everything is ready after ${readyWithinMs / 1_000} s: ${waiting.map(([name, check]) => `${name} (${check})`).join(', ')}`);
      return;
    }
    await sleep(retryMs);
  }
}
