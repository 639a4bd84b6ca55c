/** GET /api/symbols/{ticker}/sentiment-summary/: the sentiment of a week of articles about a company. */
import { z } from 'zod';
import { sentimentsOf } from '#clickhouse/sentiments.ts';
import { DateOnly, Ticker } from '#schemas/primitives.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import { defaultMinRelevance } from '../feed/parameters.ts';
import { defineOperation } from '../operation.ts';
import { listedTicker, tickerPath } from './listed-ticker.ts';

const days = 7;
const dayMs = 86_400_000;

const counts = { bullish: z.int(), neutral: z.int(), bearish: z.int() };

export const SentimentSummary = z
  .object({
    ticker: Ticker,
    days: z.literal(days),
    total: z.int(),
    ...counts,
    daily: z.array(z.object({ day: DateOnly, ...counts })).meta({ description: 'One entry per UTC day, oldest first, today last; zero-filled' }),
  })
  .meta({ id: 'SentimentSummary' });
type SentimentSummary = z.input<typeof SentimentSummary>;

const words = { positive: 'bullish', neutral: 'neutral', negative: 'bearish' } as const satisfies Record<Sentiment, keyof typeof counts>;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const example: SentimentSummary = {
  ticker: 'NVDA',
  days,
  total: 3,
  bullish: 2,
  neutral: 0,
  bearish: 1,
  daily: Array.from({ length: days }, (_, day) => ({
    day: `2026-07-0${day + 1}`,
    bullish: day === 6 ? 2 : 0,
    neutral: 0,
    bearish: day === 4 ? 1 : 0,
  })),
};

export const sentimentSummary = defineOperation({
  path: '/api/symbols/:ticker/sentiment-summary/',
  name: 'getSentimentSummary',
  summary: 'Sentiment of 7 days',
  description: `Number of articles by expected direction, with a relevance of at least ${defaultMinRelevance}, in the last ${days} UTC days including today. Form 4 rows are not counted. Former tickers and other share classes of the issuer are included.`,
  input: { path: tickerPath },
  output: { type: 'application/json', schema: SentimentSummary, example },
  errors: ['not_found', 'unknown_symbol'],
  handle: ({ path }, _, deps) => {
    const listed = listedTicker(path.ticker, deps);
    const toMs = (Math.floor(deps.nowMs() / dayMs) + 1) * dayMs - 1;
    const fromMs = toMs + 1 - days * dayMs;
    return cachedResponse(deps, `sentiment-summary ${listed.ticker} ${listed.keyText} ${toMs}`, async () => {
      const { tickers, spans } = listed;
      const stored = await deps.ask((store) => sentimentsOf(store, { tickers, spans, fromMs, toMs, minRelevance: defaultMinRelevance }));
      const daily = Array.from({ length: days }, (_day, at) => ({ day: dateOf(fromMs + at * dayMs), bullish: 0, neutral: 0, bearish: 0 }));
      const sums = { bullish: 0, neutral: 0, bearish: 0 };
      for (const { publishedAtMs, sentiment } of stored) {
        const word = words[sentiment];
        sums[word] += 1;
        daily[Math.floor((publishedAtMs - fromMs) / dayMs)]![word] += 1;
      }
      const value: SentimentSummary = { ticker: listed.ticker, days, total: stored.length, ...sums, daily };
      return { value, rowsCount: stored.length };
    });
  },
});
