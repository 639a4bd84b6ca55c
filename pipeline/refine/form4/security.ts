/** Decides from a security's title whether it is a share of the company, and not a note, preferred stock, a unit or a warrant. */

const share =
  /\b(?:common(?! units?\b)|ordinary|american deposit[ao]ry|ADSs?|ADRs?|beneficial interests?|(?:subordinate|multiple|limited) voting)\b/i;
const otherSecurity =
  /\b(?:notes?|debentures?|bonds?|debt|loans?|preferred|preference|deposit[ao]ry (?:shares?|receipts?)|warrants?|rights?|options?|units?|interests?|certificates?)\b/i;

const placeOf = (pattern: RegExp, title: string): number => pattern.exec(title)?.index ?? Infinity;

/** Returns whether the title names a share first: `Common Stock with Rights` does, `Notes convertible into Common Stock` does not. */
export const isShare = (title: string): boolean => placeOf(otherSecurity, title) >= placeOf(share, title);

/** Returns the title without its par value: `Common Stock, par value $0.01 per share` -> `Common Stock`. */
export const shortTitle = (title: string): string =>
  title
    .replace(/[,;]?(?<!\s)\s*\(?(?:\$[\s\d./]*)?par value[^]*$/i, '')
    .replace(/[,;]?(?<!\s)\s*\$[\s\d./]*[\d. /]$/, '')
    .trim() || title;
