/**
 * Runs one stage, or one share of it, while this process leads it, by lease, and stands by meanwhile. What the stage asks and
 * publishes ends with the lease: a request that waits for its turn is not sent, a document is not published, and what one of
 * them had under way changes nothing for who goes on, since RAW takes an identity once.
 */
import type { HeldLease } from '#ops/process/lease.ts';
import type { Logger } from '#ops/process/log.ts';
import { pause } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { LeaseSpread } from '#ops/process/spread-leases.ts';
import type { Share, StageContext, StageLane } from '../lane.ts';
import type { SourceHealth } from './source-health.ts';
import type { Stage, StageDeps } from './stage.ts';

/** As logs, readiness and metrics name it: `calendar`, `publishers.2`. */
export const nameOfShare = ({ name }: Pick<StageLane, 'name'>, { index, of }: Share): string => (of === 1 ? name : `${name}.${index + 1}`);

export const sharesOf = ({ shares = 1 }: Pick<StageLane, 'shares'>): Share[] => Array.from({ length: shares }, (_, index) => ({ index, of: shares }));

/** Of what is divided otherwise the lease is another, too: while releases or settings change, work may be done twice, never by nobody. */
export function leaseOf(lane: Pick<StageLane, 'name'>, share: Share, scope?: string): string {
  const parts = ['ingest', nameOfShare(lane, share), ...(share.of === 1 ? [] : [`of${share.of}`]), ...(scope === undefined ? [] : [scope])];
  return parts.join('.');
}

/** Tells the turns of a process apart: whose signal has aborted is over. */
export interface Turn {
  signal: AbortSignal;
}

export interface LeadOptions {
  readonly spread: LeaseSpread;
  readonly health: SourceHealth;
  readonly log: Logger;
  /** Of the process. */
  readonly signal: AbortSignal;
  /** Kept up to date with the turn under way, for effects that are kept trying. */
  readonly turn: Turn;
  readonly onChange: (leading: boolean) => void;
  /** Between what the process before asked last and what this one asks first. */
  readonly hostIntervalMs: number;
  readonly depsOf: (fetch: StageDeps['fetch'], signal: AbortSignal) => StageDeps;
}

export interface MadeStage {
  readonly stage: Stage;
  readonly fetch: StageDeps['fetch'];
  readonly lease: string;
  readonly sources: readonly string[];
}

/** Null: it has nothing to do by these settings. Names its sources only while it leads. */
export function makeStage(lane: StageLane, context: StageContext): MadeStage | null {
  const sources: string[] = [];
  const made = lane.make({ ...context, expect: (names) => void sources.push(...names) });
  return made && { stage: made.stage, fetch: made.fetch, lease: leaseOf(lane, context.share, made.scope), sources };
}

/** Resolves once `signal` aborted and the stage ended; rejects where the stage ends by itself, having given up the lease. */
export async function leadStage({ stage, fetch, lease: name, sources }: MadeStage, options: LeadOptions): Promise<void> {
  const { spread, health, log, signal, turn, onChange, hostIntervalMs, depsOf } = options;
  onChange(false);
  const work = async (leading: AbortSignal, lease: HeldLease): Promise<void> => {
    turn.signal = leading;
    health.expect(sources);
    try {
      await pause(Math.max(0, hostIntervalMs - lease.idleMs), leading);
      if (!leading.aborted)
        await stage.run(
          whileHeld(
            depsOf((request) => fetch({ ...request, signal: leading }), leading),
            lease,
          ),
        );
    } catch (error) {
      if (!leading.aborted) throw error;
    } finally {
      health.forget(sources);
    }
    if (!leading.aborted) throw new Error('it ended by itself');
  };
  await spread.lead(name, { log, signal, onChange }, work);
}

/** Neither asks nor publishes without the lease, whatever timers do. */
const whileHeld = (deps: StageDeps, lease: HeldLease): StageDeps => ({
  ...deps,
  fetch: async (request) =>
    lease.isHeld() ? deps.fetch(request) : { outcome: 'failed', status: null, retryAfterMs: null, detail: 'another process leads this stage' },
  publish: async (message, parent) => {
    if (!lease.isHeld()) throw new StoppedError();
    await deps.publish(message, parent);
  },
});
