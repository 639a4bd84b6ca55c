/** Defines the symbol list of a source for one day, independent of its format. */
import { picked } from '#schemas/picked.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import coins from './cryptocurrencies.json' with { type: 'json' };

/** `sec` has companies (CIKs), `exchange` the traded securities and funds, `details` sector, country, foreign shares and coins. */
type SourceKind = 'sec' | 'exchange' | 'details';

export const secSource = 'sec';
/** Prefix of the names of details; each document is a separate source, such as `details.cryptos`. */
export const detailsPrefix = 'details.';
/** Source of the leading coins, which are built in. */
export const coinsSource = 'coins';
export const sourceKind = (source: string): SourceKind =>
  source === secSource ? 'sec' : source.startsWith(detailsPrefix) || source === coinsSource ? 'details' : 'exchange';

const factFields = ['symbol', 'name', 'asset_type', 'exchange', 'currency', 'cik'] as const;
const entryFields = [...factFields, 'sector', 'industry', 'country', 'brand_aliases', 'rank'] as const;

export interface ListedSymbol extends Pick<SymbolEntry, (typeof entryFields)[number]> {
  /** Full name of the security with its class; null when the source names only the company. */
  readonly security: string | null;
  readonly description: string | null;
  readonly website: string | null;
  /** Whether the row only adds details to a symbol that another source lists. */
  readonly isDetail: boolean;
}

export interface SymbolList {
  /** Name of the source in entries, positions and metrics: `sec`, `nasdaqlisted`. */
  readonly source: string;
  readonly date: string;
  readonly rows: readonly ListedSymbol[];
}

export type SymbolListResult =
  | {
      readonly ok: true;
      readonly rows: readonly ListedSymbol[];
      /** Instant at which the list was made; null when it states none. */
      readonly madeAt: string | null;
      readonly unreadable: number;
    }
  | { readonly ok: false; readonly detail: string };

export const bareRow = (symbol: string, name: string): ListedSymbol => ({
  symbol,
  name,
  security: null,
  asset_type: 'Stock',
  exchange: null,
  sector: null,
  industry: null,
  country: null,
  currency: null,
  brand_aliases: [],
  cik: null,
  description: null,
  website: null,
  isDetail: false,
});

export const rowOf = (entry: SymbolEntry): ListedSymbol => ({ ...bareRow(entry.symbol, entry.name), ...picked(entry, entryFields) });

export const newEntry = (facts: Pick<SymbolEntry, (typeof factFields)[number]>): SymbolEntry => ({
  ...picked(facts, factFields),
  sector: null,
  industry: null,
  country: null,
  status: 'active',
  brand_aliases: [],
  delisted_at: null,
  renamed_to: '',
});

/** Entries of the leading cryptocurrencies under their `-USD` symbols. Further names of a coin are its brand aliases. */
export const cryptocurrencies: readonly SymbolEntry[] = (coins as [string, string, ...string[]][]).map(([symbol, name, ...others]) => ({
  ...newEntry({ symbol: `${symbol}-USD`, name, asset_type: 'Crypto', exchange: null, currency: 'USD', cik: null }),
  brand_aliases: others,
}));
