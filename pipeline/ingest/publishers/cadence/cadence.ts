/**
 * Computes how long each publisher feed waits before its next request. All feeds share the requests of a fixed cadence as their budget:
 * credit grows with time, and a request costs one unit. The price of a request (price.ts) divides the budget of the next day among the feeds
 * by their rhythms (rhythm.ts), within their bounds.
 */
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { Config } from '#schemas/config.ts';
import { priceFor, intervalMs, type Bounds, type Forecast } from './price.ts';
import { observed, profileOf, rateAt, rhythmOfListing, Rhythm } from './rhythm.ts';
import type { StageDeps } from '../../stage.ts';
import type { Source } from '../catalogue.ts';

interface CadenceOptions {
  readonly feeds: readonly { readonly id: string; readonly bounds: Bounds }[];
  /** Milliseconds between two polls of a feed in the fixed cadence, which sets the budget. */
  readonly meanMs: number;
  readonly nowMs: () => number;
  readonly steadyMs: () => number;
}

export interface PolledEntries {
  /** Milliseconds for which caches may serve the answer (RFC 9111, 4.2); 0 when it states none. */
  readonly freshForMs: number;
  /** Publication times of the new entries, in epoch milliseconds. */
  readonly entryTimes: readonly number[];
  /** Publication times of all listed entries; empty when the feed is unchanged. */
  readonly listedTimes: readonly number[];
}

export type Cadence = ReturnType<typeof createCadence>;

const hourMs = 3_600_000;
const hoursAhead = 24;
/** Milliseconds for which a price is used: the forecasts of a day change little in that time. */
const pricedForMs = 600_000;
/** Hours of the budget that the price leaves unspent, so that busy feeds rarely wait for credit. */
const reserveHours = 1;
/** Maximum credit, in hours of the budget: what a quiet night saves is spent during the day. */
const creditHoursMax = 8;

interface Feed {
  readonly bounds: Bounds;
  rhythm: Rhythm | null;
  profile: readonly number[];
  /** Time until which a shared cache would return the same bytes, so no request is sent (steady clock, milliseconds). */
  freshUntilMs: number;
}

export function createCadence({ feeds, meanMs, nowMs, steadyMs }: CadenceOptions) {
  const known = new Map(feeds.map(({ id, bounds }): [string, Feed] => [id, { bounds, rhythm: null, profile: [], freshUntilMs: 0 }]));
  const perHour = (feeds.length * hourMs) / meanMs;
  const ledger = { credit: 0, atMs: steadyMs() };
  let price = { value: 0, atMs: Number.NEGATIVE_INFINITY };

  const feedOf = (id: string): Feed => {
    const feed = known.get(id);
    if (feed === undefined) throw new Error(`the feed ${id} has no adaptive cadence`);
    return feed;
  };

  function credit(): number {
    const now = steadyMs();
    ledger.credit = Math.min(perHour * creditHoursMax, ledger.credit + ((now - ledger.atMs) / hourMs) * perHour);
    ledger.atMs = now;
    return ledger.credit;
  }

  /** Returns the expected entries of the next 24 hours; recent entries correct the present hour. */
  function forecastOf({ rhythm, profile, bounds }: Feed, now: number): Forecast {
    if (rhythm === null) return { perHour: Array.from({ length: hoursAhead }, () => 0), bounds };
    const hour = Math.floor(now / hourMs);
    return {
      perHour: Array.from({ length: hoursAhead }, (_, ahead) => (ahead === 0 ? rateAt(rhythm, now, profile) : (profile[(hour + ahead) % 24] ?? 0))),
      bounds,
    };
  }

  function currentPrice(): number {
    if (steadyMs() - price.atMs < pricedForMs) return price.value;
    const now = nowMs();
    const forecasts = [...known.values()].map((feed) => forecastOf(feed, now));
    price = { value: priceFor(perHour * (hoursAhead - reserveHours) + credit(), forecasts), atMs: steadyMs() };
    return price.value;
  }

  function learn(feed: Feed, rhythm: Rhythm): void {
    feed.rhythm = rhythm;
    feed.profile = profileOf(rhythm);
  }

  return {
    resume: (id: string, rhythm: Rhythm): void => learn(feedOf(id), rhythm),
    rhythmOf: (id: string): Rhythm | null => feedOf(id).rhythm,
    /** Takes a request from the credit; call it for failed requests too. */
    spent: (): void => {
      credit();
      ledger.credit -= 1;
    },
    answered: (id: string, polled: PolledEntries): void => {
      const feed = feedOf(id);
      const now = nowMs();
      learn(feed, feed.rhythm === null ? rhythmOfListing(polled.listedTimes, now) : observed(feed.rhythm, polled.entryTimes, now));
      feed.freshUntilMs = steadyMs() + polled.freshForMs;
    },
    /** Returns the milliseconds from the start of a request to the start of the next. */
    waitMs: (id: string): number => {
      const { bounds, rhythm, profile, freshUntilMs } = feedOf(id);
      const rate = rhythm === null ? 0 : rateAt(rhythm, nowMs(), profile);
      const wantedMs = rhythm === null ? meanMs : intervalMs(rate, currentPrice(), bounds);
      // Without credit a feed waits at least as long as in the fixed cadence.
      const affordedMs = credit() <= 0 ? Math.max(wantedMs, meanMs) : wantedMs;
      return Math.min(bounds.maxMs, Math.max(affordedMs, freshUntilMs - steadyMs(), bounds.minMs));
    },
  };
}

