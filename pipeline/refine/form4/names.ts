/**
 * Names of people, companies and offices as filed, to the same names as a reader expects them written. The
 * order of a person's name stays as EDGAR keeps it, surname first: where a surname of several words ends
 * cannot be told from the name alone. Names that are not all capitals stay as filed.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Written in capitals whatever stands around them. */
const initials = words(
  'LLC LLP LP LLLP PLC AG SA NV SE AB ASA NA USA US UK EU II III IV VI VII VIII IX XI XII ETF REIT CEO CFO COO CTO CIO CMO CLO CAO CRO CSO CPO CHRO CVP EVP SVP SEVP GEVP AVP VP GC HR IT MD GM R&D M&A CIB SCF GP BDC SPAC IBM AMC BRF BTOA HRT PGIM SVF SB RCG SG BPC GV AAR NMI CBRE TD NRG MSC KKR IAC BWX',
);
/** `INC`, `CORP` and the like have vowels or none; either way they are words. */
const shortWords = words(
  'INC CORP CO LTD CTD PTE PTY BANC MTG MGMT FIN SVC SVCS INTL NATL MFG PHARM TR FD DR MR MRS MS JR SR ST MT SEC TECH CORP DEV PRES SEN DIR EXEC OFF COMM ADMIN OPS INV',
);
const lowerWords = words('AND OF THE FOR IN ON AT BY TO DE DEL LA VAN VON DER DEN DA DI DU');
const lowerInOffices = words('AND OF THE FOR IN ON AT BY TO');

/** Well-known names that no rule would spell. */
const spelled: ReadonlyMap<string, string> = new Map(
  [
    'JPMorgan',
    'NVIDIA',
    'PIMCO',
    'KeyCorp',
    'BlackRock',
    'PayPal',
    'eBay',
    'FedEx',
    'AbbVie',
    'iShares',
    'ProShares',
    'MercadoLibre',
    'ZipRecruiter',
    'BancFirst',
    'SoftBank',
    'MidOcean',
  ].map((name) => [name.toUpperCase(), name]),
);

const isAllCapitals = (text: string): boolean => /[A-Z]/.test(text) && !/[a-z]/.test(text);

/** `MCDONALD` is McDonald and `O'BRIEN` O'Brien; `MACY` may be either, so Mac is left alone. */
const capitalise = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-'’.(/&])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/'S\b/g, "'s")
    .replace(/^Mc(\p{L})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`);

function writeWord(word: string, isFirst: boolean, lower: ReadonlySet<string>): string {
  const bare = word.replace(/^[(]+|(?<![.,;:)])[.,;:)]+$/g, '');
  const known = spelled.get(bare);
  if (known !== undefined) return word.replace(bare, known);
  if (initials.has(bare) || /^(?:[A-Z]\.)+[A-Z]?\.?$/.test(bare) || /\d/.test(bare)) return word;
  if (!isFirst && lower.has(bare)) return word.toLowerCase();
  // No vowel: initials (`TTM`), unless it is a known short form (`LTD`).
  if (/^[B-DF-HJ-NP-TV-XZ&]{2,5}$/.test(bare) && !shortWords.has(bare)) return word;
  return capitalise(word);
}

const write = (text: string, lower: ReadonlySet<string>): string =>
  text
    .split(' ')
    .map((word, index) => writeWord(word, index === 0, lower))
    .join(' ');

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** `CHAVARRIA CARLA C` is Chavarria Carla C. */
export function personName(filed: string): string {
  const name = collapse(filed);
  return isAllCapitals(name) ? write(name, words('ET AL')) : name;
}

/** EDGAR appends a state or country to tell namesakes apart: `BANK OF AMERICA CORP /DE/`, `US BANCORP \DE\`. */
const namesakeMark = /(?<!\s)\s*[/\\][A-Z .]{2,15}[/\\]?\s*$/;

/** A word that is the company's own symbol keeps its capitals, up to three letters: `AMC ENTERTAINMENT`. */
export function companyName(filed: string, symbol = ''): string {
  const cut = collapse(filed.replace(namesakeMark, ''));
  const name = cut === '' ? collapse(filed) : cut;
  if (!isAllCapitals(name)) return name;
  return name
    .split(' ')
    .map((word, index) => (word === symbol && symbol.length <= 3 && symbol.length > 1 ? word : writeWord(word, index === 0, lowerWords)))
    .join(' ');
}

export function officeTitle(filed: string): string {
  const title = collapse(filed);
  return isAllCapitals(title) ? write(title, lowerInOffices) : title;
}

/** Initials that headlines write, and names do not. */
const headlineInitials = words(
  'IPO FDA EMA EPS EBITDA GAAP NYSE SEC NASA AI API ESG ADS ADR LNG LED OLED COVID COVID-19 EPA DOE DOJ FTC FCC IRS USDA FERC NATO OPEC ECB IT TV USD EUR RMB FY FFO AFFO NAV RFP OEM SAAS',
);
const lowerInHeadlines = words('A AN AND AS AT BY FOR FROM IN OF ON OR THE TO WITH');

/** A headline in capitals, in the letters of one: `ACME REPORTS 2-FOR-1 SPLIT` is Acme Reports 2-for-1 Split. */
export function headlineCase(text: string): string {
  return text
    .split(' ')
    .map((word, index) => {
      const bare = word.replace(/^[("“‘]+|(?<![.,;:)"”’])[.,;:)"”’]+$/g, '');
      if (/^\d+-FOR-\d+$/.test(bare)) return word.toLowerCase();
      if (headlineInitials.has(bare) || /[a-z]/.test(word)) return word;
      return writeWord(word, index === 0, lowerInHeadlines);
    })
    .join(' ');
}

const legalForm =
  /\b(?:INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|LLC|L\.L\.C|LP|L\.P|LLP|LTD|LIMITED|PLC|AG|S\.?A|N\.?V|TRUST|FUNDS?|PARTNERS|PARTNERSHIP|HOLDINGS?|GROUP|CAPITAL|VENTURES|MANAGEMENT|ADVISORS|ADVISERS|BANK|FOUNDATION|ASSOCIATES|INVESTMENTS?|ESTATE)\b\.?/i;

/** Whether a reporting owner is a company, fund or trust and no person. */
export const isOrganization = (filed: string): boolean => legalForm.test(filed);

export const ownerName = (filed: string): string => (isOrganization(filed) ? companyName(filed) : personName(filed));
