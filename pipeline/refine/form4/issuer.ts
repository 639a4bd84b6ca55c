/**
 * Finds the ticker of a Form 4's issuer in the current symbol directory. The CIK decides first, because the symbol field is
 * free text: `NYSE:GLS`, `(SIRI)`, `AMC/APE`, `WLY, WLYB`, `BRK.B`, `NONE`.
 */
import type { RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { mainClasses } from '../tickers/names/brands.ts';
import { listingRank } from '../tickers/find/alias-resolution.ts';
import type { Directory } from '../tickers/names/directory.ts';

export type IssuerDirectory = Pick<Directory, 'activeFor' | 'byCik'>;

/** Returns the tickers that the field may mean, the whole before its parts, in the directory's spelling. */
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

/** Whether it is a preferred share, warrant, right or unit: these have the common share's symbol with a suffix. */
export const isOtherSecurity = ({ symbol }: SymbolEntry): boolean => /-(?:P[A-Z]?|W[ST]?|R[IT]?|U[N]?)$/.test(symbol);

const byStanding = (a: SymbolEntry, b: SymbolEntry): number =>
  listingRank(a) - listingRank(b) ||
  Number(isOtherSecurity(a)) - Number(isOtherSecurity(b)) ||
  Number(mainClasses.has(b.symbol)) - Number(mainClasses.has(a.symbol)) ||
  a.symbol.length - b.symbol.length ||
  (a.symbol < b.symbol ? -1 : 1);

/** Returns the class that the form's symbol names, else the issuer's main one; null when no symbol of the issuer is active. */
export function resolveIssuer({ cik, symbol }: RawForm4['issuer'], directory: IssuerDirectory): SymbolEntry | null {
  const named = tickersIn(symbol);
  const listed = directory.byCik(cik).flatMap((entry) => directory.activeFor(entry.symbol) ?? []);
  const ofIssuer =
    listed.find((entry) => named[0] === entry.symbol) ?? named.flatMap((ticker) => listed.find((entry) => entry.symbol === ticker) ?? [])[0];
  if (ofIssuer) return ofIssuer;
  const main = listed.toSorted(byStanding)[0];
  if (main) return main;
  for (const ticker of named) {
    const entry = directory.activeFor(ticker);
    // A symbol that belongs to another filer or to a coin is an error, or was reassigned.
    if (entry && entry.asset_type !== 'Crypto' && (entry.cik === null || entry.cik === cik)) return entry;
  }
  return null;
}
