/** Derives the share class of a ticker from the other tickers of its issuer, to match tickers that are renamed together. */

export interface ShareClass {
  readonly kind: 'common' | 'warrant' | 'unit' | 'right' | 'preferred' | 'other';
  readonly series: string;
}

const suffixes: readonly (readonly [pattern: RegExp, kind: ShareClass['kind']])[] = [
  [/^-?W[STW]?([A-Z]?)$/, 'warrant'],
  [/^[A-Z]W()$/, 'warrant'],
  [/^-?UN?()$/, 'unit'],
  [/^-?R[IT]?()$/, 'right'],
  [/^-P([A-Z]?)$/, 'preferred'],
  [/^P()$/, 'preferred'],
  [/^-?([ABCKV])$/, 'common'],
  // Letters of tickers over the counter: shares of a foreign company, depositary receipts, in bankruptcy, after a split.
  [/^([FYQDE])$/, 'common'],
];

function classOf(suffix: string): ShareClass {
  if (suffix === '') return { kind: 'common', series: '' };
  for (const [pattern, kind] of suffixes) {
    const match = pattern.exec(suffix);
    if (match) return { kind, series: match[1] ?? '' };
  }
  return { kind: 'other', series: suffix };
}

/** Matches a ticker of five letters, the last of which states the kind (Nasdaq, fifth character identifiers). */
const hasFifthLetter = /^[A-Z]{5}$/;

/** Returns the share class of a ticker. `beside` has all tickers of the issuer at the time. */
export function shareClassOf(ticker: string, beside: readonly string[]): ShareClass {
  const [root = '', dashed] = ticker.split('-');
  if (dashed !== undefined) return classOf(`-${dashed}`);
  const base = beside
    .filter((other) => other !== root && other.length >= 2 && root.startsWith(other) && root.length - other.length <= 2)
    .sort((a, b) => b.length - a.length)[0];
  if (base !== undefined) return classOf(root.slice(base.length));
  const others = beside.filter((other) => other !== root);
  // `SLMWF` next to `SLAMF` is a warrant of a foreign company, traded over the counter.
  if (/^[A-Z]{3}[WUR]F$/.test(root) && others.some((other) => other.slice(0, 2) === root.slice(0, 2))) return classOf(root.charAt(3));
  const isOneOfClasses = root.length >= 4 && others.some((other) => other.length === root.length && other.slice(0, -1) === root.slice(0, -1));
  return isOneOfClasses || hasFifthLetter.test(root) ? classOf(root.slice(-1)) : classOf('');
}
