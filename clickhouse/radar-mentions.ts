/**
 * Reads the minutes in which stories mentioned tickers before a cutoff. pipeline/radar/read-cache.ts counts them and adds later ones.
 */
import { z } from 'zod';
import { mentionParams, type MentionRules, type RadarCutoff } from './radar-inputs.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const minutesQuery = loadQuery('radar/mentioned-minutes');
const sinceQuery = loadQuery('radar/mentioned-since');
const rowsQuery = loadQuery('radar/rows-within');

export interface TickerCells {
  readonly ticker: string;
  /** Number of stories per window; the first window ends at the cutoff. */
  readonly stories: Uint32Array;
  /** Age of the first mention, in whole minutes before the cutoff. */
  readonly firstAgeMinutes: number;
}

/** Value in `agesBefore` of a mention without an earlier one. */
export const noMention = 4_294_967_295;

/**
 * `ages` has an age in minutes before the cutoff for each story and minute with a mention of the ticker. `ages_before` has the age of the same
 * story's previous mention, or `noMention`.
 */
const MinutesRow = z
  .object({ ticker: z.string(), ages: z.array(z.int()), ages_before: z.array(z.int()) })
  .transform(({ ticker, ages, ages_before }) => ({ ticker, ages, agesBefore: ages_before }));
export type MentionedMinutes = Readonly<z.output<typeof MinutesRow>>;

/** Returns the mentions of one of `shares` equal parts of the stories, by its index `share`. */
export const mentionedMinutes = (
  store: Store,
  cutoff: RadarCutoff,
  rules: MentionRules,
  reachMs: number,
  share: { readonly share: number; readonly shares: number },
): Promise<MentionedMinutes[]> => store.query(minutesQuery, { ...mentionParams(cutoff, rules, reachMs), ...share, none: noMention }, MinutesRow);

const SinceRow = z.object({ ticker: z.string(), counted: z.array(z.int()), ages: z.array(z.int()) });
/** A story's mentions of a ticker in minutes before the cutoff, ascending: `counted` up to `since`, and `ages` with all of them. */
export type MentionsChanged = z.infer<typeof SinceRow>;

/** Returns the mentions of stories and tickers that have a row after `since`. */
export const mentionsSince = (
  store: Store,
  cutoff: RadarCutoff,
  rules: MentionRules,
  reachMs: number,
  since: RadarCutoff,
): Promise<MentionsChanged[]> =>
  store.query(sinceQuery, { ...mentionParams(cutoff, rules, reachMs), after_seq: since.toSeq, after_ms: since.cutoffMs }, SinceRow);

/** Returns the number of all rows of the last `reachMs`, an upper bound of those that count. */
export async function countRows(store: Store, { cutoffMs }: RadarCutoff, reachMs: number): Promise<number> {
  const [row] = await store.query(rowsQuery, { cutoff_ms: cutoffMs, reach_ms: reachMs }, z.object({ rows: z.int() }));
  return row?.rows ?? 0;
}
