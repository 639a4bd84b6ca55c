/** Finds the symbols of a filing's registrants. Of several share classes the one that the cover page names first counts, else the main one. */
import type { RawFiling } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { isOtherSecurity, resolveIssuer, tickersIn, type IssuerDirectory } from '../form4/issuer.ts';

export interface ListedFiler {
  readonly cik: string;
  readonly name: string;
  readonly entry: SymbolEntry;
}

export function listedFilers({ filers, symbols }: RawFiling, directory: IssuerDirectory): ListedFiler[] {
  const named = symbols.flatMap((symbol) => tickersIn(symbol).slice(0, 1));
  const taken = new Set<string>();
  return filers.flatMap(({ cik, name }) => {
    const entry = entryOf(cik, named, directory);
    if (entry === null || taken.has(entry.symbol)) return [];
    taken.add(entry.symbol);
    return [{ cik, name, entry }];
  });
}

/** Returns the registrant's symbol. A cover page also names notes and preferred shares, so ordinary shares come first. */
function entryOf(cik: string, named: readonly string[], directory: IssuerDirectory): SymbolEntry | null {
  const own = named.flatMap((ticker) => directory.byCik(cik).find((entry) => entry.symbol === ticker && entry.status === 'active') ?? []);
  return own.find((entry) => !isOtherSecurity(entry)) ?? resolveIssuer({ cik, name: '', symbol: '' }, directory) ?? own[0] ?? null;
}
