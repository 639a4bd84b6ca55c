/**
 * Converts tickers as exchanges and vendors spell them to the directory's spelling, SEC's: a class or series behind a
 * dash.
 */

/**
 * `BAC$B` (ACT), `BACpB` (CQS), `BAC^B` (Nasdaq's screener): preferred shares of series B, `BAC-PB`; without a series `ETI-P`.
 * `.W`, `.WS`, `+`: warrants, `-WT`; `.U`, `=`: units, `-UN`; `.R`, `^R` of rights: `-RI`. A class stands behind a dot or a slash.
 */
const marks: readonly (readonly [pattern: RegExp, spelled: string])[] = [
  [/[$^]([A-Z]?)$/, '-P$1'],
  [/(?<=[A-Z])p([A-Z]?)$/, '-P$1'],
  [/(?:[./ ]W[ST]?|\+)([A-Z]?)$/, '-WT$1'],
  [/(?:[./ ]UN?|=)$/, '-UN'],
  [/[./ ]R[IT]?$/, '-RI'],
];

/** As the exchanges' own files spell them; a small `p` is a mark there, and other letters are capitals. */
export function spellListed(ticker: string): string {
  const trimmed = ticker.trim();
  for (const [pattern, spelled] of marks) if (pattern.test(trimmed)) return trimmed.replace(pattern, spelled).toUpperCase();
  return normaliseTicker(trimmed);
}

/** SEC writes `BRK-B`; others `BRK.B`, `BRK/B`, `BRK B`. A dot is kept for foreign exchanges, which these lists have none of. */
export const normaliseTicker = (ticker: string): string =>
  ticker
    .trim()
    .toUpperCase()
    .replace(/[./ ]+/g, '-');
