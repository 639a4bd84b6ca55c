/** The leading cryptocurrencies as entries of the symbol directory, under their `-USD` symbols. */
import type { SymbolEntry } from '#schemas/symbol.ts';
import listed from './cryptocurrencies.json' with { type: 'json' };

export const cryptocurrencies: readonly SymbolEntry[] = (listed as [string, string][]).map(([symbol, name]) => ({
  symbol: `${symbol}-USD`,
  name,
  asset_type: 'Crypto',
  exchange: null,
  sector: null,
  industry: null,
  country: null,
  currency: 'USD',
  status: 'active',
  brand_aliases: [],
  cik: null,
  delisted_at: null,
  renamed_to: '',
}));
