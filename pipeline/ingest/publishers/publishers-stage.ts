/**
 * The publisher feeds: every source polled on its own cadence, fixed or adaptive (cadence/cadence.ts), so many at once over all of them and one per host;
 * a source that fails waits longer each time and holds up no other.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { Registry } from 'prom-client';
import { backoff, outageWaitMs, repeat } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { steadyNowMs } from '#ops/runtime/steady-clock.ts';
import { createCadence, type Cadence } from './cadence/cadence.ts';
import { createKeptRhythms, type KeptRhythms } from './cadence/kept-rhythms.ts';
import type { Bounds } from './cadence/price.ts';
import type { Source } from './catalogue.ts';
import { feedBytesMax } from './format/read-feed.ts';
import { createPublisherMetrics } from './publisher-metrics.ts';
import { pollSource, type PollResult, type PollSettings } from './poll.ts';

type Turn = (work: () => Promise<PollResult | null>) => Promise<PollResult | null>;

export interface PublishersOptions extends Partial<PollSettings> {
  readonly sources: readonly Source[];
  /** Cadence of a source that sets none. */
  readonly intervalMs?: number;
  /** Absent: the cadence is fixed. Else adaptive within these bounds, at no more requests than the fixed one would send. */
  readonly adaptive?: Bounds;
  /** Sources polled at once. */
  readonly concurrency?: number;
  /** Wait after a first failure; doubles from there. */
  readonly backoffFirstMs?: number;
  readonly backoffLastMs?: number;
  readonly registry?: Registry;
}

interface Adaptive {
  readonly cadence: Cadence;
  readonly kept: KeptRhythms;
}

/** A source's own bounds hold before those of the stage. */
export function boundsOf({ poll_seconds_min: least, poll_seconds_max: most }: Source, { minMs, maxMs }: Bounds): Bounds {
  const [low, high] = [least, most].map((seconds) => (seconds === undefined ? null : seconds * 1_000)) as [number | null, number | null];
  return { minMs: low ?? Math.min(minMs, high ?? minMs), maxMs: high ?? Math.max(maxMs, low ?? maxMs) };
}

export function publishersStage(options: PublishersOptions): Stage {
  const { sources, intervalMs = 300_000, concurrency = 16, backoffFirstMs = 30_000, backoffLastMs = 3_600_000 } = options;
  const settings: PollSettings = {
    bodyBytesMax: options.bodyBytesMax ?? feedBytesMax,
    timeoutMs: options.timeoutMs ?? 30_000,
    pagesMax: options.pagesMax ?? 10,
  };
  const metrics = createPublisherMetrics(options.registry ?? new Registry());

  async function follow(source: Source, turn: Turn, deps: StageDeps, adaptive: Adaptive | null): Promise<void> {
    const cadenceMs = source.interval_seconds === undefined ? intervalMs : source.interval_seconds * 1_000;
    let failures = 0;
    let outages = 0;
    await repeat(
      async () => {
        const result = await turn(() => pollSafely(source, deps, adaptive));
        if (result === null) {
          outages += 1;
          return outageWaitMs(outages);
        }
        outages = 0;
        if (result.isHealthy) {
          failures = 0;
          return null;
        }
        failures += 1;
        return Math.max(result.retryAfterMs ?? 0, backoff(failures - 1, backoffFirstMs, Math.max(backoffLastMs, backoffFirstMs)));
      },
      () => adaptive?.cadence.waitMs(source.id) ?? cadenceMs,
      deps.signal,
    );
  }

  /** Null after an outage of ours (RAW, positions, parsing) or a bug, which says nothing of the source: this one waits, the others go on. */
  async function pollSafely(source: Source, deps: StageDeps, adaptive: Adaptive | null): Promise<PollResult | null> {
    try {
      if (deps.signal.aborted) return null;
      if (adaptive === null) return await pollSource(source, deps, { metrics, settings });
      const { cadence, kept } = adaptive;
      if (cadence.rhythmOf(source.id) === null) await kept.resume(source.id);
      cadence.spent();
      const result = await pollSource(source, deps, { metrics, settings });
      if (result.look !== null) {
        cadence.answered(source.id, result.look);
        await kept.keep(source.id);
      }
      return result;
    } catch (error) {
      if (!deps.signal.aborted) deps.log.error({ source: source.id, err: error }, 'source.poll_broke');
    }
    return null;
  }

  function adapt(moving: readonly Source[], deps: StageDeps): Adaptive {
    const steadyMs = deps.steadyMs ?? steadyNowMs;
    const feeds = moving.map((source) => ({ id: source.id, bounds: boundsOf(source, options.adaptive ?? { minMs: intervalMs, maxMs: intervalMs }) }));
    const cadence = createCadence({ feeds, meanMs: intervalMs, nowMs: () => deps.now().getTime(), steadyMs });
    return { cadence, kept: createKeptRhythms(cadence, deps, steadyMs) };
  }

  return {
    name: 'publishers',
    run: async (deps) => {
      const slots = pLimit(concurrency);
      const hosts = new Map<string, LimitFunction>();
      // First the host, then a slot: sources of one host wait for each other without taking slots from the rest.
      const turnOf = (source: Source): Turn => {
        const { host } = new URL(source.url);
        const lane = hosts.get(host) ?? pLimit(1);
        hosts.set(host, lane);
        return (work) => lane(() => slots(work));
      };
      const moving = options.adaptive === undefined ? [] : sources.filter(({ interval_seconds }) => interval_seconds === undefined);
      const adaptive = adapt(moving, deps);
      await Promise.all(sources.map((source) => follow(source, turnOf(source), deps, moving.includes(source) ? adaptive : null)));
    },
  };
}
