/** A symbol of the directory for tests, whole and valid: an active stock of which nothing else is known. */
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

/** A ticker in the hands of one company, from before recorded history and still. */
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
