/**
 * One stream of documents against the wall clock: how many are released at an instant, when each was released, and its stated date. A
 * restart or a change of rate opens a new stretch; numbers never go back.
 */
import { z } from 'zod';

export const RatePeriod = z.object({
  /** Index of its first document. */
  from: z.number().int().min(0),
  startAt: z.number(),
  perSecond: z.number().min(0),
  /** Number of documents released at once, dated evenly over the `spreadMs` before. */
  burst: z.number().int().min(0),
  spreadMs: z.number().min(0),
});
export type RatePeriod = z.infer<typeof RatePeriod>;

export interface ReleaseSchedule {
  /** Returns how many documents are released. */
  readonly position: (at: number) => number;
  readonly releasedAt: (index: number) => number;
  /** Returns the stated date, ms since the epoch: the release, or earlier within the burst. Never decreases with the index. */
  readonly datedAt: (index: number) => number;
  /** Returns the highest rate so far; it determines how many entries a listing keeps. */
  readonly peakPerSecond: () => number;
  readonly open: (stretch: RatePeriod) => void;
}

/** Returns a lane that releases nothing until a stretch is opened. */
export function createLane(): ReleaseSchedule {
  const stretches: RatePeriod[] = [];
  const at = (index: number): RatePeriod => {
    for (let last = stretches.length - 1; last >= 0; last--) {
      const stretch = stretches[last];
      if (stretch !== undefined && stretch.from <= index) return stretch;
    }
    const [first] = stretches;
    if (first === undefined) throw new Error(`document ${index} is not out`);
    return first;
  };
  const releasedAt = (index: number): number => {
    const { from, startAt, perSecond, burst } = at(index);
    const afterBurst = index - from - burst;
    return afterBurst < 0 || perSecond === 0 ? startAt : startAt + ((afterBurst + 1) * 1000) / perSecond;
  };
  const datedAt = (index: number): number => {
    const { from, startAt, burst, spreadMs } = at(index);
    const place = index - from;
    // A document older than the oldest known stretch.
    if (place < 0) return startAt - spreadMs;
    return place < burst ? startAt - (spreadMs * (burst - 1 - place)) / burst : releasedAt(index);
  };
  const position = (now: number): number => {
    const last = stretches.at(-1);
    if (last === undefined) return 0;
    const elapsedMs = Math.max(0, now - last.startAt);
    return last.from + last.burst + Math.floor((elapsedMs * last.perSecond) / 1000);
  };
  return {
    position,
    releasedAt,
    datedAt,
    peakPerSecond: () => Math.max(0, ...stretches.map((stretch) => stretch.perSecond)),
    open: (stretch) => {
      stretches.push(stretch);
    },
  };
}
