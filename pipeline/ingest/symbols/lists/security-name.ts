/**
 * Parses names and tickers as exchanges and vendors write them: the issuer's name of a security, a key that finds the same security under
 * another ticker, and the directory's spelling of a ticker, which is SEC's: a class or series follows a dash.
 */
/** Matches where the company's name ends: `NVIDIA Corporation - Common Stock`, `Agilent Technologies, Inc. Common Stock`. */
const security =
  /\s-\s|\b(?:Class [A-Z]\b|Series [A-Z]\b|Common (?:Stock|Shares?|Units?)|Ordinary Shares?|American Depositary|Depositary (?:Shares?|Receipts?)|ADSs?\b|ADRs?\b|Units?\b|Warrants?\b|Rights?\b|Subordinate Voting|Limited Voting|Voting (?:Shares|Stock)|Registered Shares|New York Registry|\d[\d.]{0,20}%)/i;

/** Returns the issuer's name in the name of a security. */
export function companyOf(name: string): string {
  const at = name.search(security);
  const company = (at === -1 ? name : name.slice(0, at)).trim().replace(/,$/, '').trim();
  return company === '' ? name.trim() : company;
}

/** Returns a key that is equal for two spellings of one name. */
export const securityKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9%./]+/g, ' ')
    .trim();

/** Legal forms, and the SEC's marks for namesakes. */
const forms = new Set(
  'inc incorporated corp corporation co company companies ltd limited plc sa ag nv se ab lp llc the holdings holding group new de md nv trust'.split(
    ' ',
  ),
);

/** Returns a company's name without its legal form: equal for `BlackRock, Inc.` and `BlackRock Inc`. */
export function companyKey(name: string): string {
  const words = companyOf(name)
    .toLowerCase()
    .replace(/[/\\][a-z .]{2,15}[/\\]?\s*$/, '')
    .replace(/[.']/g, '')
    .split(/[^a-z0-9&]+/)
    .filter((word) => word !== '');
  const core = words.filter((word) => !forms.has(word));
  return (core.length > 0 ? core : words).join(' ');
}

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
