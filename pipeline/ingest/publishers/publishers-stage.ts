/** Polls every publisher feed, one per host at a time. A failing source waits longer each time and delays no other. */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import { Registry } from 'prom-client';
import { pause } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import { digestOf } from '#schemas/identity.ts';
import { rememberedPositions } from '../positions-bucket.ts';
import { repeat, type RetryWait } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { rawOf, type StageEntry } from '../../lane.ts';
import { createCadence, createRhythmStore, boundsOf, adaptiveBounds, type Cadence, type RhythmStore } from './cadence/cadence.ts';
import { storeWait, waitLeftMs } from './feed-position.ts';
import type { Bounds } from './cadence/price.ts';
import { configuredSources, type Source } from './catalogue.ts';
import { createFetchPage } from './page/fetch-page.ts';
import { createHeadlines, type Headlines } from './page/headlines.ts';
import { createPublisherMetrics } from './publisher-metrics.ts';
import { pollSource, type PollContext, type PollResult } from './poll.ts';

export interface PublishersOptions {
  readonly sources: readonly Source[];
  /** Milliseconds between two polls of a source without `interval_seconds`. */
  readonly intervalMs?: number;
  readonly adaptive?: Bounds;
  readonly concurrency?: number;
  readonly retryMs?: RetryWait;
  readonly registry?: Registry;
  readonly health?: PollContext['health'];
  readonly pages?: { readonly waitMs: number; readonly userAgent: string } | undefined;
}

interface Adaptive {
  readonly cadence: Cadence;
  readonly rhythms: RhythmStore;
}

/** The parts of a run that all its polls share. */
interface Run {
  readonly deps: StageDeps;
  readonly headlines: Headlines | null;
  /** Waits for the turn of the host first and then for a slot, so that waiting for a host occupies no slot. */
  readonly inTurn: (source: Source, work: () => Promise<PollResult>) => Promise<PollResult>;
}

export function publishersStage(options: PublishersOptions): Stage {
  const { sources, intervalMs = 300_000, concurrency = 16, retryMs = { first: 30_000, last: 3_600_000 } } = options;
  const metrics = createPublisherMetrics(options.registry ?? new Registry());

  /** Polls a source until the run ends. `adaptive` is null for a source with a fixed cadence. */
  async function follow(source: Source, { deps, headlines, inTurn }: Run, adaptive: Adaptive | null): Promise<void> {
    const cadenceMs = source.interval_seconds === undefined ? intervalMs : source.interval_seconds * 1_000;
    const context = { metrics, headlines, ...(options.health && { health: options.health }) };
    await pause(await waitLeftMs(deps, source.id), deps.signal);
    await repeat(
      async () => {
        const result = await inTurn(source, async () => {
          // The process may have stopped while the poll waited for a slot.
          if (deps.signal.aborted) throw new StoppedError();
          return adaptive === null ? pollSource(source, deps, context) : pollAndLearn(source, adaptive, () => pollSource(source, deps, context));
        });
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

  function createAdaptive(bounds: Bounds, deps: StageDeps): Adaptive {
    const feeds = sources.filter(isAdaptive).map((source) => ({ id: source.id, bounds: boundsOf(source, bounds) }));
    const cadence = createCadence({ feeds, meanMs: intervalMs, nowMs: () => deps.now().getTime(), steadyMs: steadyNowMs });
    return { cadence, rhythms: createRhythmStore(cadence, deps) };
  }

  return {
    name: 'publishers',
    run: async (given) => {
      const deps = { ...given, positions: rememberedPositions(given.positions) };
      const slots = pLimit(concurrency);
      const hosts = new Map<string, LimitFunction>();
      const run: Run = {
        deps,
        headlines: options.pages ? createHeadlines(createFetchPage(deps, options.pages.userAgent), options.pages.waitMs) : null,
        inTurn: ({ url }, work) => hosts.getOrInsertComputed(new URL(url).host, () => pLimit(1))(() => slots(work)),
      };
      const adaptive = options.adaptive === undefined ? null : createAdaptive(options.adaptive, deps);
      await Promise.all(sources.map((source) => follow(source, run, isAdaptive(source) ? adaptive : null)));
    },
  };
}

const isAdaptive = ({ interval_seconds }: Source): boolean => interval_seconds === undefined;

async function pollAndLearn({ id }: Source, { cadence, rhythms }: Adaptive, poll: () => Promise<PollResult>): Promise<PollResult> {
  if (cadence.rhythmOf(id) === null) await rhythms.resume(id);
  cadence.spent();
  const result = await poll();
  if (result.observed !== null) {
    cadence.answered(id, result.observed);
    await rhythms.keep(id);
  }
  return result;
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
