/**
 * What a publisher says of how often its feed changes, as the least wait before the next request. The age that a cache
 * header grants is believed, because sooner a shared cache answers the same bytes. A period of the feed itself (`ttl`, `sy:`) is believed
 * until the feed has been seen to change twice within it: many state the default of their software.
 */
export interface Hints {
  /** `ttl` or `sy:updatePeriod`; null: none. */
  readonly periodMs: number | null;
  /** Until when caches may answer with what was had last (steady clock); 0: not. */
  readonly freshUntilMs: number;
  /** When it changed last (steady clock), and how often it did so within its period. */
  readonly changedAtMs: number | null;
  readonly early: number;
}

export const noHints: Hints = { periodMs: null, freshUntilMs: 0, changedAtMs: null, early: 0 };

/** So many changes within the period show that it is not kept. */
const earlyMax = 2;

export interface Answered {
  /** What the document says; undefined: there was none, it is as before. */
  readonly periodMs: number | null | undefined;
  /** For how long the answer is fresh to a cache (RFC 9111, 4.2); null: not said. */
  readonly freshForMs: number | null;
  readonly isChanged: boolean;
}

/** The hints after an answer that came at `nowMs`. */
export function answered(before: Hints, { periodMs: stated, freshForMs, isChanged }: Answered, nowMs: number): Hints {
  const periodMs = stated === undefined ? before.periodMs : stated;
  const isEarly = isChanged && periodMs !== null && before.changedAtMs !== null && nowMs - before.changedAtMs < periodMs;
  return {
    periodMs,
    freshUntilMs: nowMs + (freshForMs ?? 0),
    changedAtMs: isChanged ? nowMs : before.changedAtMs,
    early: periodMs === before.periodMs ? before.early + Number(isEarly) : 0,
  };
}

/** The least wait from `nowMs` on. */
export function leastWaitMs({ periodMs, freshUntilMs, early }: Hints, nowMs: number): number {
  const period = periodMs !== null && early < earlyMax ? periodMs : 0;
  return Math.max(period, freshUntilMs - nowMs, 0);
}
