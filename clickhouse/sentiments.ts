/** Reads the sentiments of articles about a company. */
import { z } from 'zod';
import type { Sentiment } from '#schemas/vocabulary.ts';
import { sentiments } from '#schemas/vocabulary.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import { spanParams } from './filter-params.ts';

interface SentimentRange {
  /** If an article has several of the tickers, the sentiment of the first one in this list counts. */
  readonly tickers: readonly string[];
  readonly spans?: readonly TickerSpan[] | null;
  /** Bounds of the publication time, both inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly minRelevance: number;
}

const query = loadQuery('feed/ticker-sentiments');
/** Maximum number of rows to read, more than any company has in a week. */
const rowsMax = 20_000;
const Row = z.object({
  published_at_ms: z.int(),
  relevance: z.int(),
  tickers: z.array(z.string()),
  sentiments: z.array(z.tuple([z.string(), z.string()])),
});

/** Returns one entry per article that has a sentiment for one of the tickers. */
export async function sentimentsOf(
  store: Store,
  { tickers, spans, fromMs, toMs, minRelevance }: SentimentRange,
): Promise<{ readonly publishedAtMs: number; readonly sentiment: Sentiment }[]> {
  const params = { tickers, newest_from: -toMs, newest_to: -fromMs, limit: rowsMax, ...spanParams(spans) };
  const rows = await store.query(query, params, Row);
  return rows.flatMap(({ published_at_ms, relevance, tickers: named, sentiments: read }) => {
    // The query also finds corrected rows by their old values.
    if (relevance < minRelevance || !tickers.some((ticker) => named.includes(ticker))) return [];
    const [, own] = tickers.map((ticker) => read.find(([of]) => of === ticker)).find((entry) => entry !== undefined) ?? [];
    const sentiment = sentiments.find((one) => one === own);
    return sentiment === undefined ? [] : [{ publishedAtMs: published_at_ms, sentiment }];
  });
}
