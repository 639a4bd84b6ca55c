/**
 * Prometheus metrics of requests, caches, quotas and the tail. Requests are counted in maps and added to the registry's counters at each
 * scrape, because incrementing those is too slow for each request.
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AccountMap } from '#ops/accounts/watch-accounts.ts';
import type { ProblemCode } from '#schemas/error.ts';

interface RequestFacts {
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
  /** Number of records that the tail lacks; null while unknown. */
  readonly tailLag: () => number | null;
  /** The tail has all rows that were published after this time, in milliseconds since 1970; null while unknown. */
  readonly tailReachMs: () => number | null;
  readonly streams: () => number;
  readonly cacheBytes: () => number;
  readonly quotaIsLocal: () => boolean;
  readonly accounts: Pick<AccountMap, 'counts' | 'unheardMs'>;
  readonly isAway: (name: Dependency) => boolean;
}

/** Dependencies without which an API process can answer for a time. */
export const dependencies = ['nats', 'accounts', 'tail', 'clickhouse', 'redis'] as const;
export type Dependency = (typeof dependencies)[number];

export type CountRequest = (facts: RequestFacts) => void;

export function createApiMetrics(registry: Registry, gauges: Gauges): CountRequest {
  createGauges(registry, gauges);
  const requests = createTally(registry, 'api_requests_total', 'Requests by route and status', ['route', 'status']);
  const problems = createTally(registry, 'api_problems_total', 'Answers with a status other than 200, by code', ['code']);
  const pages = createTally(registry, 'api_pages_total', 'Pages served, by origin', ['source']);
  const latency = new Histogram({
    name: 'api_request_seconds',
    help: 'Time from reading the request to writing the answer',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const latencies = new Map<string, { readonly observe: (seconds: number) => void }>();
  return ({ route, status, code, source, seconds }) => {
    requests(route, status);
    if (code !== null) problems(code);
    if (source !== null) pages(source);
    latencies.getOrInsertComputed(route, () => latency.labels(route)).observe(seconds);
  };
}

/** Registers a counter with one or two labels, and returns the function that increments it. */
function createTally(registry: Registry, name: string, help: string, labelNames: readonly string[]): (first: string, second?: number) => void {
  const counts = new Map<string, Map<number, number>>();
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      for (const [first, bySecond] of counts)
        for (const [second, count] of bySecond) this.labels(...[first, String(second)].slice(0, labelNames.length)).inc(count);
      counts.clear();
    },
  });
  return (first, second = 0) => {
    const bySecond = counts.getOrInsertComputed(first, () => new Map<number, number>());
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
  };
}

function createGauges(registry: Registry, gauges: Gauges): void {
  const gauge = (name: string, help: string, read: () => number | null): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read() ?? Number.NaN);
      },
    });
  };
  gauge('api_tail_rows', 'Rows of the newest part of the feed log in memory', gauges.tailRows);
  gauge('api_tail_bytes', 'Bytes of the newest part of the feed log in memory', gauges.tailBytes);
  gauge('api_tail_last_seq', 'Newest sequence in memory', gauges.tailLastSeq);
  gauge('api_tail_lag_records', 'Records of the feed log that are not in memory yet', gauges.tailLag);
  gauge('api_tail_reach_seconds', 'Newest-first pages of rows published after this time come from memory; 0: all do', () => {
    const reachMs = gauges.tailReachMs();
    return reachMs === null ? null : Math.max(0, reachMs / 1_000);
  });
  gauge('api_streams', 'Open news streams', gauges.streams);
  gauge('api_cache_bytes', 'Bytes of cached pages and cached ranges of the past', gauges.cacheBytes);
  gauge('api_quota_local', '1 while quotas are counted in this process because Redis is unavailable', () => (gauges.quotaIsLocal() ? 1 : 0));
  new Gauge({
    name: 'api_degraded',
    help: '1 while this dependency is unavailable and requests are answered without it',
    labelNames: ['dependency'],
    registers: [registry],
    collect() {
      for (const name of dependencies) this.labels(name).set(gauges.isAway(name) ? 1 : 0);
    },
  });
  const { counts, unheardMs } = gauges.accounts;
  gauge('api_keys', 'Active API keys', () => counts().keys);
  gauge('api_accounts', 'Accounts', () => counts().accounts);
  gauge('api_account_entries_unreadable', 'Account and key entries that cannot be read; their keys are refused', () => counts().unreadable);
  gauge('api_accounts_of_unknown_plans', 'Accounts on a plan unknown to this release, served as the lowest plan', () => counts().unknownPlans);
  gauge('api_accounts_unheard_seconds', 'How long changes of keys may have been missed', () => unheardMs() / 1_000);
}
