/**
 * Selects the rows of a brief about some companies: articles, one per story, by a score that decreases with age, and filings, newest first.
 * At most `keysMax` keys are read.
 */
import { z } from 'zod';
import { SeqRow } from './columns.ts';
import { rowsInOrder, type StoredRow } from './feed-pages.ts';
import { currentRows } from './row-stories.ts';
import { spanParams } from './filter-params.ts';
import { loadQuery } from './sql.ts';
import type { Params, Store } from './store.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';

interface BriefRange {
  readonly tickers: readonly string[];
  readonly spans: readonly TickerSpan[] | null;
  /** Bounds of the publication time, both inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly minRelevance: number;
  readonly seqTo: number;
}

/** Age at which the relevance of an article counts half. */
export const halfLifeMs = 86_400_000;
const keysMax = 2_000;
const keysQuery = loadQuery('brief/keys');
const Key = z.object({ seq: z.int(), version: z.int() });

const params = (range: BriefRange): Params => ({
  tickers: range.tickers,
  ...spanParams(range.spans),
  newest_from: -range.toMs,
  newest_to: -range.fromMs,
  min_relevance: range.minRelevance,
  seq_to: range.seqTo,
});

const namedQuery = loadQuery('brief/tickers-named');

/** Returns those tickers of the range that a row of the range has. */
export async function tickersNamed(store: Store, range: BriefRange): Promise<Set<string>> {
  if (range.tickers.length === 0) return new Set();
  return new Set((await store.query(namedQuery, params(range), z.object({ ticker: z.string() }))).map(({ ticker }) => ticker));
}

/** Returns at most `limit` articles or filings, best first, and whether there are more. */
export async function briefRows(
  store: Store,
  range: BriefRange,
  { isPublisher, limit }: { readonly isPublisher: boolean; readonly limit: number },
): Promise<{ readonly rows: StoredRow[]; readonly isTruncated: boolean }> {
  if (range.tickers.length === 0) return { rows: [], isTruncated: false };
  const ranked = { is_publisher: isPublisher, ...(isPublisher && { half_life_ms: halfLifeMs }), limit: keysMax };
  const keys = await store.query(keysQuery, { ...params(range), ...ranked }, Key);
  const chosen: number[] = [];
  const storyIds = new Set<string>();
  for await (const { seq, storyId } of currentRows(store, keys)) {
    // Only articles are limited to one per story.
    if (chosen.includes(seq) || (isPublisher && storyIds.has(storyId))) continue;
    storyIds.add(storyId);
    chosen.push(seq);
    if (chosen.length > limit) break;
  }
  return { rows: await rowsInOrder(store, chosen.slice(0, limit)), isTruncated: chosen.length > limit || keys.length === keysMax };
}

const readsQuery = loadQuery('brief/rows-with-reads');

/** Returns the sequences of the rows that have an earnings read; `tickers` are all tickers of the rows. */
export async function rowsWithReads(store: Store, seqs: readonly number[], tickers: readonly string[]): Promise<Set<number>> {
  if (seqs.length === 0 || tickers.length === 0) return new Set();
  return new Set((await store.query(readsQuery, { seqs, tickers }, SeqRow)).map(({ seq }) => seq));
}
