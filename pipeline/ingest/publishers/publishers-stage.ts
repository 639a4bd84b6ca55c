/** Polls every publisher feed, one per host at a time. A failing source waits longer each time and delays no other. */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import { Registry } from 'prom-client';
import { pause } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import { digestOf } from '#schemas/identity.ts';
import { repeat, type RetryWait } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { rawOf, type StageEntry } from '../../lane.ts';
import { createCadence, createRhythmStore, boundsOf, adaptiveBounds, type Cadence, type RhythmStore } from './cadence/cadence.ts';
import { storeWait, waitLeftMs } from './feed-position.ts';
import type { Bounds } from './cadence/price.ts';
import { configuredSources, type Source } from './catalogue.ts';
import { createFetchPage, type FetchPageOptions } from './page/fetch-page.ts';
import { createHeadlines, type Headlines } from './page/headlines.ts';
import { createPublisherMetrics } from './publisher-metrics.ts';
import { pollSource, type PollContext, type PollResult } from './poll.ts';

type PollSlot = (work: () => Promise<PollResult>) => Promise<PollResult>;

export interface PublishersOptions {
  readonly sources: readonly Source[];
  /** Milliseconds between two polls of a source without `interval_seconds`. */
  readonly intervalMs?: number;
  readonly adaptive?: Bounds;
  readonly concurrency?: number;
  readonly retryMs?: RetryWait;
  readonly registry?: Registry;
  readonly health?: PollContext['health'];
  readonly pages?: ({ readonly waitMs: number } & FetchPageOptions) | undefined;
}

interface Adaptive {
  readonly cadence: Cadence;
  readonly rhythms: RhythmStore;
}

interface PollExtras {
  /** Null for a source with a fixed cadence. */
  readonly adaptive: Adaptive | null;
  readonly headlines: Headlines | null;
}

export function publishersStage(options: PublishersOptions): Stage {
  const { sources, intervalMs = 300_000, concurrency = 16, retryMs = { first: 30_000, last: 3_600_000 } } = options;
  const metrics = createPublisherMetrics(options.registry ?? new Registry());

  async function follow(source: Source, slot: PollSlot, deps: StageDeps, { adaptive, headlines }: PollExtras): Promise<void> {
    const cadenceMs = source.interval_seconds === undefined ? intervalMs : source.interval_seconds * 1_000;
    await pause(await waitLeftMs(deps, source.id), deps.signal);
    await repeat(
      async () => {
        const result = await slot(() => poll(source, deps, { adaptive, headlines }));
        // The slot is free again, so that waiting for article pages delays no other feed.
        await result.publishWaiting();
        if (result.isHealthy) return null;
        const retryAfterMs = result.retryAfterMs ?? 0;
        if (retryAfterMs > 0) await storeWait(deps, source.id, retryAfterMs);
        return { retryAfterMs };
      },
      {
        cadenceMs: () => adaptive?.cadence.waitMs(source.id) ?? cadenceMs,
        signal: deps.signal,
        retryMs,
        onOutage: (error) => deps.log.error({ source: source.id, err: error }, 'source.poll_broke'),
      },
    );
  }

  async function poll(source: Source, deps: StageDeps, { adaptive, headlines }: PollExtras): Promise<PollResult> {
    // The process may have stopped while the poll waited for a slot.
    if (deps.signal.aborted) throw new StoppedError();
    const context = { metrics, headlines, ...(options.health && { health: options.health }) };
    if (adaptive === null) return pollSource(source, deps, context);
    const { cadence, rhythms } = adaptive;
    if (cadence.rhythmOf(source.id) === null) await rhythms.resume(source.id);
    cadence.spent();
    const result = await pollSource(source, deps, context);
    if (result.observed !== null) {
      cadence.answered(source.id, result.observed);
      await rhythms.keep(source.id);
    }
    return result;
  }

  function createAdaptive(adaptiveSources: readonly Source[], deps: StageDeps): Adaptive {
    const steadyMs = deps.steadyMs ?? steadyNowMs;
    const feeds = adaptiveSources.map((source) => ({
      id: source.id,
      bounds: boundsOf(source, options.adaptive ?? { minMs: intervalMs, maxMs: intervalMs }),
    }));
    const cadence = createCadence({ feeds, meanMs: intervalMs, nowMs: () => deps.now().getTime(), steadyMs });
    return { cadence, rhythms: createRhythmStore(cadence, deps, steadyMs) };
  }

  return {
    name: 'publishers',
    run: async (deps) => {
      const headlines = options.pages ? createHeadlines(createFetchPage(deps, options.pages), options.pages.waitMs) : null;
      const slots = pLimit(concurrency);
      const hosts = new Map<string, LimitFunction>();
      // A poll takes the turn of its host first and then a slot, so that waiting for a host occupies no slot.
      const slotOf = (source: Source): PollSlot => {
        const { host } = new URL(source.url);
        const turn = hosts.getOrInsertComputed(host, () => pLimit(1));
        return (work) => turn(() => slots(work));
      };
      const adaptiveSources = options.adaptive === undefined ? [] : sources.filter(({ interval_seconds }) => interval_seconds === undefined);
      const adaptive = createAdaptive(adaptiveSources, deps);
      await Promise.all(
        sources.map((source) => follow(source, slotOf(source), deps, { adaptive: adaptiveSources.includes(source) ? adaptive : null, headlines })),
      );
    },
  };
}

export const publishersLane: StageEntry = {
  name: 'publishers',
  reads: 'feeds of SOURCES_FILE',
  steps: ['fetch when changed', 'parse feed', 'fetch pages of headlines', 'publish once'],
  writes: rawOf('article', 'refusal'),
  asks: 'others',
  buckets: [],
  make: ({ config, registry, publisherFetch, health }) => {
    const sources = configuredSources(config);
    if (sources.length === 0) return null;
    const pages = config.ARTICLE_PAGES === 'headlines' ? { waitMs: config.ARTICLE_PAGE_WAIT_MS, userAgent: config.USER_AGENT } : null;
    return {
      stage: publishersStage({
        sources,
        intervalMs: config.PUBLISHER_POLL_MS,
        registry,
        health,
        ...adaptiveBounds(config),
        ...(pages && { pages }),
      }),
      fetch: health.watching(publisherFetch, ({ source }) => source ?? null, { isJudged: true }),
      sources: sources.map(({ id }) => id),
      scope: digestOf(sources.map(({ id, url }) => `${id} ${url}`).join('\n')).slice(0, 8),
    };
  },
};
