/** What a word of a name is besides: a common word, a person, a place, a kind of business. */
import { commonPerMillion, isCommonWord } from '../../text/common-words.ts';
import { acronyms } from '../find/acronyms.ts';
import { nounsToo, peopleAndPlaces, wordsToo } from './homonyms.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// prettier-ignore
const SOFT = words(
  `trust technologies technology tech international intl industries industrial industrials enterprises enterprise pharmaceuticals pharmaceutical pharma therapeutics biotherapeutics biosciences bioscience biopharma biopharmaceuticals biologics biotech biotechnology sciences science scientific laboratories laboratory labs
systems system solutions software networks network semiconductor semiconductors devices instruments electronics electric energy power resources petroleum oil gas exploration drilling pipeline partners midstream utilities water financial finance bancorp bancorporation bancshares bankshares bank banking banks insurance assurance reinsurance capital investment investments investors asset management
properties property realty reit residential communities hotels resorts brands stores restaurants motors motor automotive airlines airways air aerospace aviation foods food beverage beverages entertainment media interactive digital communications platforms healthcare health medical global worldwide cruises cruise lines line materials chemical chemicals mining mines gold silver metals minerals lithium uranium royalty steel
acquisition usa america american us com services service products laboratories outfitters apparel clothing logistics transportation transport trucking freight shipping marine tankers maritime education learning gaming games casinos sportswear toys furniture homes home building builders infrastructure construction engineering environmental waste security securities data analytics cloud cyber mobile wireless telecom telecommunications cable broadcasting publishing`.replaceAll('\n', ' '),
);

/** A word that means something beside the company: no evidence of it by itself. */
export const isPlain = (word: string): boolean =>
  word.length < 3 ||
  /^\d+[a-z]{0,2}$|^q[1-4]$/.test(word) ||
  isCommonWord(word) ||
  isInflected(word) ||
  nounsToo.has(word) ||
  peopleAndPlaces.has(word);

/** Plain, or a word too: alone it needs evidence beside it. */
export const isAmbiguous = (word: string): boolean => isPlain(word) || wordsToo.has(word) || acronyms.has(word.toUpperCase());

const HOPELESS_PER_MILLION = 250;
/** What kind of business a name's last words give: `Healthcare`, `Gold`. */
export const isBusiness = (word: string): boolean => SOFT.has(word);

/** The same, or a legal form of several companies. */
export const saysBusiness = (word: string): boolean => SOFT.has(word) || word === 'holding' || word === 'holdings';

const FIELDS = words('crypto blockchain bitcoin cannabis biotech fintech');

/** `On Holding`, `Q2 Holdings`, `Bancorp, Inc.`: no evidence would make a name of such a word. */
export const isHopeless = (word: string): boolean =>
  word.length < 2 ||
  SOFT.has(word) ||
  FIELDS.has(word) ||
  /^\d+$/.test(word) ||
  /^(?:q[1-4]|[a-z])$/.test(word) ||
  commonPerMillion(word) > HOPELESS_PER_MILLION;

const SELDOM_PER_MILLION = 40;
/** A word that is no person's, no place's, and not said much: after a colon it may be a company's. */
export const isSeldom = (word: string): boolean => !peopleAndPlaces.has(word) && commonPerMillion(word) < SELDOM_PER_MILLION;

/** A form of a common word: `caring`, `rangers`. */
const isInflected = (word: string): boolean =>
  ['s', 'es', 'ed', 'd', 'er', 'ers', 'ing', 'ly'].some(
    (ending) =>
      word.endsWith(ending) &&
      (isCommonWord(word.slice(0, -ending.length)) || (/^[ei]/.test(ending) && isCommonWord(`${word.slice(0, -ending.length)}e`))),
  );

export function isTooGeneral(name: readonly string[]): boolean {
  const [first, second] = name;
  if (name.length === 1) return isPlain(first ?? '') || (first ?? '').length < 4;
  if (name.length === 2) return peopleAndPlaces.has(first ?? '') && (SOFT.has(second ?? '') || isPlain(second ?? ''));
  return false;
}
