/**
 * Polls every publisher feed on its own cadence, fixed or adaptive (cadence/cadence.ts), a limited number at once and one per host. A
 * source that fails waits longer each time and blocks no other.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { Registry } from 'prom-client';
import { backoff, outageWaitMs, pause, repeat } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import { createCadence, type Cadence } from './cadence/cadence.ts';
import { createKeptRhythms, type KeptRhythms } from './cadence/kept-rhythms.ts';
import { keepWait, waitLeftMs } from './kept-waits.ts';
import { boundsOf } from './cadence/bounds.ts';
import type { Bounds } from './cadence/price.ts';
import type { Source } from './catalogue.ts';
import { feedBytesMax } from './format/read-feed.ts';
import { createFetchPage, type FetchPageOptions } from './page/fetch-page.ts';
import { createHeadlines, type Headlines } from './page/headlines.ts';
import { createPublisherMetrics } from './publisher-metrics.ts';
import { pollSource, type PollContext, type PollResult, type PollSettings } from './poll.ts';

type PollSlot = (work: () => Promise<PollResult | null>) => Promise<PollResult | null>;

export interface PublishersOptions extends Partial<PollSettings> {
  readonly sources: readonly Source[];
  /** Milliseconds between polls of a source that sets none. */
  readonly intervalMs?: number;
  /** Bounds of the adaptive cadence, which sends no more requests than the fixed one; absent: the cadence is fixed. */
  readonly adaptive?: Bounds;
  /** Sources polled concurrently. */
  readonly concurrency?: number;
  /** Milliseconds after a first failure; doubles from there. */
  readonly backoffFirstMs?: number;
  readonly backoffLastMs?: number;
  readonly registry?: Registry;
  /** Receives what the listings of each source carry. */
  readonly listed?: PollContext['listed'];
  /** Settings for the pages of articles with little more than a headline; absent: none are fetched. */
  readonly pages?: ({ readonly waitMs: number } & FetchPageOptions) | undefined;
}

interface Adaptive {
  readonly cadence: Cadence;
  readonly kept: KeptRhythms;
}

interface Beside {
  /** Null when the source has a fixed cadence. */
  readonly adaptive: Adaptive | null;
  readonly headlines: Headlines | null;
}

export function publishersStage(options: PublishersOptions): Stage {
  const { sources, intervalMs = 300_000, concurrency = 16, backoffFirstMs = 30_000, backoffLastMs = 3_600_000 } = options;
  const settings: PollSettings = {
    bodyBytesMax: options.bodyBytesMax ?? feedBytesMax,
    timeoutMs: options.timeoutMs ?? 30_000,
    pagesMax: options.pagesMax ?? 10,
  };
  const metrics = createPublisherMetrics(options.registry ?? new Registry());

  async function follow(source: Source, turn: PollSlot, deps: StageDeps, { adaptive, headlines }: Beside): Promise<void> {
    const cadenceMs = source.interval_seconds === undefined ? intervalMs : source.interval_seconds * 1_000;
    let failures = 0;
    let outages = 0;
    await pause(await waitLeftMs(deps, source.id), deps.signal);
    await repeat(
      async () => {
        const polled = await turn(() => safely(source, deps, () => poll(source, deps, { adaptive, headlines })));
        // Runs outside the turn, so that waiting for article pages delays no other feed.
        const result = polled?.rest ? await safely(source, deps, () => polled.rest!().then(() => polled)) : polled;
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
        if (result.retryAfterMs !== null && result.retryAfterMs > 0) await keepWait(deps, source.id, result.retryAfterMs);
        return Math.max(result.retryAfterMs ?? 0, backoff(failures - 1, backoffFirstMs, Math.max(backoffLastMs, backoffFirstMs)));
      },
      () => adaptive?.cadence.waitMs(source.id) ?? cadenceMs,
      deps.signal,
    );
  }

  async function poll(source: Source, deps: StageDeps, { adaptive, headlines }: Beside): Promise<PollResult> {
    const context = { metrics, settings, headlines, ...(options.listed && { listed: options.listed }) };
    if (adaptive === null) return pollSource(source, deps, context);
    const { cadence, kept } = adaptive;
    if (cadence.rhythmOf(source.id) === null) await kept.resume(source.id);
    cadence.spent();
    const result = await pollSource(source, deps, context);
    if (result.look !== null) {
      cadence.answered(source.id, result.look);
      await kept.keep(source.id);
    }
    return result;
  }

  /** Returns null after an outage on this side (RAW, positions, parsing) or a defect, neither of which counts against the source. */
  async function safely(source: Source, deps: StageDeps, work: () => Promise<PollResult>): Promise<PollResult | null> {
    try {
      if (!deps.signal.aborted) return await work();
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
      const headlines = options.pages ? createHeadlines(createFetchPage(deps, options.pages), options.pages.waitMs) : null;
      const slots = pLimit(concurrency);
      const hosts = new Map<string, LimitFunction>();
      // The host comes first, then a slot: sources of one host wait for each other without taking slots from the rest.
      const turnOf = (source: Source): PollSlot => {
        const { host } = new URL(source.url);
        const lane = hosts.get(host) ?? pLimit(1);
        hosts.set(host, lane);
        return (work) => lane(() => slots(work));
      };
      const moving = options.adaptive === undefined ? [] : sources.filter(({ interval_seconds }) => interval_seconds === undefined);
      const adaptive = adapt(moving, deps);
      await Promise.all(
        sources.map((source) => follow(source, turnOf(source), deps, { adaptive: moving.includes(source) ? adaptive : null, headlines })),
      );
    },
  };
}
