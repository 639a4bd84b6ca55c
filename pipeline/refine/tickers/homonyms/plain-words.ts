/** Classifies the words of names: common words, persons, places, kinds of business. */
import { commonPerMillion, isCommonWord } from '../../text/common-words.ts';
import { readList } from '../data/read-list.ts';
import { acronyms, nounsToo, peopleAndPlaces, wordsToo } from './homonyms.ts';
import { wordSet } from '../../text/word-set.ts';

const SOFT = readList('business-words');

/** Whether a word has a meaning besides the company: it is not evidence of the company by itself. */
export const isPlain = (word: string): boolean =>
  word.length < 3 ||
  /^\d+[a-z]{0,2}$|^q[1-4]$/.test(word) ||
  isCommonWord(word) ||
  isInflected(word) ||
  nounsToo.has(word) ||
  peopleAndPlaces.has(word);

/** Whether a word is plain, or has another meaning by the lists: alone it needs evidence beside it. */
export const isAmbiguous = (word: string): boolean => isPlain(word) || wordsToo.has(word) || acronyms.has(word.toUpperCase());

const HOPELESS_PER_MILLION = 250;
/** Whether a word at the end of a name gives a kind of business: `Healthcare`, `Gold`. */
export const isBusiness = (word: string): boolean => SOFT.has(word);

/** Whether a word gives a kind of business, or is the form `holding` or `holdings`, which several companies share. */
export const saysBusiness = (word: string): boolean => SOFT.has(word) || word === 'holding' || word === 'holdings';

const FIELDS = wordSet('crypto blockchain bitcoin cannabis biotech fintech');

/** Whether the word names no company even with evidence beside it: `On Holding`, `Q2 Holdings`, `Bancorp, Inc.`. */
export const isHopeless = (word: string): boolean =>
  word.length < 2 ||
  SOFT.has(word) ||
  FIELDS.has(word) ||
  /^\d+$/.test(word) ||
  /^(?:q[1-4]|[a-z])$/.test(word) ||
  commonPerMillion(word) > HOPELESS_PER_MILLION;

const SELDOM_PER_MILLION = 40;
/** Whether a word is rare and neither a person nor a place: after a colon it may be a company's name. */
export const isSeldom = (word: string): boolean => !peopleAndPlaces.has(word) && commonPerMillion(word) < SELDOM_PER_MILLION;

/** Whether a word is a form of a common word: `caring`, `rangers`. */
const isInflected = (word: string): boolean =>
  ['s', 'es', 'ed', 'd', 'er', 'ers', 'ing', 'ly'].some(
    (ending) =>
      word.endsWith(ending) &&
      (isCommonWord(word.slice(0, -ending.length)) || (/^[ei]/.test(ending) && isCommonWord(`${word.slice(0, -ending.length)}e`))),
  );

/** Returns whether a name is too general to refer to one company. */
export function isTooGeneral(name: readonly string[]): boolean {
  const [first, second] = name;
  if (name.length === 1) return isPlain(first ?? '') || (first ?? '').length < 4;
  if (name.length === 2) return peopleAndPlaces.has(first ?? '') && (SOFT.has(second ?? '') || isPlain(second ?? ''));
  return false;
}
