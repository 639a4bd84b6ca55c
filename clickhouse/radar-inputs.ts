/** Reads the inputs of a Radar snapshot, without rows that arrived after the cutoff or have a higher sequence. */
import { z } from 'zod';
import type { StoredTrade } from '#schemas/insider.ts';
import type { Evidence } from '#schemas/radar.ts';
import { UidHex } from './columns.ts';
import { purchasesOfIssuers } from './insider-trades.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Params, Store } from './store.ts';

/** The time of a snapshot, a whole minute, and the last sequence that the tables had then. */
export interface RadarCutoff {
  readonly cutoffMs: number;
  readonly toSeq: number;
}

export interface MentionRules {
  readonly minRelevance: number;
  readonly maxStoryTickers: number;
}

const recentQuery = loadQuery('radar/recent');
const channelsQuery = loadQuery('radar/channels');
const evidenceQuery = loadQuery('radar/evidence');
const filingsQuery = loadQuery('radar/filings');

export const mentionParams = ({ cutoffMs, toSeq }: RadarCutoff, { minRelevance, maxStoryTickers }: MentionRules, reachMs: number): Params => ({
  cutoff_ms: cutoffMs,
  to_seq: toSeq,
  min_relevance: minRelevance,
  max_story_tickers: maxStoryTickers,
  reach_ms: reachMs,
});

const RecentRow = z
  .object({
    ticker: z.string(),
    seqs: z.array(z.int()),
    activities_ms: z.array(z.int()),
    stories: z.array(z.int()),
    uids: z.array(z.int()),
    outlets: z.array(z.string()),
    relevances: z.array(z.int()),
    models: z.array(z.int()),
    article_tones: z.array(z.int()),
  })
  .readonly();
/**
 * The articles of a ticker, as one array per field, in no order. Equal numbers in `stories` and `uids` mean equal stories and articles.
 * `models` is 1 if the article's story counts in the model; `article_tones` has values of the column `tones`.
 */
export type RecentArticles = z.output<typeof RecentRow>;

/** Returns the articles of one share of the tickers that arrived after `since` (null means all of the last `reachMs`). */
export const recentArticles = (
  store: Store,
  cutoff: RadarCutoff,
  rules: MentionRules,
  reachMs: number,
  { since, ...share }: { readonly since: RadarCutoff | null; readonly share: number; readonly shares: number },
): Promise<RecentArticles[]> =>
  store.query(
    recentQuery,
    { ...mentionParams(cutoff, rules, reachMs), ...share, after_seq: since?.toSeq ?? 0, after_ms: since?.cutoffMs ?? 0, with_tones: 1 },
    RecentRow,
  );

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

const evidenceOf = ({ uid_hex: uid, title, url, source_domain, time_published }: z.infer<typeof EvidenceRow>): Evidence => ({
  uid,
  title,
  url,
  source_domain,
  time_published,
});

/** Returns the articles with these sequences. Articles that the table feed lacks are absent. */
export async function headlines(store: Store, seqs: readonly number[]): Promise<Map<number, Evidence>> {
  const found = new Map<number, Evidence>();
  for (const part of requestParts(seqs))
    for (const row of await store.query(evidenceQuery, { seqs: part }, EvidenceRow)) found.set(row.seq, evidenceOf(row));
  return found;
}

const correctionsQuery = loadQuery('radar/corrections');
const CorrectionRow = EvidenceRow.extend({ is_withdrawn: z.int().transform((value) => value === 1), tickers: z.array(z.string()) });

/** Returns the last correction of each article of the last `reachMs`, by sequence. */
export async function corrections(store: Store, { cutoffMs, toSeq }: RadarCutoff, reachMs: number) {
  const rows = await store.query(correctionsQuery, { to_seq: toSeq, cutoff_ms: cutoffMs, reach_ms: reachMs }, CorrectionRow);
  return new Map(rows.map((row) => [row.seq, { isWithdrawn: row.is_withdrawn, tickers: row.tickers, evidence: evidenceOf(row) }]));
}

const filingsMax = 20_000;
const FilingRow = z.object({
  uid_hex: UidHex,
  source_type: z.enum(['sec_form8k', 'sec_form6k']),
  filers: z.array(z.string()),
  items: z.array(z.string()),
  title: z.string(),
  url: z.string(),
  time_published: z.string(),
  filed_ms: z.int(),
});
export type RecentFiling = z.infer<typeof FilingRow>;

export const recentFilings = (store: Store, { cutoffMs, toSeq }: RadarCutoff, sinceMs: number): Promise<RecentFiling[]> =>
  store.query(filingsQuery, { cutoff_ms: cutoffMs, to_seq: toSeq, since_ms: sinceMs, limit: filingsMax }, FilingRow);

/** Returns the purchases that were filed before the cutoff, as `purchasesOfIssuers` selects them. */
export async function purchasesKnown(
  store: Store,
  { cutoffMs, toSeq }: RadarCutoff,
  which: { readonly sinceDate: string; readonly lookbackDate: string; readonly buyersMin: number },
): Promise<StoredTrade[]> {
  const purchases = await purchasesOfIssuers(store, { of: null, ...which, toSeq });
  const cutoff = new Date(cutoffMs).toISOString();
  return purchases.filter(({ filed_at, accepted_at }) => filed_at <= cutoff && (accepted_at ?? filed_at) <= cutoff);
}
