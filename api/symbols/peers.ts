/** GET /api/symbols/{ticker}/peers/: companies of the same industry, or of the same sector if the industry is small. */
import { z } from 'zod';
import { tickerActivity } from '#clickhouse/ticker-activity.ts';
import { Ticker } from '#schemas/primitives.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import { defineOperation } from '../operation.ts';
import { listedTicker, tickerPath } from './listed-ticker.ts';

const peersMax = 10;
/** Maximum number of companies whose coverage is compared, largest first. */
const candidatesMax = 200;
const coveredWithinMs = 30 * 86_400_000;

export const PeerList = z
  .object({
    ticker: Ticker,
    group: z.string().meta({ description: "The industry or sector that the peers share; '' if unknown" }),
    group_kind: z.enum(['industry', 'sector', '']),
    peers: z.array(z.object({ ticker: Ticker, name: z.string() })).max(peersMax),
  })
  .meta({ id: 'PeerList' });

export const symbolPeers = defineOperation({
  path: '/api/symbols/:ticker/peers/',
  name: 'listPeers',
  summary: 'Peers of a company',
  description: `At most ${peersMax} companies of the same industry, or of the same sector if the industry has few; one ticker per issuer. The most recently covered come first, then the largest. Empty if the sector is unknown.`,
  input: { path: tickerPath },
  output: {
    type: 'application/json',
    schema: PeerList,
    example: { ticker: 'AMD', group: 'Semiconductors', group_kind: 'industry', peers: [{ ticker: 'NVDA', name: 'NVIDIA CORP' }] },
  },
  errors: ['not_found', 'unknown_symbol'],
  handle: ({ path }, _, deps) => {
    const { ticker } = listedTicker(path.ticker, deps);
    const { group, kind, companies } = deps.symbolPages.peersOf(deps.symbols.get(ticker)!, candidatesMax);
    const tickers = companies.map(({ symbol }) => symbol);
    return cachedResponse(deps, `peers ${ticker} ${group} ${tickers.join()}`, async () => {
      const sinceMs = deps.nowMs() - coveredWithinMs;
      const activity = await deps.ask((store) => tickerActivity(store, tickers, sinceMs));
      const newestOf = (symbol: string): number => activity.get(symbol)?.newestMs ?? 0;
      // Sorting is stable, so the order by size remains among companies with equal coverage, or none.
      const peers = companies
        .toSorted((a, b) => newestOf(b.symbol) - newestOf(a.symbol))
        .slice(0, peersMax)
        .map(({ symbol, name }) => ({ ticker: symbol, name }));
      const value: z.input<typeof PeerList> = { ticker, group, group_kind: kind, peers };
      return { value, rowsCount: peers.length };
    });
  },
});
