/** A symbol entry for tests, whole and valid. */
import { SymbolEntry } from '#schemas/symbol.ts';

export const symbolEntry = (symbol: string, changes: Partial<SymbolEntry> = {}): SymbolEntry =>
  SymbolEntry.parse({
    symbol,
    name: `${symbol} Inc.`,
    asset_type: 'Stock',
    exchange: 'NYSE',
    sector: null,
    industry: null,
    country: null,
    currency: 'USD',
    status: 'active',
    brand_aliases: [],
    cik: '0000000001',
    delisted_at: null,
    renamed_to: '',
    ...changes,
  });
