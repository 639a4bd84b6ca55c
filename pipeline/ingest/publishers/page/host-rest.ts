/** Tracks hosts that get no page request now: after repeated failures, or between two requests when a host wants a delay. Bounded. */
import { LRUCache } from 'lru-cache';
import { backoff } from '../../schedule.ts';

export interface HostRest {
  /** Returns the milliseconds until a page of the host may be fetched; 0 or less: now. */
  readonly waitMs: (host: string) => number;
  /** Records a request. `delayMs`: time between the starts of two requests, as its robots.txt wants. */
  readonly asked: (host: string, delayMs: number | null) => void;
  readonly answered: (host: string) => void;
  readonly failed: (host: string) => void;
}

interface State {
  readonly failures: number;
  readonly freeAtMs: number;
}

/** Consecutive failures without a wait; further ones cost 1 min, 2 min and so on up to an hour, with jitter. */
const failuresBorne = 2;
const [restFirstMs, restLastMs] = [60_000, 3_600_000] as const;
const hostsMax = 10_000;

export function createHostRest(steadyMs: () => number): HostRest {
  const states = new LRUCache<string, State>({ max: hostsMax });
  const of = (host: string): State => states.get(host) ?? { failures: 0, freeAtMs: 0 };
  const later = (host: string, failures: number, waitMs: number): void =>
    void states.set(host, { failures, freeAtMs: Math.max(of(host).freeAtMs, steadyMs() + waitMs) });
  return {
    waitMs: (host) => of(host).freeAtMs - steadyMs(),
    asked: (host, delayMs) => {
      if (delayMs !== null) later(host, of(host).failures, Math.min(delayMs, restLastMs));
    },
    answered: (host) => {
      if (of(host).failures > 0) states.set(host, { ...of(host), failures: 0 });
    },
    failed: (host) => {
      const failures = of(host).failures + 1;
      later(host, failures, failures > failuresBorne ? backoff(failures - failuresBorne - 1, restFirstMs, restLastMs) : 0);
    },
  };
}
