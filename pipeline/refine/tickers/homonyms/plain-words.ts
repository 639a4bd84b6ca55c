/** What a word of a name is besides: a common word, a person, a place, a kind of business. */
import { commonPerMillion, isCommonWord } from '../../text/common-words.ts';
import { acronyms } from '../find/acronyms.ts';
import { readList } from '../data/read-list.ts';
import { nounsToo, peopleAndPlaces, wordsToo } from './homonyms.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const SOFT = readList('business-words');

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
