/**
 * Starts everything one machine needs as processes, keeps them running, and stops them in reverse order. Every
 * part finds the others by itself, whenever they come up; only two things are made ready for them: the keys
 * (before the API loads them) and the list of publishers (before the pipeline reads it).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { readConfig, type Config } from '#schemas/config.ts';
import { openBus } from '../runtime/nats.ts';
import type { OpsServer } from '../runtime/ops-server.ts';
import { prepareNats } from '../runtime/prepare.ts';
import { claimFolder, endLeftovers, keepProcessList } from './claim.ts';
import { keepCredentials } from './credentials.ts';
import { ensureKeys, type PlanKeys } from './keys.ts';
import { openLogFile } from './log-file.ts';
import { OptionError, type UpOptions } from './options.ts';
import { readiness, startOps } from './ops.ts';
import { startPart, type Part, type PartPlan } from './part.ts';
import {
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
import { choosePorts, isPortFree, loopback } from './ports.ts';
import { removeRunFile, writeRunFile, type RunFile } from './run-file.ts';
import type { Screen } from './screen.ts';
import { writeWhole } from './whole-file.ts';

export interface Service {
  /** Resolves when every part works and run.json is written. */
  readonly ready: Promise<RunFile>;
  readonly stop: (deadlineMs?: number) => Promise<void>;
}

export interface Surroundings {
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly screen: Screen;
}

const readyWithinMs = 30_000;
const retryMs = 100;
const slowAfterMs = 5_000;

/** Throws a ClaimError, OptionError or ConfigError before anything is started. */
export async function startService(options: UpOptions, { root, environment, screen }: Surroundings): Promise<Service> {
  const { dataDir } = options;
  mkdirSync(join(dataDir, 'log'), { recursive: true, mode: 0o700 });
  const release = claimFolder(dataDir);
  try {
    removeRunFile(dataDir);
    await endLeftovers(dataDir);
    const ports = await portsFor(options, environment);
    const setting: Setting = { options, root, ports, credentials: keepCredentials(dataDir), environment };
    const plans = planParts(setting);
    for (const plan of [plans.pipeline, plans.writer]) if (plan !== undefined) readConfig(plan.env);
    const config = readConfig({ ...plans.api!.env, ...natsLogin(setting, 'admin') });
    writeWhole(join(dataDir, 'services.json'), JSON.stringify(givenServices(setting)));
    return run(setting, plans, config, screen, release);
  } catch (error) {
    release();
    throw error;
  }
}

function run(setting: Setting, plans: Partial<Record<PartName, PartPlan>>, config: Config, screen: Screen, release: () => void): Service {
  const { options, ports, environment } = setting;
  const { dataDir } = options;
  const startedAt = new Date();
  const processes = keepProcessList(dataDir);
  const parts = new Map<PartName, Part>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let runFile: RunFile | null = null;
  let ops: OpsServer | null = null;

  const started = (): Part[] => partNames.flatMap((name) => parts.get(name) ?? []);
  const pidOf = (name: PartName): number | null => parts.get(name)?.status().pid ?? null;

  function start(name: PartName): Promise<void> {
    const plan = plans[name];
    if (plan === undefined) return Promise.resolve();
    signal.throwIfAborted();
    const part = startPart(plan, {
      log: openLogFile(join(dataDir, 'log', `${name}.log`)),
      onProcess: (pid) => {
        processes.note(name, pid);
        if (pid !== null && runFile !== null) writeRunFile(dataDir, runFile, (other) => (other === name ? pid : pidOf(other)));
      },
      onReady: (startMs) => screen.partReady(name, startMs),
      onExit: (how, restartInMs) => screen.partEnded(name, how, restartInMs),
    });
    parts.set(name, part);
    return part.firstReady;
  }

  async function comeUp(): Promise<RunFile> {
    const servers = (['nats', 'redis', 'clickhouse'] as const).map(start);
    const upstream = start('upstream');
    const keys = servers[0]!.then(() => makeKeys(dataDir, config, screen, signal));
    const api = keys.then(() => start('api'));
    const pipeline = upstream.then(() => fetchSources(setting, signal)).then(() => start('pipeline'));
    const writer = start('writer');
    await Promise.all([...servers, upstream, api, pipeline, writer]);
    ops = await startOps({ host: opsHost(options, environment), port: ports.ops, mode: options.mode, startedAt, parts: started });
    await allReady(started, screen, signal);
    signal.throwIfAborted();
    const { url } = parts.get('api')!.status().said;
    runFile = {
      api: typeof url === 'string' ? url : `http://${loopback}:${ports.api}`,
      ops: ops.url,
      upstream: plans.upstream === undefined ? null : upstreamUrl(setting),
      keys: await keys,
    };
    writeRunFile(dataDir, runFile, pidOf);
    return runFile;
  }

  const ready = comeUp();
  ready.catch(() => undefined);
  let stopped: Promise<void> | null = null;
  const stopAll = async (deadlineMs?: number): Promise<void> => {
    stopping.abort(new Error('stopped'));
    removeRunFile(dataDir);
    runFile = null;
    for (const part of started().reverse()) await part.stop(deadlineMs);
    await ready.catch(() => undefined);
    // A part that was being started while the others were stopped.
    for (const part of started().reverse()) await part.stop(deadlineMs);
    removeRunFile(dataDir);
    await ops?.stop();
    release();
  };
  return {
    ready,
    stop: (deadlineMs) => {
      // Told again, it waits no longer.
      if (stopped !== null && deadlineMs !== undefined) for (const part of started()) void part.stop(deadlineMs);
      return (stopped ??= stopAll(deadlineMs));
    },
  };
}

