/** The operations port of the whole service. It merges the answers of the parts into one readiness, one set of metrics and one status. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import { parseJson } from '#schemas/json-text.ts';
import { createRegistry, startOpsServer, type OpsPage, type OpsServer } from '../process/ops-server.ts';
import { fullDisk } from './data-folder.ts';
import { mergeMetrics } from './merge-metrics.ts';
import type { RunningPart } from './part.ts';

const askTimeoutMs = 3_000;
/** The pipeline queries ClickHouse for its metrics. The limit is below Prometheus' default timeout of 10 s. */
const metricsTimeoutMs = 8_000;
/** Below the default timeout of readiness probes, which is one second. */
const readyTimeoutMs = 800;
/** A part's previous readiness counts for this long when its next answer is late. */
const readyHoldsMs = 5_000;
/** Pages by path, with the part that serves each on its own operations port. */
const partPages: Readonly<Record<string, string>> = {
  '/radar': 'api',
  '/radar/': 'api',
  '/dashboard': 'pipeline',
  '/dashboard/': 'pipeline',
};

export interface OpsDeps {
  readonly host: string;
  /** Additional values of the Host header. */
  readonly names: readonly string[];
  readonly port: number;
  readonly mode: string;
  readonly startedAt: Date;
  readonly parts: () => readonly RunningPart[];
  readonly dataDir: string;
}

export async function startOps(deps: OpsDeps): Promise<OpsServer> {
  const { host, names, port, parts, dataDir } = deps;
  const registry = createRegistry('up');
  const ofParts = { labelNames: ['part'], registers: [registry] };
  new Gauge({
    ...ofParts,
    name: 'tickerwire_part_up',
    help: '1 while the part is ready',
    async collect() {
      const checks = await stateOfParts(parts());
      for (const { name } of parts()) this.set({ part: name }, checks[name] === 'ok' ? 1 : 0);
    },
  });
  new Gauge({
    ...ofParts,
    name: 'tickerwire_part_restarts',
    help: 'Restarts of the part since this start',
    collect() {
      for (const part of parts()) this.set({ part: part.name }, part.status().restarts);
    },
  });

  return startOpsServer({
    host,
    names,
    port,
    readiness: () => readiness(parts(), dataDir),
    degraded: () => faultsOf(parts()),
    registry: {
      contentType: registry.contentType,
      metrics: async () => mergeMetrics(await Promise.all([registry.metrics(), ...parts().map(metricsOf)])),
    },
    views: { '/status': () => statusOf(deps) },
    pages: Object.fromEntries(
      Object.entries(partPages).map(([prefix, name]) => [prefix, (query, path) => pageOf(parts(), name, path, query)] as const),
    ),
  });
}

/**
 * Returns the readiness of the needed parts, by their ready lines and operations ports, of the servers, by what the parts that use them say,
 * and of the disk when it is full.
 */
export async function readiness(parts: readonly RunningPart[], dataDir: string): Promise<Record<string, string>> {
  const [checks, disk, answers] = await Promise.all([stateOfParts(parts.filter(isNeeded)), fullDisk(dataDir), Promise.all(parts.map(askReady))]);
  // The process of a server may run while the parts that use the server get no answer from it.
  for (const [name, check] of answers.flatMap((answer) => Object.entries(answer?.checks ?? {}))) if (checks[name] === 'ok') checks[name] = check;
  return { ...checks, ...(disk !== null && { disk }) };
}

/** Redis is not needed: without it the parts count quotas by shares. */
const isNeeded = ({ name }: RunningPart): boolean => name !== 'redis';

async function stateOfParts(parts: readonly RunningPart[]): Promise<Record<string, string>> {
  const checks = await Promise.all(
    parts.map(async (part): Promise<[string, string]> => {
      const { state } = part.status();
      if (state !== 'ready') return [part.name, state];
      if (opsUrl(part) === null) return [part.name, 'ok'];
      const answer = await askReady(part);
      if (answer === null) return [part.name, 'does not answer'];
      return [part.name, answer.ok ? 'ok' : failedChecks(answer)];
    }),
  );
  return Object.fromEntries(checks);
}

const Names = z.record(z.string(), z.string()).catch({});
/** The parts of a `/ready` response that are shown here. */
const ReadyBody = z.object({ checks: Names, degraded: Names });

interface Readiness extends z.infer<typeof ReadyBody> {
  readonly ok: boolean;
}
interface ReadinessQuery {
  asking: Promise<Readiness | null> | null;
  last: { readonly answer: Readiness; readonly pid: number | null; readonly atMs: number } | null;
}
const queryOf = new WeakMap<RunningPart, ReadinessQuery>();

