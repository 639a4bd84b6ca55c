/**
 * Derives the least wait before the next request from the publisher's statements about how often its feed changes. The lifetime in a cache
 * header is respected, because a request before its end gets the same bytes from a shared cache. A period in the feed itself (`ttl`, `sy:`)
 * is respected until the feed has changed twice within it, because many state the default of their software.
 */
export interface Hints {
  /** The period from `ttl` or `sy:updatePeriod` in milliseconds; null when the feed states none. */
  readonly periodMs: number | null;
  /** Until when caches may serve the last answer (steady clock, milliseconds); 0 when they may not. */
  readonly freshUntilMs: number;
  /** Time of the last change (steady clock), and number of changes within the stated period. */
  readonly changedAtMs: number | null;
  readonly early: number;
}

export const noHints: Hints = { periodMs: null, freshUntilMs: 0, changedAtMs: null, early: 0 };

/** Changes within the period after which it is ignored. */
const earlyMax = 2;

export interface CadenceHints {
  /** The period that the document states; undefined without a document: the earlier period stays. */
  readonly periodMs: number | null | undefined;
  /** Milliseconds for which caches may serve the answer (RFC 9111, 4.2); null when not stated. */
  readonly freshForMs: number | null;
  readonly isChanged: boolean;
}

/** Returns the hints after an answer that came at `nowMs`. */
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

/** Returns the least milliseconds from `nowMs` to the next request. */
export function leastWaitMs({ periodMs, freshUntilMs, early }: Hints, nowMs: number): number {
  const period = periodMs !== null && early < earlyMax ? periodMs : 0;
  return Math.max(period, freshUntilMs - nowMs, 0);
}
