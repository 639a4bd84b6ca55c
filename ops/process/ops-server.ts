/**
 * The operations port of a process: `/live` (the event loop runs), `/ready` (503 with the checks that fail; `degraded` names faults that do
 * not stop the process's work), `/metrics` (Prometheus text format 0.0.4), and views and pages that a part adds, such as `/status`.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { isAddress, ownNames, splitHost } from './own-names.ts';
import { requestPath, requestQuery } from './request-path.ts';

const connectionsMax = 256;

export type Readiness = () => Readonly<Record<string, 'ok' | string>>;

/** Answers a page. `query` is the text after the question mark. */
export type OpsPage = (
  query: string,
  path: string,
) => Promise<{
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}>;

export interface OpsServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Gauges of prom-client that Prometheus' own lint refuses for their names. Each is the sum of a gauge such as `nodejs_active_handles`. */
const gaugesNamedAsCounters = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The default of 10 ms would wake each idle process a hundred times per second. */
const loopDelayEveryMs = 100;

/** Returns a registry with the metrics of Node.js. Every metric gets the label `process`. */
export function createRegistry(process: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopDelayEveryMs });
  for (const name of gaugesNamedAsCounters) registry.removeSingleMetric(name);
  return registry;
}

export async function startOpsServer(options: {
  readonly host: string;
  readonly port: number;
  /** Additional values of the Host header, besides addresses, `localhost`, `host` and the machine's name. */
  readonly names?: readonly string[];
  readonly registry: Pick<Registry, 'contentType' | 'metrics'>;
  readonly readiness: Readiness | (() => Promise<ReturnType<Readiness>>);
  /** Returns faults that do not stop the process's work, by name. */
  readonly degraded?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Returns `active` or `standby` for each part or stage that needs a lease. Both are ready. */
  readonly roles?: () => Readonly<Record<string, string>>;
  readonly views?: Readonly<Record<string, () => Promise<unknown>>>;
  /** Pages by path. A page whose path ends with a slash answers for all paths below it that have no page of their own. */
  readonly pages?: Readonly<Record<string, OpsPage>>;
}): Promise<OpsServer> {
  const { registry, readiness, degraded, roles, views = {}, pages = {} } = options;
  const server = createServer((request, response) => {
    const path = requestPath(request.url).replace(/\/$/, '') || '/';
    const answer = (status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}): void => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers }).end(body);
    };
    const respond = async (): Promise<void> => {
      if (!isOwn(request, options))
        return answer(403, 'text/plain', 'the header Host names another server; OPS_NAMES lists more names of this one\n');
      if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'text/plain', 'only GET\n');
      if (path === '/live') return answer(200, 'text/plain', 'ok\n');
      if (path === '/ready') {
        const [checks, faults] = await Promise.all([readiness(), degraded?.()]);
        const ready = Object.values(checks).every((check) => check === 'ok');
        const optional = { ...(faults && { degraded: faults }), ...(roles && { roles: roles() }) };
        return answer(ready ? 200 : 503, 'application/json', JSON.stringify({ ready, checks, ...optional }));
      }
      if (path === '/metrics') return answer(200, registry.contentType, await registry.metrics());
      const view = views[path];
      if (view) return answer(200, 'application/json', JSON.stringify(await view()));
      const page = pages[path] ?? pages[path.slice(0, path.lastIndexOf('/') + 1)];
      if (page) {
        const { status, type, body, headers } = await page(requestQuery(request.url), path);
        return answer(status, type, body, headers);
      }
      const paths = `paths: /live /ready /metrics ${[...Object.keys(views), ...Object.keys(pages)].join(' ')}\n`;
      if (path !== '/') return answer(404, 'text/plain', paths);
      return answer(200, 'text/plain', '/dashboard' in pages ? `for people: /dashboard\n${paths}` : paths);
    };
    respond().catch((error: unknown) => answer(500, 'text/plain', `${error instanceof Error ? error.message : 'failed'}\n`));
  });
  server.requestTimeout = 10_000;
  server.headersTimeout = 5_000;
  server.maxConnections = connectionsMax;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Returns whether the Host header names this server. Browsers always send the header; HTTP/1.0 checks of a load balancer may not. The port
 * is ignored, because a container's port differs outside.
 */
function isOwn({ headers, socket }: IncomingMessage, { host, names = [] }: { readonly host: string; readonly names?: readonly string[] }): boolean {
  if (headers.host === undefined) return true;
  const { name } = splitHost(headers.host);
  return isAddress(name) || [...ownNames(socket, host), hostname().toLowerCase(), ...names.map((own) => own.toLowerCase())].includes(name);
}