/** Returns the part's readiness within `readyTimeoutMs`: the new answer, or the last one when the new one is late; null when neither exists. */
async function askReady(part: RunningPart): Promise<Readiness | null> {
  const query: ReadinessQuery = queryOf.get(part) ?? { asking: null, last: null };
  queryOf.set(part, query);
  const { pid } = part.status();
  const look = async (): Promise<Readiness | null> => {
    const response = await ask(part, '/ready');
    query.asking = null;
    if (response === null) return null;
    const body = ReadyBody.safeParse(parseJson(await response.text())).data ?? { checks: {}, degraded: {} };
    const answer = { ok: response.ok, ...body };
    query.last = { answer, pid, atMs: performance.now() };
    return answer;
  };
  query.asking ??= look();
  const isLate = Symbol('late');
  const answer = await Promise.race([query.asking, sleep(readyTimeoutMs, isLate, { ref: false })]);
  if (typeof answer !== 'symbol') return answer;
  const { last } = query;
  return last !== null && last.pid === pid && performance.now() - last.atMs < readyHoldsMs ? last.answer : null;
}

/** Returns faults that do not stop the service, by part and name, such as `pipeline symbols`. */
async function faultsOf(parts: readonly RunningPart[]): Promise<Record<string, string>> {
  const optional = Object.entries(await stateOfParts(parts.filter((part) => !isNeeded(part)))).filter(([, state]) => state !== 'ok');
  const found = await Promise.all(
    parts.map(async (part): Promise<[string, string][]> => {
      const { degraded = {} } = (await askReady(part)) ?? {};
      return Object.entries(degraded).map(([name, text]) => [`${part.name} ${name}`, text]);
    }),
  );
  return Object.fromEntries([...optional, ...found.flat()]);
}

function failedChecks({ checks }: Readiness): string {
  const failed = Object.entries(checks).filter(([, check]) => check !== 'ok');
  return failed.map(([name, check]) => `${name}: ${check}`).join(', ') || 'not ready';
}

export interface Status {
  readonly ready: boolean;
  readonly degraded: Readonly<Record<string, string>>;
  readonly mode: string;
  readonly started_at: string;
  readonly uptime_seconds: number;
  readonly restarts: number;
  readonly parts: Readonly<
    Record<string, { readonly state: string; readonly pid: number | null; readonly uptime_seconds: number | null; readonly restarts: number }>
  >;
  /** The response of the part's `/status`, or null when it does not answer. */
  readonly pipeline: unknown;
  readonly api: unknown;
}

async function statusOf({ mode, startedAt, parts: started, dataDir }: OpsDeps): Promise<Status> {
  const parts = started();
  const now = Date.now();
  const seconds = (since: Date): number => Math.round((now - since.getTime()) / 1_000);
  const byName = Object.fromEntries(
    parts.map((part) => {
      const { state, pid, startedAt: since, restarts } = part.status();
      return [part.name, { state, pid, uptime_seconds: since === null ? null : seconds(since), restarts }];
    }),
  );
  const [checks, degraded, pipeline, api] = await Promise.all([
    readiness(parts, dataDir),
    faultsOf(parts),
    askStatus(parts, 'pipeline'),
    askStatus(parts, 'api'),
  ]);
  return {
    ready: Object.values(checks).every((check) => check === 'ok'),
    degraded,
    mode,
    started_at: startedAt.toISOString(),
    uptime_seconds: seconds(startedAt),
    restarts: parts.reduce((sum, part) => sum + part.status().restarts, 0),
    parts: byName,
    pipeline,
    api,
  };
}

async function askStatus(parts: readonly RunningPart[], name: string): Promise<unknown> {
  const part = parts.find((candidate) => candidate.name === name);
  const answer = part === undefined ? null : await ask(part, '/status');
  return answer?.ok === true ? answer.json().catch(() => null) : null;
}

async function metricsOf(part: RunningPart): Promise<string> {
  const answer = await ask(part, '/metrics', metricsTimeoutMs);
  return answer?.ok === true ? answer.text().catch(() => '') : '';
}

async function pageOf(parts: readonly RunningPart[], name: string, path: string, query: string): ReturnType<OpsPage> {
  const part = parts.find((candidate) => candidate.name === name);
  const answer = part === undefined ? null : await ask(part, query === '' ? path : `${path}?${query}`);
  if (answer === null) return { status: 503, type: 'application/json', body: JSON.stringify({ detail: `${name} does not answer` }) };
  const { headers, status } = answer;
  const kept = keptHeaders.flatMap((header) => (headers.get(header) === null ? [] : [[header, headers.get(header)!] as const]));
  return { status, type: headers.get('content-type') ?? 'text/plain', body: await answer.text(), headers: Object.fromEntries(kept) };
}

const keptHeaders = ['cache-control', 'content-security-policy', 'referrer-policy', 'x-content-type-options'] as const;

const opsUrl = (part: RunningPart): string | null => {
  const { ops } = part.status().said;
  return typeof ops === 'string' ? ops : null;
};

async function ask(part: RunningPart, path: string, withinMs = askTimeoutMs): Promise<Response | null> {
  const url = opsUrl(part);
  if (url === null) return null;
  // The whole body is read here, so that no connection stays open for an unread response.
  const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(withinMs) }).catch(() => null);
  const body = await response?.arrayBuffer().catch(() => null);
  return response && body ? new Response(body, { status: response.status, headers: response.headers }) : null;
}
