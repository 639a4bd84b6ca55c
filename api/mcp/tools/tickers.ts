/** svc_tickers: finds symbols by name, or returns the details of one. */
import { z } from 'zod';
import { picked } from '#schemas/picked.ts';
import { invalidParameter } from '../../errors.ts';
import { symbolsList, type SymbolList } from '../../symbols/list.ts';
import { ListedSymbol, type SymbolDetail } from '../../symbols/symbol-entry.ts';
import { symbolDetail } from '../../symbols/symbol.ts';
import { ask } from '../ask.ts';
import { fenced, fencedDeep, type Caps } from '../fence.ts';
import { readOnly, sizeInput, type ToolResult, type Tool, type ToolCall } from '../tool.ts';
import { quoted } from '../../request/quoted.ts';

const [limitDefault, limitMax] = [20, 200] as const;
const nameChars = 120;
const caps: readonly Caps[] = [1_000, 400, 150, 60].map((charsMax) => ({ charsMax, membersMax: 50 }));

const rowFields = ['asset_type', 'exchange', 'sector', 'status', 'supports_insider', 'country'] as const;
const TickerRow = z.object({
  ...picked(ListedSymbol.shape, ['symbol', 'asset_type', 'exchange', 'sector', 'status', 'supports_insider']),
  name: z.string().meta({ description: 'Between ⟦ and ⟧' }),
  country: ListedSymbol.shape.country,
});

export const tickersTool: Tool = {
  name: 'svc_tickers',
  title: 'Tickers and companies',
  description:
    'Finds the ticker of a company, brand or coin by name or start of a ticker (search), or returns the details of one ticker (ticker): name, sector, next confirmed report date, other share classes, former and new tickers. Call it first if you are not sure of the ticker of a company. Exact tickers, names and brands come first.',
  annotations: { ...readOnly, openWorldHint: false },
  input: z.strictObject({
    search: z.string().max(100).optional().meta({ description: 'Name, brand or start of a ticker, in any case', examples: ['berkshire', 'GeForce', 'BTC'] }),
    ticker: z.string().optional().meta({ description: 'One ticker, for its details; not with search' }),
    limit: z.int().min(1).max(limitMax).optional().meta({ description: `Rows of a search, default ${limitDefault}` }),
    offset: z.int().min(0).optional().meta({ description: 'Rows of a search to skip' }),
    ...sizeInput,
  }),
  aliases: { query: 'search', q: 'search', name: 'search', symbol: 'ticker', page_size: 'limit' },
  output: z.object({
    note: z.string().nullable(),
    results: z.array(TickerRow.loose()),
    count: z.int().meta({ description: 'Number of all matches' }),
  }),
  run: (call) => (call.arguments['ticker'] === undefined ? search(call, null) : one(call, call.arguments['ticker'])),
}; // prettier-ignore

async function search(call: ToolCall, rows: number | null): Promise<ToolResult> {
  const { limit = String(limitDefault), ...rest } = call.arguments;
  const rowsWanted = Number(limit);
  if (rowsWanted > limitMax) throw invalidParameter('limit', `must be an integer from 1 to ${limitMax}, not ${quoted(limit)}`);
  const page = await ask<z.output<typeof SymbolList>>({
    operation: symbolsList,
    call,
    query: { ...rest, limit: rows === null ? limit : String(rows) },
  });
  const from = Number(rest['offset'] ?? 0);
  const next = from + page.results.length;
  const isMore = next < page.count;
  return {
    at: () => ({
      note: noteOf(page.results.length, isMore ? next : null),
      results: page.results.map((entry) => ({ symbol: entry.symbol, name: fenced(entry.name, nameChars), ...picked(entry, rowFields) })),
      count: page.count,
    }),
    shortened: '',
    fewer: { rows: page.results.length, with: (fewer) => search(call, fewer) },
    ...(rows !== null && { cut: `Only ${rows} of ${Math.min(rowsWanted, page.count - from)} rows fit in max_tokens. Continue with offset=${next}.` }),
  };
}

const noteOf = (shown: number, next: number | null): string | null => {
  if (shown === 0)
    return 'Nothing matches. Try a shorter part of the name, or the legal name of the company. Delisted symbols are found only by ticker.';
  return next === null ? null : `There are more matches. Use a longer name, or continue with offset=${next}.`;
};

async function one(call: ToolCall, ticker: string): Promise<ToolResult> {
  const entry = await ask<SymbolDetail>({ operation: symbolDetail, call, path: { ticker } });
  const { name, description, brand_aliases, crypto_counterpart_name, ...facts } = entry;
  return {
    at: (detail) => {
      const texts = fencedDeep({ description, brand_aliases, crypto_counterpart_name }, caps[detail]!) as Readonly<Record<string, unknown>>;
      return { note: null, results: [{ ...facts, name: fenced(name, nameChars), ...texts }], count: 1 };
    },
    shortened: 'The description was shortened to fit in max_tokens.',
  };
}
