/**
 * Counts in how many stories each ticker was named, window by window back from a cutoff, and keeps the counts from one cutoff to the next:
 * it reads the baseline once, then only additions to the log, wherever in time they count. Rows in the log never change and are never
 * withdrawn; a row past a cutoff is seen at the next one.
 */
import type { MentionRules, RadarCutoff } from '#clickhouse/radar-inputs.ts';
import { mentionedMinutes, mentionsSince, rowsWithin, type TickerCells } from '#clickhouse/radar-mentions.ts';
import type { Store } from '#clickhouse/store.ts';
import { createMentions, type Mentions } from './mentions.ts';
import { isNextOf } from './next-cutoff.ts';

export interface StoryCounts {
  /** Advances the counts to any cutoff; a later one than the last is cheap. */
  readonly advance: (cutoff: RadarCutoff) => Promise<void>;
  /** Returns the counts at the last cutoff, in the order of tickers. */
  readonly cells: (windowMs: number, cellsCount: number) => TickerCells[];
}

const minuteMs = 60_000;
/** Rows of the baseline per read. */
const rowsAtOnce = 500_000;

export function createStoryCounts(store: Store, rules: MentionRules, reachMs: number): StoryCounts {
  let held: { readonly mentions: Mentions; readonly cutoff: RadarCutoff } | null = null;

  const load = async (cutoff: RadarCutoff): Promise<Mentions> => {
    const mentions = createMentions();
    const shares = Math.ceil(Math.max(1, await rowsWithin(store, cutoff, reachMs)) / rowsAtOnce);
    for (let share = 0; share < shares; share += 1)
      mentions.add(await mentionedMinutes(store, cutoff, rules, reachMs, { share, shares }), minuteOf(cutoff));
    return mentions;
  };

  const current = (): NonNullable<typeof held> => {
    if (held === null) throw new Error('stories have not been counted at a cutoff yet');
    return held;
  };

  return {
    advance: async (cutoff) => {
      const last = held;
      if (last === null || !isNextOf(last.cutoff, cutoff)) {
        held = { mentions: await load(cutoff), cutoff };
        return;
      }
      const changed = await mentionsSince(store, cutoff, rules, reachMs, last.cutoff);
      // An update that fails midway must not be continued.
      held = null;
      last.mentions.expire(minuteOf(cutoff), reachMs / minuteMs);
      last.mentions.change(changed, minuteOf(cutoff));
      held = { mentions: last.mentions, cutoff };
    },
    cells: (windowMs, cellsCount) => {
      const { mentions, cutoff } = current();
      return mentions.cells(minuteOf(cutoff), windowMs / minuteMs, cellsCount);
    },
  };
}

const minuteOf = ({ cutoffMs }: RadarCutoff): number => cutoffMs / minuteMs;
