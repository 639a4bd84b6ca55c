/** Classifies words of names: common words, persons, places, kinds of business. */
import { commonPerMillion, isCommonWord } from '../../text/common-words.ts';
import { readList } from '../data/read-list.ts';
import { acronyms, rareNouns, peopleAndPlaces, ambiguousWords } from './homonyms.ts';
import { wordSet } from '../../text/word-set.ts';

const SOFT = readList('business-words');

/** Returns whether a word has another meaning, so that it is no evidence of the company. */
export const isPlain = (word: string): boolean =>
  word.length < 3 ||
  /^\d+[a-z]{0,2}$|^q[1-4]$/.test(word) ||
  isCommonWord(word) ||
  isInflected(word) ||
  rareNouns.has(word) ||
  peopleAndPlaces.has(word);

/** Returns whether a word is plain, or ambiguous by the lists, so that it needs evidence beside it. */
export const isAmbiguous = (word: string): boolean => isPlain(word) || ambiguousWords.has(word) || acronyms.has(word.toUpperCase());

/** Returns whether a word is a kind of business: `Healthcare`, `Gold`. */
export const isBusiness = (word: string): boolean => SOFT.has(word);

/** Returns whether a word is a kind of business, or `holding` or `holdings`, which many companies share. */
export const isBusinessOrHolding = (word: string): boolean => isBusiness(word) || word === 'holding' || word === 'holdings';

const HOPELESS_PER_MILLION = 250;
const FIELDS = wordSet('crypto blockchain bitcoin cannabis biotech fintech');

/** Returns whether a word never names a company, even with evidence beside it: `On Holding`, `Q2 Holdings`, `Bancorp, Inc.`. */
export const isHopeless = (word: string): boolean =>
  word.length < 2 ||
  isBusiness(word) ||
  FIELDS.has(word) ||
  /^\d+$/.test(word) ||
  /^(?:q[1-4]|[a-z])$/.test(word) ||
  commonPerMillion(word) > HOPELESS_PER_MILLION;

const SELDOM_PER_MILLION = 40;
/** Returns whether a word is rare and neither a person nor a place, so that it may be the name of a company. */
export const isSeldom = (word: string): boolean => !peopleAndPlaces.has(word) && commonPerMillion(word) < SELDOM_PER_MILLION;

/** Returns whether a word is a form of a common word: `caring`, `rangers`. */
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
