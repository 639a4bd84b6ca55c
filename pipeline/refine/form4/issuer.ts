/** Finds an issuer in the symbol directory, by CIK first, because filers write `NYSE:GLS`, `(SIRI)`, `AMC/APE` or `NONE` as symbol. */
import type { RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { mainClasses } from '../tickers/names/brands.ts';
import { listingRank } from '../tickers/find/alias-resolution.ts';
import type { Directory } from '../tickers/names/directory.ts';

export type IssuerDirectory = Pick<Directory, 'activeFor' | 'byCik'>;

/** Returns the possible tickers in the directory's spelling: the whole field first, then its parts. */
export function tickersIn(symbolField: string): readonly string[] {
  const bare = symbolField
    .toUpperCase()
    .replace(/[()[\]{}"'“”‘’*]/g, ' ')
    .replace(/\b[A-Z]{2,10}\s*:\s*/g, ' ')
    .trim();
  const inOnePiece = bare.replace(/^([A-Z0-9]+)(?:[./-]\s*|\s+(?:[./-]\s*)?)([A-Z]{1,6})$/, '$1-$2');
  const parts = bare.split(/[\s,;/&|]+|\bAND\b/).map((part) => part.replace(/^[.-]+|(?<![.-])[.-]+$/g, '').replace(/[./]/, '-'));
  return [...new Set([inOnePiece, ...parts])].filter((ticker) => /^[A-Z0-9]{1,12}(?:-[A-Z0-9]{1,6})?$/.test(ticker));
}

/** Returns whether the symbol is a preferred share, warrant, right or unit: the common share's symbol with a suffix. */
export const isOtherSecurity = ({ symbol }: SymbolEntry): boolean => /-(?:P[A-Z]?|W[ST]?|R[IT]?|U[N]?)$/.test(symbol);

const byPreference = (a: SymbolEntry, b: SymbolEntry): number =>
  listingRank(a) - listingRank(b) ||
  Number(isOtherSecurity(a)) - Number(isOtherSecurity(b)) ||
  Number(mainClasses.has(b.symbol)) - Number(mainClasses.has(a.symbol)) ||
  a.symbol.length - b.symbol.length ||
  (a.symbol < b.symbol ? -1 : 1);

/** Returns the share class that the symbol field names, else the issuer's main class; null when no symbol of the issuer is active. */
export function resolveIssuer({ cik, symbol }: RawForm4['issuer'], directory: IssuerDirectory): SymbolEntry | null {
  const named = tickersIn(symbol);
  const listed = directory.byCik(cik).flatMap((entry) => directory.activeFor(entry.symbol) ?? []);
  const ofIssuer = named.flatMap((ticker) => listed.find((entry) => entry.symbol === ticker) ?? [])[0] ?? listed.toSorted(byPreference)[0];
  if (ofIssuer) return ofIssuer;
  for (const ticker of named) {
    const entry = directory.activeFor(ticker);
    // A symbol of another CIK or of a cryptocurrency is a filer's error or was reassigned.
    if (entry && entry.asset_type !== 'Crypto' && (entry.cik === null || entry.cik === cik)) return entry;
  }
  return null;
}
