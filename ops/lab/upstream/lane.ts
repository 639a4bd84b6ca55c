/**
 * Decides by the wall clock how many documents of one lane are released, when each was released, and its stated date. A restart or a
 * change of rate opens a new stretch, which is a period of constant rate. Indexes never decrease.
 */
import { z } from 'zod';

export const RatePeriod = z.object({
  /** Index of the first document of the stretch. */
  from: z.number().int().min(0),
  startAt: z.number(),
  perSecond: z.number().min(0),
  /** Number of documents released at `startAt`. Their dates are spread evenly over the `spreadMs` before it. */
  burst: z.number().int().min(0),
  spreadMs: z.number().min(0),
});
export type RatePeriod = z.infer<typeof RatePeriod>;

export interface ReleaseSchedule {
  /** Returns the number of documents released by `at`, which is one more than the highest released index. */
  readonly position: (at: number) => number;
  readonly releasedAt: (index: number) => number;
  /**
   * Returns the stated date, ms since the epoch: the release or, in a burst, up to `spreadMs` before it. It may go back at a restart within
   * a burst.
   */
  readonly datedAt: (index: number) => number;
  /** Returns the highest rate so far in documents per second. */
  readonly peakPerSecond: () => number;
  readonly open: (stretch: RatePeriod) => void;
}

/** Returns a lane that releases nothing until a stretch is opened. */
export function createLane(): ReleaseSchedule {
  const stretches: RatePeriod[] = [];
  const at = (index: number): RatePeriod => {
    const stretch = stretches.findLast(({ from }) => from <= index) ?? stretches[0];
    if (stretch === undefined) throw new Error(`document ${index} is not released: the lane has no stretch`);
    return stretch;
  };
  const releasedAt = (index: number): number => {
    const { from, startAt, perSecond, burst } = at(index);
    const afterBurst = index - from - burst;
    return afterBurst < 0 || perSecond === 0 ? startAt : startAt + ((afterBurst + 1) * 1000) / perSecond;
  };
  const datedAt = (index: number): number => {
    const { from, startAt, burst, spreadMs } = at(index);
    const place = index - from;
    // The stretch of this document is not known, because its line in the state file could not be read.
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
