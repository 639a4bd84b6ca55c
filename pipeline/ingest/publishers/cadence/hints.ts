/**
 * Derives the minimum wait before the next request from what the publisher states. A cache lifetime is respected: until it ends, shared
 * caches return the same bytes. A period in the feed (`ttl`, `sy:`) is respected until the feed has changed twice within it, because many
 * feeds state a default of their software.
 */
export interface Hints {
  /** The period from `ttl` or `sy:updatePeriod` in milliseconds; null when the feed states none. */
  readonly periodMs: number | null;
  /** Steady-clock milliseconds until which caches may serve the last answer; 0 when they may not. */
  readonly freshUntilMs: number;
  /** Steady-clock milliseconds of the last change; null before the first. */
  readonly changedAtMs: number | null;
  /** Changes that came sooner than the stated period after the change before. */
  readonly early: number;
}

export const noHints: Hints = { periodMs: null, freshUntilMs: 0, changedAtMs: null, early: 0 };

const earlyMax = 2;

export interface CadenceHints {
  /** Milliseconds; null when the document states no period, undefined without a document (the earlier period stays valid). */
  readonly periodMs: number | null | undefined;
  /** Milliseconds for which caches may serve the answer (RFC 9111, 4.2); null when the answer states none. */
  readonly freshForMs: number | null;
  readonly isChanged: boolean;
}

export function answered(before: Hints, { periodMs: stated, freshForMs, isChanged }: CadenceHints, nowMs: number): Hints {
  const periodMs = stated === undefined ? before.periodMs : stated;
  const isEarly = isChanged && periodMs !== null && before.changedAtMs !== null && nowMs - before.changedAtMs < periodMs;
  return {
    periodMs,
    freshUntilMs: nowMs + (freshForMs ?? 0),
    changedAtMs: isChanged ? nowMs : before.changedAtMs,
    early: periodMs === before.periodMs ? before.early + Number(isEarly) : 0,
  };
}

export function leastWaitMs({ periodMs, freshUntilMs, early }: Hints, nowMs: number): number {
  const period = periodMs !== null && early < earlyMax ? periodMs : 0;
  return Math.max(period, freshUntilMs - nowMs, 0);
}
