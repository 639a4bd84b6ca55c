/**
 * Writes filed names of people, companies and offices in mixed case, when they are all in capitals. A person's name keeps EDGAR's order,
 * surname first, because nothing shows where a surname of several words ends.
 */
import { wordSet } from '../text/word-set.ts';

const initials = wordSet(
  'LLC LLP LP LLLP PLC AG SA NV SE AB ASA NA USA US UK EU II III IV VI VII VIII IX XI XII ETF REIT CEO CFO COO CTO CIO CMO CLO CAO CRO CSO CPO CHRO CVP EVP SVP SEVP GEVP AVP VP GC HR IT MD GM R&D M&A CIB SCF GP BDC SPAC IBM AMC BRF BTOA HRT PGIM SVF SB RCG SG BPC GV AAR NMI CBRE TD NRG MSC KKR IAC BWX',
);
/** Abbreviations that are written as words, such as `Inc` and `Ltd`, although they look like initials. */
const shortWords = wordSet(
  'INC CORP CO LTD CTD PTE PTY BANC MTG MGMT FIN SVC SVCS INTL NATL MFG PHARM TR FD DR MR MRS MS JR SR ST MT SEC TECH CORP DEV PRES SEN DIR EXEC OFF COMM ADMIN OPS INV',
);
/** Short words of company names; other words of up to three letters are initials: `CVS HEALTH`, `UGI`. */
const companyWords = wordSet(
  'A ACT ADD AGE AID AIM AIR ALL AMP ANN ANT ANY APP ARC ARK ARM ART ASH ASK BAG BAR BAT BAY BED BEE BEL BEN BET BIG BIN BIO BIT BOB BON BOW BOX BOY BUD BUS BUY BY CAB CAL CAN CAP CAR CAT COB COW CUE CUP CUT DAN DAY DEL DEN DOG DON DOT DOW DRY DUE EAR EAT ECO EGG ELI ELK ELM EL END ERA EYE FAN FAR FAT FIN FIT FIX FLY FOG FOX FUN FUR GAP GAS GEL GEM GEN GEO GET GO GOD GOT GUM GUN GUY HAT HEN HIP HIT HOP HOT HUB HUT ICE INK INN ION IVY JAM JAR JET JIM JOB JOE JOY KEN KEY KID KIT LA LAB LAM LAP LAS LAW LEE LEG LEO LES LET LI LOG LOS LOT LOW MAC MAN MAP MAT MAX MAY MED MEN MET MID MIX MOM MUD MUG NEO NET NEW NO NON NOW NUT OAK OAR OIL OLD ONE OPT ORB ORE OUR OUT OWL OWN PAD PAN PAR PAT PAY PEA PEN PER PET PIE PIG PIN PIT POD POP POT PRO PUB RAD RAM RAN RAT RAW RAY RE RED REP RIG RIM RIO RIV ROB ROD ROW RUN SAM SAN SAO SAT SAX SEA SEE SET SIX SKY SO SOL SON SPA SUB SUM SUN TAG TAN TAP TAR TAX TEA TED TEN TIE TIN TIP TOM TON TOP TOY TRI TUB TWO UNI UP USE VAN VAT VIA VOX WAR WAX WAY WEB WEN WET WIN WOK WON YES YOU ZEN ZIP ZOO',
);
const lowerWords = wordSet('AND OF THE FOR IN ON AT BY TO DE DEL LA VAN VON DER DEN DA DI DU');
const lowerInPersons = wordSet('ET AL');
const lowerInOffices = wordSet('AND OF THE FOR IN ON AT BY TO');

const spelled: ReadonlyMap<string, string> = new Map(
  'JPMorgan NVIDIA PIMCO KeyCorp BlackRock PayPal eBay FedEx AbbVie iShares ProShares MercadoLibre ZipRecruiter BancFirst SoftBank MidOcean'
    .split(' ')
    .map((name) => [name.toUpperCase(), name]),
);

const isAllCapitals = (text: string): boolean => /[A-Z]/.test(text) && !/[a-z]/.test(text);