const opsHost = ({ mode }: UpOptions, environment: NodeJS.ProcessEnv): string => (mode === 'start' ? readConfig(environment).OPS_HOST : loopback);

async function portsFor(options: UpOptions, environment: NodeJS.ProcessEnv): Promise<Ports> {
  const { mode, dataDir, apiPort } = options;
  if (mode === 'demo') {
    const ports = await choosePorts(dataDir, portNames, apiPort === null ? { api: 8_080 } : {});
    return apiPort === null || apiPort === 0 ? ports : { ...ports, api: await insistOn(apiPort, loopback, '--port') };
  }
  const { API_HOST, API_PORT, OPS_HOST, OPS_PORT } = readConfig(environment);
  const ports = await choosePorts(dataDir, portNames);
  const wanted = apiPort ?? API_PORT;
  return {
    ...ports,
    api: wanted === 0 ? ports.api : await insistOn(wanted, API_HOST, apiPort === null ? 'API_PORT' : '--port'),
    ops: OPS_PORT === 0 ? ports.ops : await insistOn(OPS_PORT, OPS_HOST, 'OPS_PORT'),
  };
}

async function insistOn(port: number, host: string, name: string): Promise<number> {
  if (await isPortFree(port, host)) return port;
  throw new OptionError(`${name} ${port}: another program listens there; 0 takes a free one`);
}

async function makeKeys(dataDir: string, config: Config, screen: Screen, signal: AbortSignal): Promise<PlanKeys> {
  const slow = setTimeout(() => screen.line(`waiting for NATS at ${config.NATS_URL.map(withoutPassword).join(', ')}`), slowAfterMs);
  const opening = openBus(config, 'tickerwire-up', pino({ level: 'silent' }));
  const bus = await Promise.race([opening, untilAborted(signal)]);
  try {
    await retried(() => prepareNats(bus, config), signal);
    return await retried(() => ensureKeys(dataDir, bus, config.NATS_REPLICAS, new Date()), signal);
  } finally {
    clearTimeout(slow);
    await bus.close();
  }
}

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//');

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
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

/** Tries again while parts come up; the last error once `readyWithinMs` have passed. */
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

/** Ready lines say that a process listens; this waits until each also finds the others. */
async function allReady(parts: () => readonly Part[], screen: Screen, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (!signal.aborted) {
    const waiting = Object.entries(await readiness(parts())).filter(([, check]) => check !== 'ok');
    if (waiting.length === 0) return;
    if (performance.now() > deadline) {
      screen.error(`not everything is ready after ${readyWithinMs / 1_000} s: ${waiting.map(([name, check]) => `${name} (${check})`).join(', ')}`);
      return;
    }
    await sleep(retryMs);
  }
}
