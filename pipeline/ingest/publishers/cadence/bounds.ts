/** Defines the shortest and longest wait between two polls of a feed. */
import type { Config } from '#schemas/config.ts';
import type { Source } from '../catalogue.ts';
import type { Bounds } from './price.ts';

type PollConfig = Pick<Config, 'PUBLISHER_POLL_MS' | 'PUBLISHER_POLL_MIN_MS' | 'PUBLISHER_POLL_MAX_MS'>;

/** Returns the bounds; none when the configured cadence lies outside of them, because it is then meant to be fixed. */
export function adaptiveBounds(config: PollConfig): {
  readonly adaptive?: Bounds;
} {
  const { PUBLISHER_POLL_MS: meanMs, PUBLISHER_POLL_MIN_MS: minMs, PUBLISHER_POLL_MAX_MS: maxMs } = config;
  return minMs < maxMs && meanMs >= minMs && meanMs <= maxMs ? { adaptive: { minMs, maxMs } } : {};
}

/** Returns the bounds of a source: its own, else those of the stage. */
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
