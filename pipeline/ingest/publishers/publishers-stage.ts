/**
 * The publisher feeds: every source polled on its own cadence, so many at once over all of them and one per host;
 * a source that fails waits longer each time and holds up no other.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { Registry } from 'prom-client';
import { backoff, outageWaitMs, repeat } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import type { Source } from './catalogue.ts';
import { feedBytesMax } from './format/read-feed.ts';
import { createFetchPage, type FetchPageOptions } from './page/fetch-page.ts';
import { createHeadlines, type Headlines } from './page/headlines.ts';
import { createPublisherMetrics } from './publisher-metrics.ts';
import { pollSource, type PollResult, type PollSettings } from './poll.ts';

type Turn = (work: () => Promise<PollResult | null>) => Promise<PollResult | null>;

export interface PublishersOptions extends Partial<PollSettings> {
  readonly sources: readonly Source[];
  /** Cadence of a source that sets none. */
  readonly intervalMs?: number;
  /** Sources polled at once. */
  readonly concurrency?: number;
  /** Wait after a first failure; doubles from there. */
  readonly backoffFirstMs?: number;
  readonly backoffLastMs?: number;
  readonly registry?: Registry;
  /** Of the pages of articles that a feed gives the headline of; none are fetched where absent. */
  readonly pages?: ({ readonly waitMs: number } & FetchPageOptions) | undefined;
}

export function publishersStage(options: PublishersOptions): Stage {
  const { sources, intervalMs = 300_000, concurrency = 16, backoffFirstMs = 30_000, backoffLastMs = 3_600_000 } = options;
  const settings: PollSettings = {
    bodyBytesMax: options.bodyBytesMax ?? feedBytesMax,
    timeoutMs: options.timeoutMs ?? 30_000,
    pagesMax: options.pagesMax ?? 10,
  };
  const metrics = createPublisherMetrics(options.registry ?? new Registry());

  async function follow(source: Source, turn: Turn, deps: StageDeps, headlines: Headlines | null): Promise<void> {
    const cadenceMs = source.interval_seconds === undefined ? intervalMs : source.interval_seconds * 1_000;
    let failures = 0;
    let outages = 0;
    await repeat(
      async () => {
        const polled = await turn(() => safely(source, deps, () => pollSource(source, deps, { metrics, settings, headlines })));
        // Out of turn: whoever waits for pages of articles keeps no other feed from being polled.
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
        return Math.max(result.retryAfterMs ?? 0, backoff(failures - 1, backoffFirstMs, Math.max(backoffLastMs, backoffFirstMs)));
      },
      () => cadenceMs,
      deps.signal,
    );
  }

  /** Null after an outage of ours (RAW, positions, parsing) or a bug, which says nothing of the source: this one waits, the others go on. */
  async function safely(source: Source, deps: StageDeps, work: () => Promise<PollResult>): Promise<PollResult | null> {
    try {
      if (!deps.signal.aborted) return await work();
    } catch (error) {
      if (!deps.signal.aborted) deps.log.error({ source: source.id, err: error }, 'source.poll_broke');
    }
    return null;
  }

  return {
    name: 'publishers',
    run: async (deps) => {
      const headlines = options.pages ? createHeadlines(createFetchPage(deps, options.pages), options.pages.waitMs) : null;
      const slots = pLimit(concurrency);
      const hosts = new Map<string, LimitFunction>();
      // First the host, then a slot: sources of one host wait for each other without taking slots from the rest.
      const turnOf = (source: Source): Turn => {
        const { host } = new URL(source.url);
        const lane = hosts.get(host) ?? pLimit(1);
        hosts.set(host, lane);
        return (work) => lane(() => slots(work));
      };
      await Promise.all(sources.map((source) => follow(source, turnOf(source), deps, headlines)));
    },
  };
}
