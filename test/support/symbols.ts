/** Makes valid symbols of the directory for tests: active stocks without details. */
import { SymbolEntry, type Holding } from '#schemas/symbol.ts';

export const symbolEntry = (symbol: string, changes: Partial<SymbolEntry> = {}): SymbolEntry =>
  SymbolEntry.parse({
    symbol,
    name: `${symbol} Inc`,
    asset_type: 'Stock',
    exchange: null,
    sector: null,
    industry: null,
    country: null,
    currency: null,
    status: 'active',
    brand_aliases: [],
    cik: null,
    delisted_at: null,
    renamed_to: '',
    ...changes,
  });

/** Returns a holding without bounds: one company has always had the ticker. */
export const holding = (cik: string, changes: Partial<Holding> = {}): Holding => ({
  cik,
  name: 'A',
  security: null,
  from: null,
  cik_from: null,
  to: null,
  renamed_to: '',
  ...changes,
});