/** Stores rhythms in the bucket of positions, so that they survive restarts. A lost rhythm is learned again from the next listing. */
export type RhythmStore = ReturnType<typeof createRhythmStore>;

const storeEveryMs = 900_000;
const keyOf = (id: string): string => `cadence.${id}`;

export function createRhythmStore(cadence: Cadence, { positions, now }: StageDeps) {
  const storedAt = new Map<string, number>();
  return {
    resume: async (id: string): Promise<void> => {
      const stored = Rhythm.safeParse(await positions.get(keyOf(id)));
      // A rhythm dated in the future was stored while the clock was wrong.
      if (stored.success && stored.data.at <= now().getTime()) cadence.resume(id, stored.data);
    },
    /** Stores the rhythm of a feed, at most once per `storeEveryMs`. Call it after each answer. */
    keep: async (id: string): Promise<void> => {
      const rhythm = cadence.rhythmOf(id);
      if (rhythm === null || steadyNowMs() - (storedAt.get(id) ?? Number.NEGATIVE_INFINITY) < storeEveryMs) return;
      storedAt.set(id, steadyNowMs());
      await positions.set(keyOf(id), rhythm);
    },
  };
}

type PollConfig = Pick<Config, 'PUBLISHER_POLL_MS' | 'PUBLISHER_POLL_MIN_MS' | 'PUBLISHER_POLL_MAX_MS'>;

/** Returns the bounds of the adaptive cadence; none when the configured mean is outside of them and the cadence is therefore fixed. */
export function adaptiveBounds(config: PollConfig): { readonly adaptive?: Bounds } {
  const { PUBLISHER_POLL_MS: meanMs, PUBLISHER_POLL_MIN_MS: minMs, PUBLISHER_POLL_MAX_MS: maxMs } = config;
  return minMs < maxMs && meanMs >= minMs && meanMs <= maxMs ? { adaptive: { minMs, maxMs } } : {};
}

/** Returns the bounds of a source: its own, else those of the stage, which its own may widen. */
export function boundsOf({ poll_seconds_min: least, poll_seconds_max: most }: Source, { minMs, maxMs }: Bounds): Bounds {
  const [low, high] = [least, most].map((seconds) => (seconds === undefined ? null : seconds * 1_000)) as [number | null, number | null];
  return { minMs: low ?? Math.min(minMs, high ?? minMs), maxMs: high ?? Math.max(maxMs, low ?? maxMs) };
}

/** Returns the longest wait between two polls of a healthy feed, in milliseconds. */
export function longestWaitMs(source: Source, config: PollConfig): number {
  if (source.interval_seconds !== undefined) return source.interval_seconds * 1_000;
  const { adaptive } = adaptiveBounds(config);
  return adaptive === undefined ? config.PUBLISHER_POLL_MS : boundsOf(source, adaptive).maxMs;
}
