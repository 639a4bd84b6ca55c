/**
 * Derives which of an issuer's securities a ticker is from its other tickers: the common shares, a class of them, warrants, units, rights,
 * preferred shares of a series. This finds the successor of each when several are renamed at once.
 */

export interface ShareClass {
  readonly kind: 'common' | 'warrant' | 'unit' | 'right' | 'preferred' | 'other';
  /** Letter of a class or series; '' without one. */
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
  // Letters over the counter: a foreign company's own shares, its depositary receipts, one in bankruptcy, one after a split.
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

/** The fifth letter alone states the kind, whether or not the common shares are listed too (Nasdaq, fifth character identifiers). */
const hasFifthLetter = /^[A-Z]{5}$/;

/** Returns the class of a ticker. `beside`: all tickers of the issuer at the time. */
export function shareClassOf(ticker: string, beside: readonly string[]): ShareClass {
  const [root = '', dashed] = ticker.split('-');
  if (dashed !== undefined) return classOf(`-${dashed}`);
  const base = beside
    .filter((other) => other !== root && other.length >= 2 && root.startsWith(other) && root.length - other.length <= 2)
    .sort((a, b) => b.length - a.length)[0];
  if (base !== undefined) return classOf(root.slice(base.length));
  const others = beside.filter((other) => other !== root);
  // `SLMWF` next to `SLAMF`: warrants of a foreign company over the counter.
  if (/^[A-Z]{3}[WUR]F$/.test(root) && others.some((other) => other.slice(0, 2) === root.slice(0, 2))) return classOf(root.charAt(3));
  const isOneOfClasses = root.length >= 4 && others.some((other) => other.length === root.length && other.slice(0, -1) === root.slice(0, -1));
  return isOneOfClasses || hasFifthLetter.test(root) ? classOf(root.slice(-1)) : classOf('');
}
