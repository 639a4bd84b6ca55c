/**
 * Reads the minutes in which stories named tickers before a cutoff. The caller counts them and continues from there
 * (pipeline/radar/read-cache.ts).
 */
import { z } from 'zod';
import { mentionParams, type MentionRules, type RadarCutoff } from './radar-inputs.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const minutesQuery = loadQuery('radar/mentioned-minutes');
const sinceQuery = loadQuery('radar/mentioned-since');
const rowsQuery = loadQuery('radar/rows-within');

/** One of `shares` equal parts. */
export interface MentionShard {
  readonly share: number;
  readonly shares: number;
}

export interface TickerCells {
  readonly ticker: string;
  /** Stories by window; the first ends at the cutoff. */
  readonly stories: Uint32Array;
  /** Age of the first mention, in whole minutes before the cutoff. */
  readonly firstAgeMinutes: number;
}

/** Means that a mention has no earlier one. */
export const noMention = 4_294_967_295;

const MinutesRow = z.object({ ticker: z.string(), ages: z.array(z.int()), ages_before: z.array(z.int()) });

export interface MentionedMinutes {
  readonly ticker: string;
  /** Minutes before the cutoff, one entry for each minute in which a story named the ticker. */
  readonly ages: readonly number[];
  /** The same for the previous mention of the ticker by the same story; `noMention`: there is none. */
  readonly agesBefore: readonly number[];
}

/** Returns the mentions in one shard of the stories. */
export async function mentionedMinutes(
  store: Store,
  cutoff: RadarCutoff,
  rules: MentionRules,
  reachMs: number,
  share: MentionShard,
): Promise<MentionedMinutes[]> {
  const rows = await store.query(minutesQuery, { ...mentionParams(cutoff, rules, reachMs), ...share, none: noMention }, MinutesRow);
  return rows.map(({ ticker, ages, ages_before }) => ({ ticker, ages, agesBefore: ages_before }));
}

const SinceRow = z.object({ ticker: z.string(), counted: z.array(z.int()), ages: z.array(z.int()) });
/** A story's mentions of a ticker, as minutes before the cutoff, ascending: those counted up to `since`, and all of them. */
export type MentionsChanged = z.infer<typeof SinceRow>;

/** Returns the stories and tickers that have a row after `since`: later in the log, or created later. */
export const mentionsSince = (
  store: Store,
  cutoff: RadarCutoff,
  rules: MentionRules,
  reachMs: number,
  since: RadarCutoff,
): Promise<MentionsChanged[]> =>
  store.query(sinceQuery, { ...mentionParams(cutoff, rules, reachMs), after_seq: since.toSeq, after_ms: since.cutoffMs }, SinceRow);

/** Returns the number of rows of any kind, which is more than are counted. */
export async function rowsWithin(store: Store, { cutoffMs }: RadarCutoff, reachMs: number): Promise<number> {
  const [row] = await store.query(rowsQuery, { cutoff_ms: cutoffMs, reach_ms: reachMs }, z.object({ rows: z.int() }));
  return row?.rows ?? 0;
}
