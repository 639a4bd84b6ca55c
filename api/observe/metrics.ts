/** What the operations port counts of requests, caches, quotas and the tail. Labels are resolved once, not per request. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ProblemCode } from '#schemas/error.ts';

export interface RequestFacts {
  /** Path of the route as defined, or `none`. */
  readonly route: string;
  readonly status: number;
  readonly code: ProblemCode | null;
  readonly source: string | null;
  readonly seconds: number;
}

export interface Gauges {
  readonly tailRows: () => number;
  readonly tailBytes: () => number;
  readonly tailLastSeq: () => number;
  /** Records of the log that the tail has not got; null while unknown. */
  readonly tailLag: () => number | null;
  readonly cacheBytes: () => number;
  readonly quotaIsLocal: () => boolean;
  readonly keys: () => number;
}

export type CountRequest = (facts: RequestFacts) => void;

export function createApiMetrics(registry: Registry, gauges: Gauges): CountRequest {
  const registers = [registry];
  const requests = new Counter({ name: 'api_requests_total', help: 'Requests by route and status', labelNames: ['route', 'status'], registers });
  const problems = new Counter({ name: 'api_problems_total', help: 'Answers that were not 200, by code', labelNames: ['code'], registers });
  const latency = new Histogram({
    name: 'api_request_seconds',
    help: 'From the request being read to its answer being written',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const pages = new Counter({ name: 'api_pages_total', help: 'Pages by where they came from', labelNames: ['source'], registers });

  const gauge = (name: string, help: string, aggregator: 'sum' | 'max', read: () => number | null): void => {
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      collect() {
        const value = read();
        if (value === null) this.reset();
        else this.set(value);
      },
    });
  };
  gauge('api_tail_rows', 'Rows held of the newest part of the log', 'sum', gauges.tailRows);
  gauge('api_tail_bytes', 'Bytes held of the newest part of the log', 'sum', gauges.tailBytes);
  gauge('api_tail_last_seq', 'Newest sequence held', 'max', gauges.tailLastSeq);
  gauge('api_tail_lag_records', 'Records of the log that are not held yet', 'max', gauges.tailLag);
  gauge('api_cache_bytes', 'Bytes of cached pages', 'sum', gauges.cacheBytes);
  gauge('api_quota_local', '1 while quotas are counted in this process for want of Redis', 'max', () => (gauges.quotaIsLocal() ? 1 : 0));
  gauge('api_keys', 'API keys known', 'max', gauges.keys);

  const resolved = new Map<string, { inc: () => void }>();
  const once = (key: string, resolve: () => { inc: () => void }): { inc: () => void } => {
    let child = resolved.get(key);
    if (child === undefined) {
      child = resolve();
      resolved.set(key, child);
    }
    return child;
  };
  const latencies = new Map<string, { observe: (seconds: number) => void }>();
  return ({ route, status, code, source, seconds }) => {
    once(`${route} ${status}`, () => requests.labels(route, String(status))).inc();
    if (code !== null) once(code, () => problems.labels(code)).inc();
    if (source !== null) once(`from ${source}`, () => pages.labels(source)).inc();
    let child = latencies.get(route);
    if (child === undefined) {
      child = latency.labels(route);
      latencies.set(route, child);
    }
    child.observe(seconds);
  };
}
