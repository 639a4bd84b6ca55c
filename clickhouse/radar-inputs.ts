/** Reads what Radar is made of from the feed tables, all of it as known at a cutoff and up to a sequence of the log. */
import { z } from 'zod';
import type { StoredTrade } from '#schemas/insider.ts';
import type { Evidence } from '#schemas/radar.ts';
import { UidHex } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Params, Store } from './store.ts';

/** The cutoff, a whole minute, and the last sequence that the tables were known to hold then. */
export interface RadarCutoff {
  readonly cutoffMs: number;
  readonly toSeq: number;
}

export interface MentionRules {
  readonly minRelevance: number;
  readonly maxStoryTickers: number;
}

const cellsQuery = loadQuery('radar/cells');
const currentQuery = loadQuery('radar/current');
const tonesQuery = loadQuery('radar/tones');
const channelsQuery = loadQuery('radar/channels');
const evidenceQuery = loadQuery('radar/evidence');
const filingsQuery = loadQuery('radar/filings');
const purchasesQuery = loadQuery('radar/purchases');
const sequenceQuery = loadQuery('radar/last-sequence-at');

const paramsOf = ({ cutoffMs, toSeq }: RadarCutoff, { minRelevance, maxStoryTickers }: MentionRules, reachMs: number): Params => ({
  cutoff_ms: cutoffMs,
  to_seq: toSeq,
  min_relevance: minRelevance,
  max_story_tickers: maxStoryTickers,
  reach_ms: reachMs,
});

const CellsRow = z.object({ ticker: z.string(), cells: z.array(z.int()), counts: z.array(z.int()), first_age_ms: z.number() });

export interface TickerCells {
  readonly ticker: string;
  /** Stories by window, the one that ends at the cutoff first. */
  readonly stories: readonly number[];
  readonly firstAgeMs: number;
}

/** In the order of tickers; those with a story in any of `cellsCount` windows of `windowMs`. */
export async function tickerCells(
  store: Store,
  cutoff: RadarCutoff,
  rules: MentionRules,
  { windowMs, cellsCount }: { readonly windowMs: number; readonly cellsCount: number },
): Promise<TickerCells[]> {
  const rows = await store.query(cellsQuery, { ...paramsOf(cutoff, rules, windowMs * cellsCount), window_ms: windowMs }, CellsRow);
  return rows.map(({ ticker, cells, counts, first_age_ms }) => {
    const stories = Array.from<number>({ length: cellsCount }).fill(0);
    for (const [at, cell] of cells.entries()) if (cell < cellsCount) stories[cell] = counts[at]!;
    return { ticker, stories, firstAgeMs: first_age_ms };
  });
}

/** Newest articles of a ticker that are looked at for its headlines. */
const evidenceCandidates = 30;
const CurrentRow = z
  .object({
    ticker: z.string(),
    stories: z.int(),
    articles: z.int(),
    outlets: z.int(),
    model_stories: z.int(),
    model_outlets: z.int(),
    newest: z.array(z.tuple([z.union([z.boolean(), z.int()]), z.int(), z.number(), z.int(), z.string()])),
  })
  .transform(({ newest, ...counts }) => ({
    ...counts,
    /** Stories about few tickers first, then by relevance, the newest first. */
    candidates: newest.map(([, , , seq, story]) => ({ seq, story })),
  }));
export type CurrentCounts = z.output<typeof CurrentRow>;

export const currentCounts = (store: Store, cutoff: RadarCutoff, rules: MentionRules, windowMs: number): Promise<CurrentCounts[]> =>
  store.query(currentQuery, { ...paramsOf(cutoff, rules, windowMs), evidence: evidenceCandidates }, CurrentRow);

/** Articles of a ticker and window whose tone is weighed; the newest. */
const voicesMax = 200;
const ToneRow = z
  .object({ ticker: z.string(), cell: z.int(), stories: z.array(z.tuple([z.int(), z.int(), z.string(), z.string(), z.string()])) })
  .transform(({ ticker, cell, stories }) => ({
    ticker,
    cell,
    stories: stories.map(([ageSeconds, , outlet, sentiment, confidence]) => ({ ageSeconds, outlet, sentiment, confidence })),
  }));
