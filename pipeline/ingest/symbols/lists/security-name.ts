/** Parses names of securities and tickers as exchanges and vendors write them. */
import { wordSet } from '../../../refine/text/word-set.ts';

/** Matches where the name of the company ends: `NVIDIA Corporation - Common Stock`, `Agilent Technologies, Inc. Common Stock`. */
const security =
  /\s-\s|\b(?:Class [A-Z]\b|Series [A-Z]\b|Common (?:Stock|Shares?|Units?)|Ordinary Shares?|American Depositary|Depositary (?:Shares?|Receipts?)|ADSs?\b|ADRs?\b|Units?\b|Warrants?\b|Rights?\b|Subordinate Voting|Limited Voting|Voting (?:Shares|Stock)|Registered Shares|New York Registry|\d[\d.]{0,20}%)/i;

export function companyOf(name: string): string {
  const at = name.search(security);
  const company = (at === -1 ? name : name.slice(0, at)).trim().replace(/,$/, '').trim();
  return company === '' ? name.trim() : company;
}

/** Returns a key that is equal for two spellings of the name of a security. */
export const securityKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9%./]+/g, ' ')
    .trim();

const forms = wordSet(
  'inc incorporated corp corporation co company companies ltd limited plc sa ag nv se ab lp llc the holdings holding group new de md trust',
);

/** Returns a key without the legal form, equal for `BlackRock, Inc.` and `BlackRock Inc`. */
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
 * Marks of share classes and the spelling of the directory. Preferred shares are `BAC$B` (ACT), `BACpB` (CQS) or `BAC^B` (Nasdaq's screener),
 * spelled `BAC-PB`, and without a series `ETI-P`; warrants (`.W`, `.WS`, `+`) `-WT`; units (`.U`, `=`) `-UN`; rights (`.R`) `-RI`.
 */
const marks: readonly (readonly [pattern: RegExp, spelled: string])[] = [
  [/[$^]([A-Z]?)$/, '-P$1'],
  [/(?<=[A-Z])p([A-Z]?)$/, '-P$1'],
  [/(?:[./ ]W[ST]?|\+)([A-Z]?)$/, '-WT$1'],
  [/(?:[./ ]UN?|=)$/, '-UN'],
  [/[./ ]R[IT]?$/, '-RI'],
];

/** Returns the directory's spelling of a ticker in the exchanges' files, where a small `p` is a mark and all other letters are capitals. */
export function spellListed(ticker: string): string {
  const trimmed = ticker.trim();
  for (const [pattern, spelled] of marks) if (pattern.test(trimmed)) return trimmed.replace(pattern, spelled).toUpperCase();
  return normaliseTicker(trimmed);
}

/** Returns `BRK-B` for `BRK.B`, `BRK/B` and `BRK B`. Not for symbols of foreign exchanges, which keep their dot. */
export const normaliseTicker = (ticker: string): string =>
  ticker
    .trim()
    .toUpperCase()
    .replace(/[./ ]+/g, '-');
