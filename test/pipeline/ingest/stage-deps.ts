/** Dependencies of an ingest stage in a test: real requests, parsing in this process, and in memory what it publishes and stores. */
import type { Registry } from 'prom-client';
import type { Outbound } from '#ops/outbound/outbound.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import type { StageDeps } from '#pipeline/ingest/stage.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { testLog } from '#test/support/log.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';

export interface StageGround {
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly published?: RawMessage[];
  readonly positions?: Map<string, unknown>;
}

/** `more`: replaces dependencies. */
export const stageDeps = ({ outbound, signal, published = [], positions = new Map() }: StageGround, more: Partial<StageDeps> = {}): StageDeps => ({
  fetch: createPoliteFetch({ outbound, userAgent: 'tickerwire-test (ops@tickerwire.example)', hostIntervalMs: 0, signal }),
  parse: parseInProcess,
  publish: async (message) => (published.push(message), message),
  positions: {
    get: async (key) => structuredClone(positions.get(key)) ?? null,
    set: async (key, value) => void positions.set(key, structuredClone(value)),
    change: async (key, make) => void positions.set(key, structuredClone(make(positions.get(key) ?? null))),
  },
  now: () => new Date(),
  log: testLog,
  signal,
  ...more,
});

/** Returns the value of a metric with these labels; 0 before it has one. */
export const metricOf = async (registry: Registry, name: string, labels: Readonly<Record<string, string>>): Promise<number> =>
  (await registry.getSingleMetric(name)?.get())?.values.find(({ labels: found }) =>
    Object.entries(labels).every(([key, value]) => found[key] === value),
  )?.value ?? 0;