export type TickerTones = z.output<typeof ToneRow>;

/** `cell` 0: the window that ends at the cutoff; 1: the one before. */
export const tickerTones = (store: Store, cutoff: RadarCutoff, rules: MentionRules, windowMs: number): Promise<TickerTones[]> =>
  store.query(tonesQuery, { ...paramsOf(cutoff, rules, 2 * windowMs), window_ms: windowMs, voices: voicesMax, with_documents: 1 }, ToneRow);

const ChannelRow = z.object({ source: z.string(), live_rows: z.int(), last_live_ms: z.int(), last_ms: z.int(), oldest_age_ms: z.int() });
export type Channel = z.infer<typeof ChannelRow>;

export const channels = (store: Store, cutoff: RadarCutoff, rules: MentionRules, reachMs: number): Promise<Channel[]> =>
  store.query(channelsQuery, paramsOf(cutoff, rules, reachMs), ChannelRow);

const EvidenceRow = z.object({
  seq: z.int(),
  uid_hex: UidHex,
  source_domain: z.string(),
  title: z.string(),
  url: z.string(),
  time_published: z.string(),
});
const evidenceAtOnce = 2_000;

/** By sequence. */
export async function headlines(store: Store, seqs: readonly number[]): Promise<Map<number, Evidence>> {
  const found = new Map<number, Evidence>();
  for (let from = 0; from < seqs.length; from += evidenceAtOnce) {
    const rows = await store.query(evidenceQuery, { seqs: seqs.slice(from, from + evidenceAtOnce) }, EvidenceRow);
    for (const { seq, uid_hex, title, url, source_domain, time_published } of rows)
      found.set(seq, { uid: uid_hex, title, url, source_domain, time_published });
  }
  return found;
}

const filingsMax = 20_000;
const FilingRow = z.object({
  uid_hex: UidHex,
  source_type: z.enum(['sec_form8k', 'sec_form6k']),
  tickers: z.array(z.string()),
  items: z.array(z.string()),
  title: z.string(),
  url: z.string(),
  time_published: z.string(),
  filed_ms: z.int(),
});
export type RecentFiling = z.infer<typeof FilingRow>;

/** Newest first. */
export const recentFilings = (store: Store, { cutoffMs, toSeq }: RadarCutoff, sinceMs: number): Promise<RecentFiling[]> =>
  store.query(filingsQuery, { cutoff_ms: cutoffMs, to_seq: toSeq, since_ms: sinceMs, limit: filingsMax }, FilingRow);

/** Open-market purchases of issuers that several insiders bought, as known at the cutoff. */
export async function purchasesKnown(
  store: Store,
  { cutoffMs, toSeq }: RadarCutoff,
  { sinceDate, lookbackDate, buyersMin }: { readonly sinceDate: string; readonly lookbackDate: string; readonly buyersMin: number },
): Promise<StoredTrade[]> {
  const params = { to_seq: toSeq, since: sinceDate, lookback: lookbackDate, buyers_min: buyersMin };
  const rows = await store.query(purchasesQuery, params, z.object({ doc: z.string() }));
  const cutoff = new Date(cutoffMs).toISOString();
  // Its form was looked at when it was read from the log.
  return rows
    .map(({ doc }) => JSON.parse(doc) as StoredTrade)
    .filter(({ last_date, filed_at, accepted_at }) => last_date >= lookbackDate && filed_at <= cutoff && (accepted_at ?? filed_at) <= cutoff);
}

/** The last sequence of a row that had arrived at a moment; 0: none had. */
export async function lastSequenceAt(store: Store, atMs: number): Promise<number> {
  const [row] = await store.query(sequenceQuery, { at_ms: atMs }, z.object({ seq: z.int() }));
  return row?.seq ?? 0;
}
