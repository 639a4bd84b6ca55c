/** Returns an active entry of the symbol directory with only what every list states: no details, aliases or history. */
import type { SymbolEntry } from '#schemas/symbol.ts';

export const newEntry = ({
  symbol,
  name,
  asset_type,
  exchange,
  currency,
  cik,
}: Pick<SymbolEntry, 'symbol' | 'name' | 'asset_type' | 'exchange' | 'currency' | 'cik'>): SymbolEntry => ({
  symbol,
  name,
  asset_type,
  exchange,
  sector: null,
  industry: null,
  country: null,
  currency,
  status: 'active',
  brand_aliases: [],
  cik,
  delisted_at: null,
  renamed_to: '',
});
