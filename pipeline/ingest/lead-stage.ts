/** Runs a stage while this process holds its lease; without the lease the stage neither sends a request nor publishes a document. */
import type { KV } from '@nats-io/kv';
import { whileLeading, type HeldLease } from '#ops/process/lease.ts';
import type { Logger } from '#ops/process/log.ts';
import { pause } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { MadeStage } from '../lane.ts';
import type { SourceHealth } from './source-health.ts';
import type { StageDeps } from './stage.ts';

/** Current leadership of the process; it has ended when its signal has aborted. */
export interface Leadership {
  signal: AbortSignal;
}

interface LeadOptions {
  readonly leases: KV;
  readonly health: SourceHealth;
  readonly log: Logger;
  /** Aborts when the process stops. */
  readonly signal: AbortSignal;
  /** Receives the signal of the current leadership, which ends retried effects. */
  readonly leadership: Leadership;
  readonly onChange: (leading: boolean) => void;
  /** Minimum milliseconds between the last request of the previous leader and the first of this one. */
  readonly hostIntervalMs: number;
  readonly depsOf: (fetch: StageDeps['fetch'], signal: AbortSignal) => StageDeps;
}

/** Runs until `signal` aborts. Rejects when the stage ends by itself, after the lease is released. */
export async function leadStage(name: string, { stage, fetch, sources, scope }: MadeStage, options: LeadOptions): Promise<void> {
  const { leases, health, log, signal, leadership, onChange, hostIntervalMs, depsOf } = options;
  const leaseName = scope === undefined ? `ingest.${name}` : `ingest.${name}.${scope}`;
  onChange(false);
  const work = async (leading: AbortSignal, lease: HeldLease): Promise<void> => {
    leadership.signal = leading;
    health.expect(sources);
    try {
      await pause(Math.max(0, hostIntervalMs - lease.idleMs), leading);
      const deps = depsOf((request) => fetch({ ...request, signal: leading }), leading);
      if (!leading.aborted) await stage.run(whileHeld(deps, lease));
    } catch (error) {
      if (!leading.aborted) throw error;
    } finally {
      health.forget(sources);
    }
    if (!leading.aborted) throw new Error('the stage ended unexpectedly');
  };
  await whileLeading(leases, leaseName, { log, signal, onChange }, work);
}

/** Refuses to fetch or publish without the lease, even when the signal of the lost lease is late. */
const whileHeld = (deps: StageDeps, lease: HeldLease): StageDeps => ({
  ...deps,
  fetch: async (request) =>
    lease.isHeld()
      ? deps.fetch(request)
      : { outcome: 'failed', cause: 'not_leading', status: null, retryAfterMs: null, detail: 'another process runs this stage' },
  // A publish in flight does no harm under the next leader, because RAW takes each identity once.
  publish: async (message, parent) => {
    if (!lease.isHeld()) throw new StoppedError();
    return deps.publish(message, parent);
  },
});
