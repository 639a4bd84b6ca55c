/**
 * Selects the rows of a brief on some companies: one row per story, articles by a score that halves with age, filings newest first. The
 * number of rows read is bounded, whatever the number of matching rows.
 */
import { z } from 'zod';
import { rowsBySequence, type StoredRow } from './feed.ts';
import { rowStories, storiesPerRequest } from './row-stories.ts';
import { spanParams } from './span-params.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';

export interface BriefOf {
  readonly tickers: readonly string[];
  readonly spans: readonly TickerSpan[] | null;
  /** Bounds of the publication time, both included. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly minRelevance: number;
  /** true: publishers' articles; false: filings. */
  readonly isPublisher: boolean;
}

const halfLifeMs = 86_400_000;
const keysMax = 2_000;
const keysQuery = loadQuery('brief/keys');
const Key = z.object({ seq: z.int(), version: z.int() });

/** Returns at most `limit` rows, best first, and whether there are more. */
export async function briefRows(store: Store, of: BriefOf, limit: number): Promise<{ readonly rows: StoredRow[]; readonly isTruncated: boolean }> {
  if (of.tickers.length === 0) return { rows: [], isTruncated: false };
  const params = {
    tickers: of.tickers,
    ...spanParams(of.spans),
    newest_from: -of.toMs,
    newest_to: -of.fromMs,
    min_relevance: of.minRelevance,
    is_publisher: of.isPublisher,
    ...(of.isPublisher && { half_life_ms: halfLifeMs }),
    limit: keysMax,
  };
  const keys = await store.query(keysQuery, params, Key);
  const chosen: number[] = [];
  const storyIds = new Set<string>();
  for (let at = 0; at < keys.length && chosen.length <= limit; at += storiesPerRequest) {
    const part = keys.slice(at, at + storiesPerRequest);
    const bySeq = await rowStories(store, part.map(({ seq }) => seq)); // prettier-ignore
    for (const { seq, version } of part) {
      const facts = bySeq.get(seq);
      // A corrected row counts by its newest version. Articles are limited to one per story; each filing is a document of its own.
      if (facts === undefined || facts.version !== version || chosen.includes(seq) || (of.isPublisher && storyIds.has(facts.storyId))) continue;
      storyIds.add(facts.storyId);
      chosen.push(seq);
      if (chosen.length > limit) break;
    }
  }
  const shown = chosen.slice(0, limit);
  const bySeq = new Map((await rowsBySequence(store, shown)).map((row) => [row.seq, row]));
  return { rows: shown.flatMap((seq) => bySeq.get(seq) ?? []), isTruncated: chosen.length > limit || keys.length === keysMax };
}

const readsQuery = loadQuery('brief/rows-with-reads');
const SeqRow = z.object({ seq: z.int() });

/** Returns the sequences of those rows that have an earnings read; `tickers` are all tickers that the rows name. */
export async function rowsWithReads(store: Store, seqs: readonly number[], tickers: readonly string[]): Promise<Set<number>> {
  if (seqs.length === 0 || tickers.length === 0) return new Set();
  return new Set((await store.query(readsQuery, { seqs, tickers }, SeqRow)).map(({ seq }) => seq));
}