/** Capitalises a word: `MCDONALD` -> `McDonald`, `O'BRIEN` -> `O'Brien`. Mac stays `Mac`, because `MACY` is no Mac name. */
const capitalise = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-'’.(/&])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/(['’])S\b/g, '$1s')
    .replace(/^Mc(\p{L})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`);

const joined = /^[A-Z]{1,2}&[A-Z]{1,2}$/;

function writeWord(word: string, isFirst: boolean, lower: ReadonlySet<string>): string {
  const bare = word.replace(/^[(]+|(?<![.,;:)])[.,;:)]+$/g, '');
  const known = spelled.get(bare);
  if (known !== undefined) return word.replace(bare, known);
  if (/^\d+(?:ST|ND|RD|TH)$/.test(bare)) return word.toLowerCase();
  if (/\d/.test(bare) && /[A-Z]{4}/.test(bare)) return word.replace(/[A-Z]{4,}/g, capitalise);
  if (initials.has(bare) || joined.test(bare) || /^(?:[A-Z]\.)+[A-Z]?\.?$/.test(bare) || /\d/.test(bare)) return word;
  if (!isFirst && lower.has(bare)) return word.toLowerCase();
  if (/^[B-DF-HJ-NP-TV-XZ]{2,4}['’]S$/.test(bare)) return word.replace(/S(?=[^S]*$)/, 's');
  // A word without a vowel is initials (`TTM`), unless it is a known abbreviation (`LTD`).
  if (/^[B-DF-HJ-NP-TV-XZ&]{2,5}$/.test(bare) && !shortWords.has(bare)) return word;
  return capitalise(word);
}

const consonants = '[BCDFGHJKLMNPQRSTVWXZ]';
const leading = new RegExp(`^${consonants}*`);
const trailing = new RegExp(`(?<!${consonants})${consonants}*$`);
/** Consonants with which words begin and end. Others show initials, such as `ASML` and `AGNC`. */
const onset = /^(?:[BCFGPK][LR]|[DT]R|[DTS]W|[CPSTWGRK]H|[KG]N|S[CKLMNPQTV]|S[CPT]R|S[PC]L|S?CHR?|[ST]HR|PHR|PH[LR]|W[RH]|PS|TS|LL|CZ|ZH)?$/;
const coda = new RegExp(
  `^(?:${consonants}|[CGLNRST]H|TCH|RCH|NCH|LCH|GHT|C[KTS]|CKS|CTS|[BDFGKLMNPRST]S|[FKLMNPR]TS|[LNR]DS|[LNR]KS|RMS|RNS|RLS|LLS|NGS|LMS|MPS|[FLNPRSX]T|[LNR]D|[LNRS]K|NG|NGE|L[FMPV]|M[BP]|R[BCFGLMNPV]|R[ST]T|[RL]PH|RLD|R[ST]H|FTH|RTZ|CHS|HN|BT|WS|TTS|SC|WN|WL|WK|SM|SP|([BDFGLNPRSTZ])\\1|GN|TZ|NX|NZ|PH|GG|CE)?$`,
);

function isSayable(word: string): boolean {
  const start = leading.exec(word)?.[0] ?? '';
  const end = trailing.exec(word.slice(start.length))?.[0] ?? '';
  return onset.test(start.length === 1 ? '' : start) && coda.test(end);
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();
const eachWord = (text: string, write: (word: string, isFirst: boolean) => string): string =>
  text
    .split(' ')
    .map((word, index) => write(word, index === 0))
    .join(' ');

function writeCapitals(filed: string, lower: ReadonlySet<string>): string {
  const text = collapse(filed);
  return isAllCapitals(text) ? eachWord(text, (word, isFirst) => writeWord(word, isFirst, lower)) : text;
}

/** Returns a person's name in mixed case: `CHAVARRIA CARLA C` -> `Chavarria Carla C`. */
export const personName = (filed: string): string => writeCapitals(filed, lowerInPersons);

/** Matches the state or country that EDGAR appends to distinguish equal names: `BANK OF AMERICA CORP /DE/`, `US BANCORP \DE\`. */
const namesakeMark = /(?<!\s)\s*[/\\][A-Z .]{2,15}[/\\]?\s*$/;

/** Matches a legal form, which EDGAR may write in lower case after a name in capitals: `CVS HEALTH Corp`. */
const legalWord = /^(?:Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|plc|Plc|Lp|Llc|Trust|Holdings?|Group)[.,]*$/;

/** Returns whether EDGAR changed the name to capitals. A single word in capitals before a legal form is the company's own spelling: `NIKE, Inc.` */
function isWrittenInCapitals(name: string): boolean {
  const own = name.split(' ').filter((word) => !legalWord.test(word) && /[A-Za-z]{2}/.test(word));
  return isAllCapitals(name) || (own.length > 1 && own.every((word) => !/[a-z]/.test(word)));
}

function writeCompanyWord(word: string, isFirst: boolean): string {
  if (/[a-z]/.test(word)) return word;
  const bare = word.replace(/[^A-Z]/g, '');
  const isLower = !isFirst && lowerWords.has(bare);
  const isInitials = bare.length > 1 && bare === word.replace(/(?<![.,])[.,]+$/, '') && !shortWords.has(bare) && !isLower;
  if (isInitials && (bare.length <= 3 ? !companyWords.has(bare) : bare.length <= 5 && !isSayable(bare))) return word;
  return writeWord(word, isFirst, lowerWords);
}

/** Matches the end of a domain that EDGAR writes as a word: `AMAZON COM INC`. */
const site = /(?<=[A-Z]{3}) COM(?=[ ,]|$)/;

/** Returns a company's name in mixed case. Unusual short words, and words of 4 or 5 letters that cannot be pronounced, are initials. */
export function companyName(filed: string): string {
  const cut = collapse(filed.replace(namesakeMark, ''));
  const name = cut === '' ? collapse(filed) : cut;
  if (!isWrittenInCapitals(name)) return name;
  return eachWord(name.replace(site, '.COM'), writeCompanyWord).replaceAll('.Com', '.com');
}

export const officeTitle = (filed: string): string => writeCapitals(filed, lowerInOffices);

const headlineInitials = wordSet(
  'IPO FDA EMA EPS EBITDA GAAP NYSE SEC NASA AI API ESG ADS ADR LNG LED OLED COVID COVID-19 EPA DOE DOJ FTC FCC IRS USDA FERC NATO OPEC ECB IT TV USD EUR RMB FY FFO AFFO NAV RFP OEM SAAS',
);
const lowerInHeadlines = wordSet('A AN AND AS AT BY FOR FROM IN OF ON OR THE TO WITH');

/** Returns a headline in title case: `ACME REPORTS 2-FOR-1 SPLIT` -> `Acme Reports 2-for-1 Split`. */
export const headlineCase = (text: string): string =>
  eachWord(text, (word, isFirst) => {
    const bare = word.replace(/^[("“‘]+|(?<![.,;:)"”’])[.,;:)"”’]+$/g, '');
    if (/^\d+-FOR-\d+$/.test(bare)) return word.toLowerCase();
    if (headlineInitials.has(bare) || /[a-z]/.test(word)) return word;
    return writeWord(word, isFirst, lowerInHeadlines);
  });

export const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const legalForm =
  /\b(?:INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|LLC|L\.L\.C|LP|L\.P|LLP|LTD|LIMITED|PLC|AG|S\.?A|N\.?V|TRUST|FUNDS?|PARTNERS|PARTNERSHIP|HOLDINGS?|GROUP|CAPITAL|VENTURES|MANAGEMENT|ADVISORS|ADVISERS|BANK|FOUNDATION|ASSOCIATES|INVESTMENTS?|ESTATE)\b\.?/i;

export const isOrganization = (filed: string): boolean => legalForm.test(filed);

export const ownerName = (filed: string): string => (isOrganization(filed) ? companyName(filed) : personName(filed));
