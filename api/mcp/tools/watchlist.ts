/** svc_watchlist: the saved symbols of the account. */
import { z } from 'zod';
import { fenced } from '../fence.ts';
import { readOnly, type Tool } from '../tool.ts';

const nameChars = 80;

export const watchlistTool: Tool = {
  name: 'svc_watchlist',
  title: 'Saved symbols',
  description:
    'The saved symbols of the account, in the order of its owner. Use it for "my stocks" or "my watchlist". Then call svc_radar with scope=watchlist for all of them, or svc_ticker_news for one. Read-only; the list is edited in the account area.',
  annotations: { ...readOnly, openWorldHint: false },
  input: z.strictObject({}),
  aliases: {},
  output: z.object({
    note: z.string().nullable(),
    results: z.array(z.object({ ticker: z.string(), name: z.string().nullable() })),
    count: z.int(),
    watchlist_limit: z.int().meta({ description: 'Maximum of the plan' }),
  }),
  run: ({ caller: { account, plan }, deps: { symbols } }) => {
    const saved = account.watchlist ?? [];
    const nameOf = (ticker: string): string | null => {
      const name = symbols.get(ticker)?.name;
      return name === undefined ? null : fenced(name, nameChars);
    };
    return {
      at: (detail) => ({
        note: saved.length === 0 ? 'Nothing is saved yet. The owner adds symbols in the account area, under Watchlist.' : null,
        results: saved.map((ticker) => ({ ticker, name: detail === 0 ? nameOf(ticker) : null })),
        count: saved.length,
        watchlist_limit: plan.watchlistMax,
      }),
      shortened: 'Names were left out to fit in 25,000 tokens. svc_tickers has them.',
    };
  },
};
