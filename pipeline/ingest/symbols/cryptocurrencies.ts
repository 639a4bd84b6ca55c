/** The leading cryptocurrencies as entries of the symbol directory, under their `-USD` symbols. */
import type { SymbolEntry } from '#schemas/symbol.ts';
import { newEntry } from './new-entry.ts';
import listed from './cryptocurrencies.json' with { type: 'json' };

export const cryptocurrencies: readonly SymbolEntry[] = (listed as [string, string][]).map(([symbol, name]) =>
  newEntry({ symbol: `${symbol}-USD`, name, asset_type: 'Crypto', exchange: null, currency: 'USD', cik: null }),
);
