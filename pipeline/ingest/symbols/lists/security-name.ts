/**
 * Parses the name of a security as an exchange lists it: the issuer's name, and a key that finds the same security under another ticker.
 */

/** Matches where the company's name ends: `NVIDIA Corporation - Common Stock`, `Agilent Technologies, Inc. Common Stock`. */
const security =
  /\s-\s|\b(?:Class [A-Z]\b|Series [A-Z]\b|Common (?:Stock|Shares?|Units?)|Ordinary Shares?|American Depositary|Depositary (?:Shares?|Receipts?)|ADSs?\b|ADRs?\b|Units?\b|Warrants?\b|Rights?\b|Subordinate Voting|Limited Voting|Voting (?:Shares|Stock)|Registered Shares|New York Registry|\d[\d.]{0,20}%)/i;

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
