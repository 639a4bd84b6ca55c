/** What a source of symbols lists on one day, independent of its format. */
import type { SymbolEntry } from '#schemas/symbol.ts';

/**
 * `sec`: names the companies (CIKs). `exchange`: says what is traded where, and which is a fund. `details`: sector, industry,
 * country and the like, and listings that neither of the others has (foreign shares, coins).
 */
type SourceKind = 'sec' | 'exchange' | 'details';

export const secSource = 'sec';
/** Each of their documents is a source of its own: `details.cryptos`. */
export const detailsPrefix = 'details.';
/** The leading coins, which this release knows by itself. */
export const coinsSource = 'coins';
export const sourceKind = (source: string): SourceKind =>
  source === secSource ? 'sec' : source.startsWith(detailsPrefix) || source === coinsSource ? 'details' : 'exchange';

export interface ListedSymbol extends Pick<
  SymbolEntry,
  'symbol' | 'name' | 'asset_type' | 'exchange' | 'sector' | 'industry' | 'country' | 'currency' | 'brand_aliases' | 'cik' | 'rank'
> {
  /** The security's full name, class included; null where the source names the company only. */
  readonly security: string | null;
  readonly description: string | null;
  readonly website: string | null;
  /** Tells more of a symbol that another source lists, and lists none itself. */
  readonly isDetail: boolean;
}

export interface Listing {
  /** As it stands in entries, positions and metrics: `sec`, `nasdaqlisted`. */
  readonly source: string;
  /** Day that the list is of. */
  readonly date: string;
  readonly rows: readonly ListedSymbol[];
}

/** What a reader makes of a document. */
export type ListingResult =
  | {
      readonly ok: true;
      readonly rows: readonly ListedSymbol[];
      /** When the list was made, where it says so: an instant. */
      readonly madeAt: string | null;
      readonly unreadable: number;
    }
  | { readonly ok: false; readonly detail: string };

/** A row of which only this is known. */
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

/** An entry as a source lists it. */
export const rowOf = (entry: SymbolEntry): ListedSymbol => {
  const { symbol, name, asset_type, exchange, sector, industry, country, currency, brand_aliases, cik, rank } = entry;
  const row = { ...bareRow(symbol, name), asset_type, exchange, sector, industry, country, currency, brand_aliases, cik };
  return rank === undefined ? row : { ...row, rank };
};
