/** The list of a source of symbols for one day, independent of its format. */
import type { SymbolEntry } from '#schemas/symbol.ts';
import coins from './cryptocurrencies.json' with { type: 'json' };

/**
 * `sec`: names the companies (CIKs). `exchange`: states what is traded where, and which is a fund. `details`: sector, industry, country and
 * the like, and listings that neither of the others has (foreign shares, coins).
 */
type SourceKind = 'sec' | 'exchange' | 'details';

export const secSource = 'sec';
/** Prefix of sources of details; each document is a separate source: `details.cryptos`. */
export const detailsPrefix = 'details.';
/** The leading coins, which are built into this release. */
export const coinsSource = 'coins';
/** Returns the kind of a list by its source's name. */
export const sourceKind = (source: string): SourceKind =>
  source === secSource ? 'sec' : source.startsWith(detailsPrefix) || source === coinsSource ? 'details' : 'exchange';

export interface ListedSymbol extends Pick<
  SymbolEntry,
  'symbol' | 'name' | 'asset_type' | 'exchange' | 'sector' | 'industry' | 'country' | 'currency' | 'brand_aliases' | 'cik' | 'rank'
> {
  /** The security's full name, class included; null when the source names only the company. */
  readonly security: string | null;
  readonly description: string | null;
  readonly website: string | null;
  /** The row adds details to a symbol that another source lists, and lists none itself. */
  readonly isDetail: boolean;
}

export interface SymbolList {
  /** Name in entries, positions and metrics: `sec`, `nasdaqlisted`. */
  readonly source: string;
  /** Day of the list. */
  readonly date: string;
  readonly rows: readonly ListedSymbol[];
}

/** The result of reading a document. */
export type SymbolListResult =
  | {
      readonly ok: true;
      readonly rows: readonly ListedSymbol[];
      /** Instant at which the list was made; null when it states none. */
      readonly madeAt: string | null;
      readonly unreadable: number;
    }
  | { readonly ok: false; readonly detail: string };

/** Returns a row with only symbol and name. */
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

/** Returns an entry as a row of its source. */
export const rowOf = (entry: SymbolEntry): ListedSymbol => {
  const { symbol, name, asset_type, exchange, sector, industry, country, currency, brand_aliases, cik, rank } = entry;
  const row = { ...bareRow(symbol, name), asset_type, exchange, sector, industry, country, currency, brand_aliases, cik };
  return rank === undefined ? row : { ...row, rank };
};

/** Returns an active entry of the symbol directory with only what every list states: no details, aliases or history. */
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

/** The leading cryptocurrencies as entries of the symbol directory, under their `-USD` symbols; other names of a coin are its brands. */
export const cryptocurrencies: readonly SymbolEntry[] = (coins as [string, string, ...string[]][]).map(([symbol, name, ...others]) => ({
  ...newEntry({ symbol: `${symbol}-USD`, name, asset_type: 'Crypto', exchange: null, currency: 'USD', cik: null }),
  brand_aliases: others,
}));
