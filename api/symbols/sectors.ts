/** GET /api/symbols/directory/ and /api/symbols/sectors/{slug}/: symbols by number of articles, and by sector. */
import { z } from 'zod';
import { tickerActivity } from '#clickhouse/ticker-activity.ts';
import { Ticker } from '#schemas/primitives.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import type { ApiDeps } from '../deps.ts';
import { apiError } from '../errors.ts';
import { defineOperation } from '../operation.ts';

const countedDays = 7;
const [mostActiveMax, topMax, slugCharsMax] = [20, 5, 100];
const dayMs = 86_400_000;

const CountedSymbol = z.object({
  ticker: Ticker,
  name: z.string(),
  news_count: z.int().meta({ description: `Rows about it in the last ${countedDays} days` }),
});
type CountedSymbol = z.infer<typeof CountedSymbol>;

const Sector = z.object({
  sector: z.string(),
  slug: z.string().meta({ description: 'Name of the sector in URLs' }),
  count: z.int().meta({ description: 'Number of active symbols in the sector' }),
});
export const SymbolsDirectory = z
  .object({
    most_active: z.array(CountedSymbol).max(mostActiveMax),
    sectors: z.array(Sector.extend({ top: z.array(CountedSymbol).max(topMax) })),
  })
  .meta({ id: 'SymbolsDirectory' });
export const SectorSymbols = Sector.extend({ symbols: z.array(CountedSymbol) }).meta({ id: 'SectorSymbols' });

const example: CountedSymbol = { ticker: 'NVDA', name: 'NVIDIA CORP', news_count: 212 };
const sectorExample = { sector: 'Technology', slug: 'technology', count: 612 };

export const slugOf = (sector: string): string =>
  sector
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const symbolsDirectory = defineOperation({
  path: '/api/symbols/directory/',
  name: 'getSymbolsDirectory',
  summary: 'Most active symbols and sectors',
  description: `The ${mostActiveMax} symbols with the most rows in the last ${countedDays} days, and each sector with its most active symbols. Symbols with an unknown sector are in no sector.`,
  output: {
    type: 'application/json',
    schema: SymbolsDirectory,
    example: { most_active: [example], sectors: [{ ...sectorExample, top: [example] }] },
  },
  handle: (_, __, deps) =>
    cachedResponse(deps, `directory ${deps.symbols.generation()}`, async () => {
      const counted = await countedSymbols(deps);
      const sectors = [...bySector(deps)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([sector, symbols]) => ({
          sector,
          slug: slugOf(sector),
          count: symbols.length,
          top: counted(symbols)
            .filter(({ news_count }) => news_count > 0)
            .slice(0, topMax),
        }));
      const mostActive = counted(activeSymbols(deps)).filter(({ news_count }) => news_count > 0);
      const value: z.input<typeof SymbolsDirectory> = { most_active: mostActive.slice(0, mostActiveMax), sectors };
      return { value, rowsCount: sectors.length };
    }),
});

export const sectorSymbols = defineOperation({
  path: '/api/symbols/sectors/:slug/',
  name: 'listSectorSymbols',
  summary: 'Symbols of a sector',
  description: `All active symbols of the sector, those with the most rows in the last ${countedDays} days first. \`/api/symbols/directory/\` lists the slugs.`,
  input: { path: z.object({ slug: z.string().max(slugCharsMax).meta({ description: 'Slug of the sector, in any case', example: 'technology' }) }) },
  output: { type: 'application/json', schema: SectorSymbols, example: { ...sectorExample, symbols: [example] } },
  errors: ['not_found'],
  handle: ({ path }, _, deps) => {
    const slug = path.slug.toLowerCase();
    const found = [...bySector(deps)].find(([sector]) => slugOf(sector) === slug);
    if (found === undefined) throw apiError('not_found', `There is no sector ${path.slug}. /api/symbols/directory/ lists all sectors.`, {});
    const [sector, symbols] = found;
    return cachedResponse(deps, `sector ${slug} ${deps.symbols.generation()}`, async () => {
      const counted = await countedSymbols(deps);
      const value: z.input<typeof SectorSymbols> = { sector, slug, count: symbols.length, symbols: counted(symbols) };
      return { value, rowsCount: symbols.length };
    });
  },
});

const activeSymbols = ({ symbols }: Pick<ApiDeps, 'symbols'>): SymbolEntry[] => [...symbols.entries()].filter(({ status }) => status === 'active');

const bySector = (deps: Pick<ApiDeps, 'symbols'>): Map<string, SymbolEntry[]> =>
  Map.groupBy(
    activeSymbols(deps).filter(({ sector }) => slugOf(sector ?? '') !== ''),
    ({ sector }) => sector ?? '',
  );

async function countedSymbols({ ask, nowMs }: Pick<ApiDeps, 'ask' | 'nowMs'>): Promise<(symbols: readonly SymbolEntry[]) => CountedSymbol[]> {
  const activity = await ask((store) => tickerActivity(store, null, nowMs() - countedDays * dayMs));
  return (symbols) =>
    symbols
      .map(({ symbol, name }) => ({ ticker: symbol, name, news_count: activity.get(symbol)?.rowCount ?? 0 }))
      .toSorted((a, b) => b.news_count - a.news_count || (a.ticker < b.ticker ? -1 : 1));
}
