/** GET /api/symbols/{ticker}/peers/: companies of the same industry, then of the same sector. */
import { z } from 'zod';
import { Ticker } from '#schemas/primitives.ts';
import { createContent } from '../reply/content.ts';
import { integerOr } from '../request/parameters.ts';
import { defineOperation, keyAccess } from '../operation.ts';
import { feedCacheControl } from '../feed/envelope.ts';
import { listedTicker, tickerPath } from './listed-ticker.ts';
import { ListedSymbol, listedSymbol, listedSymbolExample } from './symbol-entry.ts';

const [limitDefault, limitMax] = [10, 50];

export const PeerList = z.object({ ticker: Ticker, results: z.array(ListedSymbol), next_cursor: z.null() }).meta({ id: 'PeerList' });

export const symbolPeers = defineOperation({
  path: '/api/symbols/:ticker/peers/',
  name: 'listPeers',
  summary: 'Companies like one',
  description:
    'Of the same industry, then of the same sector, the largest companies first, one ticker an issuer. None where the sector is not known.',
  access: keyAccess,
  input: { path: tickerPath, query: z.object({ limit: integerOr(limitDefault, 1, limitMax, 'At most so many') }) },
  output: { type: 'application/json', schema: PeerList, example: { ticker: 'AMD', results: [listedSymbolExample], next_cursor: null } },
  errors: ['not_found', 'unknown_symbol'],
  cost: 1,
  cache: feedCacheControl,
  handle: ({ path, query: { limit } }, _, deps) => {
    const { ticker } = listedTicker(path.ticker, deps);
    const results = deps.symbolPages.peersOf(deps.symbols.get(ticker)!, limit).map(listedSymbol);
    const value: z.input<typeof PeerList> = { ticker, results, next_cursor: null };
    return { content: createContent(JSON.stringify(value)), rowsCount: results.length };
  },
});
