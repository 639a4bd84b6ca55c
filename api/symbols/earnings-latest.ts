/** GET /api/symbols/{ticker}/earnings/latest/: the uid and headline of the latest earnings read; 204 when there is none. */
import type { z } from 'zod';
import { earningsOf } from '#clickhouse/earnings-reads.ts';
import { EarningsPointer } from '#schemas/earnings.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import { defineOperation } from '../operation.ts';
import { earningsPointerExample } from './earnings-example.ts';
import { listedTicker, tickerPath } from './listed-ticker.ts';

export const earningsLatest = defineOperation({
  path: '/api/symbols/:ticker/earnings/latest/',
  name: 'getLatestEarningsRead',
  summary: 'Latest earnings read of a ticker',
  description: 'Only a short reference; fetch the article by its `uid` for the full read.',
  input: { path: tickerPath },
  output: {
    type: 'application/json',
    schema: EarningsPointer.meta({ id: 'EarningsPointer' }),
    example: earningsPointerExample,
    empty: 'The ticker has no published earnings read',
  },
  errors: ['not_found', 'unknown_symbol'],
  handle: async ({ path }, _, deps) => {
    const listed = listedTicker(path.ticker, deps);
    const answer = await cachedResponse(deps, `earnings-latest ${listed.ticker} ${listed.keyText}`, async () => {
      const [row] = await deps.ask((store) => earningsOf(store, listed, 1));
      if (row === undefined) return { value: {}, rowsCount: 0 };
      const { title, time_published } = row.item.original;
      const { fiscal_period, verdict, headline } = row.earnings;
      const value: z.input<typeof EarningsPointer> = { uid: row.uid, time_published, title, fiscal_period, verdict, headline };
      return { value, rowsCount: 1 };
    });
    return answer.rowsCount === 0 ? { content: null } : answer;
  },
});
