/**
 * Selects the rows of a brief on some companies: one row per story, articles by a score that halves with age, filings newest first. The
 * number of rows read is bounded, whatever the number of matching rows.
 */
import { z } from 'zod';
import { SeqRow } from './columns.ts';
import { rowsInOrder, type StoredRow } from './feed-pages.ts';
import { currentRows } from './row-stories.ts';
import { spanParams } from './span-params.ts';
import { loadQuery } from './sql.ts';
import type { Params, Store } from './store.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';

export interface BriefOf {
  readonly tickers: readonly string[];
  readonly spans: readonly TickerSpan[] | null;
  /** Bounds of the publication time, both included. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly minRelevance: number;
  /** Rows that entered the log later do not count. */
  readonly seqTo: number;
}

/** Age at which an article's relevance counts half. */
export const halfLifeMs = 86_400_000;
const keysMax = 2_000;
const keysQuery = loadQuery('brief/keys');
const Key = z.object({ seq: z.int(), version: z.int() });

const params = (of: BriefOf): Params => ({
  tickers: of.tickers,
  ...spanParams(of.spans),
  newest_from: -of.toMs,
  newest_to: -of.fromMs,
  min_relevance: of.minRelevance,
  seq_to: of.seqTo,
});

const namedQuery = loadQuery('brief/tickers-named');

/** Returns those of the tickers that any row names. */
export async function tickersNamed(store: Store, of: BriefOf): Promise<Set<string>> {
  if (of.tickers.length === 0) return new Set();
  return new Set((await store.query(namedQuery, params(of), z.object({ ticker: z.string() }))).map(({ ticker }) => ticker));
}

/** Returns at most `limit` publishers' articles or filings, best first, and whether there are more. */
export async function briefRows(
  store: Store,
  of: BriefOf,
  { isPublisher, limit }: { readonly isPublisher: boolean; readonly limit: number },
): Promise<{ readonly rows: StoredRow[]; readonly isTruncated: boolean }> {
  if (of.tickers.length === 0) return { rows: [], isTruncated: false };
  const ranked = { is_publisher: isPublisher, ...(isPublisher && { half_life_ms: halfLifeMs }), limit: keysMax };
  const keys = await store.query(keysQuery, { ...params(of), ...ranked }, Key);
  const chosen: number[] = [];
  const storyIds = new Set<string>();
  for await (const { seq, storyId } of currentRows(store, keys)) {
    // Articles are limited to one per story; each filing is a document of its own.
    if (chosen.includes(seq) || (isPublisher && storyIds.has(storyId))) continue;
    storyIds.add(storyId);
    chosen.push(seq);
    if (chosen.length > limit) break;
  }
  return { rows: await rowsInOrder(store, chosen.slice(0, limit)), isTruncated: chosen.length > limit || keys.length === keysMax };
}

const readsQuery = loadQuery('brief/rows-with-reads');

/** Returns the sequences of those rows that have an earnings read; `tickers` are all tickers that the rows name. */
export async function rowsWithReads(store: Store, seqs: readonly number[], tickers: readonly string[]): Promise<Set<number>> {
  if (seqs.length === 0 || tickers.length === 0) return new Set();
  return new Set((await store.query(readsQuery, { seqs, tickers }, SeqRow)).map(({ seq }) => seq));
}
