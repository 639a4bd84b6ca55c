/**
 * Finds the holders that a form names, in the column on the nature of ownership and in footnotes. A holder has one hash for all spellings:
 * `SMITH JOHN A` and `John A. Smith`, `Example Fund, L.P.` and `EXAMPLE FUND LP`.
 */
import { digestOf } from '#schemas/identity.ts';
import type { Form4Transaction } from '#schemas/raw.ts';
import { wordSet } from '../text/word-set.ts';

const holdersMax = 12;
const nameCharactersMax = 120;

const organization =
  /(?<![\w&'’-])(?:[A-Z][\w&'’-]{0,40} |(?:of|and|the|for|&|[-–—]|\([A-Z]{1,4}\)) ){0,9}[A-Z][\w&'’-]{0,40},? (?:L\.?\s?L\.?\s?C\.?|L\.?\s?L?\.?\s?L?\.?\s?P\.?|Inc\.?|Corp\.?|Ltd\.?|Limited|Partnership|Partners|Trust|Fund|Foundation|Holdings|Company|S\.A\.|N\.V\.|PLC)(?!\w)(?! (?:of|[-–—]|[A-Z]))/g;
/** Matches a person: `Mr. Riley` by surname, `Bryant R. Riley` by both names. */
const person =
  /\b(?:(?:Mr|Ms|Mrs|Dr)\. )((?:[A-Z][a-z'’-]+|[A-Z]\.)(?: (?:[A-Z][a-z'’-]+|[A-Z]\.)){0,3})|\b(?:by|of) ([A-Z][a-z'’-]+(?: [A-Z]\.?)? [A-Z][A-Za-z'’-]+)(?=[\s,.;)'’]|$)/g;
/** `aboutHolding` matches a sentence about who holds shares; `aboutSeller` matches one about who sold or brokered them. */
const aboutHolding =
  /\b(?:held|holds|hold|owned|owns|owner|holder|member|manager|managed|general partner|partner of|advis[eo]r|trustee|controls?|controlled|beneficial|pecuniary|voting|dispositive|sole|directly|disclaims)\b/i;
const aboutSeller =
  /\b(?:underwrit\w+|brokers?|placement agents?|sold (?:by|to)|purchased from|bought from|acquired from|power of attorney|attorney-in-fact|tender|undertakes?|upon request|commission|agreement)\b/i;
const byWords = /^\W*(?:(?:shares?|securities|held|owned|directly|indirectly) )*(?:by|through|via|held in|in)\b\s*(?:the )?/i;
/** Words that alone identify no holder: `By 401(k) Plan`, `Family Trust`, `By LLC`. */
const generic = wordSet(
  'THE A AN BY THROUGH OF AND FOR SEE FOOTNOTE FOOTNOTES NOTE NOTES FAMILY TRUST TRUSTS REVOCABLE IRREVOCABLE LIVING LLC LP LLP INC CORP CORPORATION LTD LIMITED COMPANY CO PARTNERSHIP PARTNERS PARTNER PLAN SPOUSE WIFE HUSBAND SON DAUGHTER CHILD CHILDREN IRA ROTH ACCOUNT CUSTODIAN JOINT TENANT FUND FUNDS HOLDINGS CAPITAL FOUNDATION ISSUER REPORTING PERSON PERSONS GENERAL MANAGER MANAGEMENT INDIRECT DIRECT LIABILITY STOCK COMMON PREFERRED SHARES CLASS SERIES DEPOSITARY OFFICER CHIEF EXECUTIVE DIRECTOR BOARD ACT EXCHANGE SECURITIES COMPENSATION COMMITTEE EQUITY INCENTIVE',
);
/** Words for kinds of accounts. They can also begin the name of a family of funds: `Benefit Street Partners`. */
const accountWords = wordSet(
  'ESOP ESPP RABBI DEFERRED SAVINGS PROFIT SHARING RETIREMENT PENSION BENEFIT EMPLOYEE ROLLOVER SEP SELF DIRECTED SPOUSAL MINOR GRAT GRANTOR RETAINED ANNUITY UTMA UGMA TRUSTEE',
);
/** Words that are ignored in names: articles, titles and generations. */
const ignored = wordSet('THE AND OF JR SR MR MRS MS DR ESQ');

const wordsOf = (name: string): string[] =>
  name
    .toUpperCase()
    .replace(/(?<=\b[A-Z])\.\s?(?=[A-Z]\b)/g, '')
    .replace(/['’.]/g, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '' && !ignored.has(word));

/** Returns whether a name identifies a holder: `Spouse's IRA` does not. */
const identifiesHolder = (name: string): boolean =>
  wordsOf(name.replaceAll(/['’]s\b/gi, '')).some((word) => word.length > 1 && !/^\d/.test(word) && !generic.has(word) && !accountWords.has(word));

/** Returns the words of a name in capitals, without initials. */
export const partyWords = (name: string): string[] => wordsOf(name).filter((word) => word.length > 1);

/** Returns a hash that is equal for all spellings of a name: surname first or last, with or without initials. */
export const partyHash = (name: string): string => digestOf(partyWords(name).toSorted().join(' ')).slice(0, 8);

/** Returns the first two words of a name of three or more, which the funds of one family share, or null when they do not identify one. */
export function familyOf(name: string): string | null {
  const [first = '', second = '', third] = partyWords(name);
  return third === undefined || generic.has(first) || generic.has(second) || first.length < 3 ? null : `${first} ${second}`;
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[a-z)”"]{2}[.;])\s+(?=[A-Z(])/);

/** Returns the names of the holders that these rows state, as the form writes them. The issuer is left out. */
export function holdersOf(tranches: readonly Pick<Form4Transaction, 'nature_of_ownership' | 'footnotes'>[], issuerName: string): string[] {
  const found = new Map<string, string>();
  const issuer = partyHash(issuerName);
  const add = (name: string): void => {
    const plain = name.replace(/\s+/g, ' ').trim().slice(0, nameCharactersMax);
    const hash = partyHash(plain);
    if (identifiesHolder(plain) && hash !== issuer && !found.has(hash) && found.size < holdersMax) found.set(hash, plain);
  };
  for (const { nature_of_ownership: nature } of tranches)
    if (byWords.test(nature)) add(nature.replace(byWords, '').replace(/ ?\(?\bsee (?:foot)?notes?\b.*$/i, ''));
  for (const text of new Set(tranches.flatMap(({ footnotes }) => footnotes)))
    for (const sentence of sentencesOf(text)) {
      if (!aboutHolding.test(sentence) || aboutSeller.test(sentence)) continue;
      for (const [name] of sentence.matchAll(organization))
        add(name.replace(/^(?:(?:of|and|the|for|&|[-–—]|by|represents|reflects|shares?|securities) )+/i, ''));
      for (const [, titled, named] of sentence.replaceAll(organization, ';').matchAll(person)) add(titled ?? named ?? '');
    }
  return [...found.values()];
}
