/**
 * Converts tickers from the spellings of exchanges and vendors to the directory's spelling, which is SEC's: a class or series follows a
 * dash.
 */

/**
 * `BAC$B` (ACT), `BACpB` (CQS), `BAC^B` (Nasdaq's screener): preferred shares of series B, `BAC-PB`; without a series `ETI-P`. `.W`, `.WS`,
 * `+`: warrants, `-WT`; `.U`, `=`: units, `-UN`; `.R`, `^R` of rights: `-RI`. A class follows a dot or a slash.
 */
const marks: readonly (readonly [pattern: RegExp, spelled: string])[] = [
  [/[$^]([A-Z]?)$/, '-P$1'],
  [/(?<=[A-Z])p([A-Z]?)$/, '-P$1'],
  [/(?:[./ ]W[ST]?|\+)([A-Z]?)$/, '-WT$1'],
  [/(?:[./ ]UN?|=)$/, '-UN'],
  [/[./ ]R[IT]?$/, '-RI'],
];

/** Converts the spelling of the exchanges' own files; a small `p` is a mark there, all other letters are capitals. */
export function spellListed(ticker: string): string {
  const trimmed = ticker.trim();
  for (const [pattern, spelled] of marks) if (pattern.test(trimmed)) return trimmed.replace(pattern, spelled).toUpperCase();
  return normaliseTicker(trimmed);
}

/** Converts `BRK.B`, `BRK/B`, `BRK B` to SEC's `BRK-B`. A dot stays for foreign exchanges, which these lists do not contain. */
export const normaliseTicker = (ticker: string): string =>
  ticker
    .trim()
    .toUpperCase()
    .replace(/[./ ]+/g, '-');
