/** Forty days of synthetic articles for Radar: tickers of steady news, one with a burst, one with little news, and one in long lists of tickers. */
import { marketOf } from '#schemas/radar.ts';
import type { Company } from '#pipeline/radar/companies.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';
import { rowRecord } from './records.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Returns a generator of numbers in [0, 1): Mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface ArticleAt {
  readonly name: string;
  readonly tickers: string[];
  readonly atMs: number;
  readonly arrivedMs?: number;
  readonly outlet?: string;
  readonly story?: string;
  readonly sentiment?: Sentiment;
  readonly isHistory?: boolean;
}

export function articleRow({
  name,
  tickers,
  atMs,
  arrivedMs = atMs,
  outlet = 'one.example',
  story,
  sentiment = 'neutral',
  isHistory = false,
}: ArticleAt): FeedRow {
  const times = { publishedAt: new Date(atMs).toISOString(), refinedAt: new Date(arrivedMs).toISOString() };
  const row = rowRecord(name, { tickers, ...times, ...(story !== undefined && { storyId: story }) });
  const { ai_trading_insights: insights } = row.item.enrichment;
  const ticker_analysis = insights.ticker_analysis.map((one) => ({
    ...one,
    impact_analysis: { ...one.impact_analysis, sentiment, confidence: 'high' as const },
  }));
  return {
    ...row,
    source: outlet.split('.')[0]!,
    ...(isHistory && { is_history: true as const }),
    item: {
      ...row.item,
      original: { ...row.item.original, source_domain: outlet, url: `https://${outlet}/${name}` },
      enrichment: { ...row.item.enrichment, ai_trading_insights: { ...insights, ticker_analysis } },
    },
  };
}

export const steady = ['ACME', 'BOLT', 'CRUX', 'DORN', 'ETH-USD'] as const;
export const bursting = 'BOLT';
export const thin = 'THIN';
export const broad = 'WIDE';
/** A ticker in the baseline, but not in the last window. */
export const quiet = 'CALM';

/** Returns rows in the order of arrival; they end at `endMs`. */
export function radarRows(
  endMs: number,
  { days = 40, seed = 7, burst = 14 }: { readonly days?: number; readonly seed?: number; readonly burst?: number } = {},
): FeedRow[] {
  const random = seeded(seed);
  const outlets = ['one.example', 'two.example', 'three.example'];
  const articles: ArticleAt[] = [];
  for (let day = days; day >= 1; day -= 1)
    for (const ticker of steady)
      for (let nth = 0; nth < 1 + Math.floor(random() * 3); nth += 1)
        articles.push({
          name: `${ticker}-${day}-${nth}`,
          tickers: [ticker],
          atMs: endMs - day * dayMs + Math.floor(random() * (dayMs - 1)),
          outlet: outlets[Math.floor(random() * outlets.length)]!,
          sentiment: random() < 0.5 ? 'positive' : 'neutral',
        });
  for (const day of [20, 12, 9, 6, 3]) articles.push({ name: `calm-${day}`, tickers: [quiet], atMs: endMs - day * dayMs + hourMs });
  articles.push({ name: 'thin', tickers: [thin], atMs: endMs - 2 * hourMs, sentiment: 'negative' });
  articles.push({ name: 'wide', tickers: [broad, 'WA', 'WB', 'WC', 'WD', 'WE'], atMs: endMs - hourMs });
  for (let nth = 0; nth < burst; nth += 1)
    articles.push({
      name: `burst-${nth}`,
      tickers: [bursting],
      atMs: endMs - 3 * hourMs + nth * 60_000,
      outlet: outlets[nth % outlets.length]!,
      sentiment: 'negative',
    });
  return articles.sort((a, b) => a.atMs - b.atMs).map(articleRow);
}

export const numbered = (rows: readonly FeedRow[]): { seq: number; record: FeedRow }[] => rows.map((record, at) => ({ seq: at + 1, record }));

export const testListings: ReadonlyMap<string, Company> = new Map(
  [...steady, thin, broad, quiet].map((ticker) => [
    ticker,
    { name: `${ticker} Inc.`, sector: 'Testing', market: marketOf(ticker, true), cik: ticker === 'ETH-USD' ? null : `00000000${10 + ticker.length}` },
  ]),
);
