/**
 * Runs several API processes on one port: forks them, restarts ended ones, combines their health and metrics, and stops them in order.
 * node:cluster distributes connections in turn.
 */
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';
import { freePort } from '#ops/process/free-port.ts';
import type { Stoppable } from '#ops/process/lifecycle.ts';
import type { Logger } from '#ops/process/log.ts';
import { restartDelayMs } from '#ops/process/restart-delay.ts';
import type { Config } from '#schemas/config.ts';
import { toolsPort } from './mcp/open-tools.ts';
import type { Checks, ProcessHealth } from './start/health.ts';

/** Milliseconds after which a worker counts as stable; its next restart begins with the first wait again. */
const heldAfterMs = 10_000;
const stopDeadlineMs = 12_000;
const reportEveryMs = 250;
/** A worker without a report for this many milliseconds is silent: its event loop does not turn. */
const silentAfterMs = 3_000;
/** Milliseconds without a report before a worker is killed and restarted; garbage collection or a lack of CPU takes far less. */
const hangsAfterMs = 15_000;
const lookedAtEveryMs = 1_000;

/** Addresses at which a process listens. */
export interface Addresses {
  readonly url: string;
  /** Address of the tool server. */
  readonly mcp: string;
}

interface Report {
  readonly type: 'health';
  readonly addresses: Addresses | null;
  readonly checks: Checks;
  readonly degraded: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;
}

export const isWorker = cluster.isWorker;

/** Called in a worker: reports its state to the first process until it ends. */
export function reportHealth(health: ProcessHealth, registry: Registry, addresses: () => Addresses | null): void {
  // Created for its listener, which answers the first process's request for metrics.
  AggregatorRegistry.setRegistries([registry]);
  void new AggregatorRegistry();
  setInterval(() => {
    const report: Report = {
      type: 'health',
      addresses: addresses(),
      checks: health.checks(),
      degraded: health.degraded(),
      details: health.details(),
    };
    if (process.connected) process.send?.(report);
  }, reportEveryMs).unref();
}

interface Seat {
  worker: Worker | null;
  report: Report | null;
  reportedAtMs: number;
  failures: number;
}

export interface Workers {
  readonly registry: Registry;
  readonly health: ProcessHealth;
  /** Resolves with the addresses when every worker listens. */
  readonly listening: Promise<Addresses>;
  readonly parts: readonly Stoppable[];
}

/** Returns the workers' ports. node:cluster shares a listener by its port, and for port 0 every listener would get another one. */
async function workerPorts(config: Config): Promise<NodeJS.Dict<string>> {
  const api = config.API_PORT === 0 ? await freePort(config.API_HOST) : config.API_PORT;
  const tools = toolsPort(config);
  return { API_PORT: String(api), MCP_PORT: String(tools === 0 ? await freePort(config.API_HOST, new Set([api])) : tools) };
}

export async function startWorkers(config: Config, log: Logger): Promise<Workers> {
  const ports = await workerPorts(config);
  const seats: Seat[] = Array.from({ length: config.API_WORKERS }, () => ({ worker: null, report: null, reportedAtMs: 0, failures: 0 }));
  const { promise: listening, resolve } = Promise.withResolvers<Addresses>();
  let isStopping = false;

  const fork = (seat: Seat, index: number): void => {
    if (isStopping) return;
    const startedAtMs = performance.now();
    const worker = cluster.fork(ports);
    seat.worker = worker;
    seat.report = null;
    worker.on('message', (message: Report | { readonly type?: unknown }) => {
      if (message.type !== 'health') return;
      seat.report = message as Report;
      seat.reportedAtMs = performance.now();
      const { addresses } = seat.report;
      if (addresses === null) return;
      if (seats.every((other) => (other.report?.addresses ?? null) !== null)) resolve(addresses);
    });
    worker.on('error', (error) => log.warn({ err: error, worker: index }, 'worker.failed'));
    worker.once('exit', (code, signal) => {
      seat.worker = null;
      seat.report = null;
      if (isStopping) return;
      seat.failures = performance.now() - startedAtMs > heldAfterMs ? 0 : seat.failures + 1;
      const waitMs = restartDelayMs(Math.max(0, seat.failures - 1));
      log.error({ worker: index, code, signal, waitMs }, 'worker.ended');
      setTimeout(() => fork(seat, index), waitMs);
    });
  };
  seats.forEach(fork);
  // Checked twice, because reports wait unread while this process itself is blocked.
  const silent = new WeakSet<Worker>();
  const watching = setInterval(() => {
    for (const [index, { worker, report, reportedAtMs }] of seats.entries()) {
      if (worker === null) continue;
      const isSilent = report !== null && performance.now() - reportedAtMs > hangsAfterMs;
      if (isSilent && silent.has(worker)) {
        log.error({ worker: index, pid: worker.process.pid }, 'worker.hangs');
        worker.process.kill('SIGKILL');
      }
      if (isSilent) silent.add(worker);
      else silent.delete(worker);
    }
  }, lookedAtEveryMs).unref();

  const aggregator = new AggregatorRegistry();
  const stateOf = (seat: Seat): Checks => {
    // A worker reports its stores' health before it listens.
    if (seat.report === null || seat.report.addresses === null) return { worker: seat.worker === null ? 'ended' : 'starting' };
    return performance.now() - seat.reportedAtMs > silentAfterMs ? { worker: 'silent' } : seat.report.checks;
  };
  const lacks = (seat: Seat): Checks => Object.fromEntries(Object.entries(stateOf(seat)).filter(([, state]) => state !== 'ok'));
  const isReady = (seat: Seat): boolean => Object.keys(lacks(seat)).length === 0;
  const named = (of: (seat: Seat) => Checks): Checks =>
    Object.fromEntries(seats.flatMap((seat, index) => Object.entries(of(seat)).map(([name, state]) => [`${index}.${name}`, state])));
  return {
    registry: Object.assign(new Registry(), { metrics: () => aggregator.clusterMetrics() }),
    health: {
      // The port answers while one worker does, so problems of the others are degradation, not an outage.
      checks: () => (seats.some(isReady) ? { workers: 'ok' } : named(stateOf)),
      degraded: () => ({ ...named((seat) => seat.report?.degraded ?? {}), ...(seats.some(isReady) && named(lacks)) }),
      details: () => Object.fromEntries(seats.map((seat, index) => [index, { pid: seat.worker?.process.pid ?? null, ...seat.report?.details }])),
    },
    listening,
    parts: [
      {
        name: 'workers',
        stop: async () => {
          isStopping = true;
          clearInterval(watching);
          await Promise.all(seats.flatMap(({ worker }) => (worker === null ? [] : [endWorker(worker)])));
        },
      },
    ],
  };
}

function endWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => worker.process.kill('SIGKILL'), stopDeadlineMs);
    worker.once('exit', () => {
      clearTimeout(deadline);
      resolve();
    });
    worker.process.kill('SIGTERM');
  });
}
