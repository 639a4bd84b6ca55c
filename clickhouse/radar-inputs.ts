/** Reads what Radar is made of from the feed tables, all of it as known at a cutoff and up to a sequence of the log. */
import { z } from 'zod';
import type { StoredTrade } from '#schemas/insider.ts';
import type { Evidence } from '#schemas/radar.ts';
import type { Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { UidHex } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Params, Store } from './store.ts';
import { toneConfidences, toneSentiments } from './tone-column.ts';

/** The cutoff, a whole minute, and the last sequence that the tables were known to hold then. */
export interface RadarCutoff {
  readonly cutoffMs: number;
  readonly toSeq: number;
}

export interface MentionRules {
  readonly minRelevance: number;
  readonly maxStoryTickers: number;
}

const currentQuery = loadQuery('radar/current');
const tonesQuery = loadQuery('radar/tones');
const channelsQuery = loadQuery('radar/channels');
const evidenceQuery = loadQuery('radar/evidence');
const filingsQuery = loadQuery('radar/filings');
const purchasesQuery = loadQuery('radar/purchases');
const sequenceQuery = loadQuery('radar/last-sequence-at');

export const mentionParams = ({ cutoffMs, toSeq }: RadarCutoff, { minRelevance, maxStoryTickers }: MentionRules, reachMs: number): Params => ({
  cutoff_ms: cutoffMs,
  to_seq: toSeq,
  min_relevance: minRelevance,
  max_story_tickers: maxStoryTickers,
  reach_ms: reachMs,
});

/** Newest articles of a ticker that are looked at for its headlines. */
const evidenceCandidates = 30;
const Figures = z
  .tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.array(z.tuple([z.union([z.boolean(), z.int()]), z.int(), z.number(), z.int(), z.string()]))])
  .transform(([stories, articles, outlets, model_stories, model_outlets, newest]) => ({
    stories,
    articles,
    outlets,
    model_stories,
    model_outlets,
    /** Stories about few tickers first, then by relevance, the newest first. */
    candidates: newest.map(([, , , seq, story]) => ({ seq, story })),
  }));
const CurrentRow = z.object({ ticker: z.string(), short: Figures, long: Figures });
export type CurrentCounts = z.output<typeof Figures> & { readonly ticker: string };

/** By length of the window; those tickers that were named within it. */
export interface CurrentWindows {
  readonly short: CurrentCounts[];
  readonly long: CurrentCounts[];
}

/** Two windows that end at the cutoff, the shorter first. */
export type WindowLengths = readonly [shortMs: number, longMs: number];

export async function currentCounts(
  store: Store,
  cutoff: RadarCutoff,
  rules: MentionRules,
  [shortMs, longMs]: WindowLengths,
): Promise<CurrentWindows> {
  const params = { ...mentionParams(cutoff, rules, longMs), short_ms: shortMs, evidence: evidenceCandidates };
  const rows = await store.query(currentQuery, params, CurrentRow);
  const inWindow = (length: 'short' | 'long'): CurrentCounts[] =>
    rows.flatMap(({ ticker, [length]: figures }) => (figures.articles === 0 ? [] : [{ ticker, ...figures }]));
  return { short: inWindow('short'), long: inWindow('long') };
}

/** Articles of a ticker and window whose tone is weighed; the newest. */
const voicesMax = 200;
const ToneRow = z.object({ ticker: z.string(), stories: z.array(z.tuple([z.int(), z.int(), z.string(), z.int(), z.int()])) });

export interface Voice {
  /** Equal for articles of one story. */
  readonly story: number;
  readonly ageSeconds: number;
  readonly outlet: string;
  readonly sentiment: Sentiment | null;
  readonly confidence: Confidence | null;
}

/** Articles of a ticker in the window that ends at the cutoff, and in the one before; the newest first. */
export type WindowTones = ReadonlyMap<string, readonly [current: readonly Voice[], before: readonly Voice[]]>;

/** A window each, in the order of `windows`. */
export async function tickerTones(
  store: Store,
  cutoff: RadarCutoff,
  rules: MentionRules,
  [shortMs, longMs]: WindowLengths,
): Promise<[WindowTones, WindowTones]> {
  // The newest of each band: so the newest of each window and of the one before are among them.
  const bandEndsMs = [shortMs, 2 * shortMs, longMs].toSorted((a, b) => a - b);
  const params = { ...mentionParams(cutoff, rules, 2 * longMs), band_ends_ms: bandEndsMs, voices: voicesMax, with_tones: 1 };
  const voices = new Map<string, Voice[]>();
  for (const { ticker, stories } of await store.query(tonesQuery, params, ToneRow)) {
    const known = voices.get(ticker) ?? [];
    voices.set(ticker, known);
    for (const [ageSeconds, , outlet, tone, story] of stories)
      known.push({ story, ageSeconds, outlet, sentiment: toneSentiments[tone >> 2] ?? null, confidence: toneConfidences[tone & 3] ?? null });
  }
  const within = (from: number, to: number, all: readonly Voice[]): Voice[] =>
    all.filter(({ ageSeconds }) => ageSeconds >= from && ageSeconds < to).slice(0, voicesMax);
  const ofWindow = (windowMs: number): WindowTones => {
    const seconds = windowMs / 1_000;
    return new Map(Array.from(voices, ([ticker, all]) => [ticker, [within(0, seconds, all), within(seconds, 2 * seconds, all)] as const]));
  };
  return [ofWindow(shortMs), ofWindow(longMs)];
}

const ChannelRow = z.object({ source: z.string(), live_rows: z.int(), last_live_ms: z.int(), last_ms: z.int(), oldest_age_ms: z.int() });
export type Channel = z.infer<typeof ChannelRow>;

export const channels = (store: Store, cutoff: RadarCutoff, rules: MentionRules, reachMs: number): Promise<Channel[]> =>
  store.query(channelsQuery, mentionParams(cutoff, rules, reachMs), ChannelRow);

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
