/** Recognises words that are names of persons or places, or are in a dictionary. */
import { readList } from '../data/read-list.ts';
import { isCommonWord } from '../../text/common-words.ts';
import { peopleAndPlaces } from './homonyms.ts';

export const givenNames = readList('given-names');

/** Returns whether a word is a given name and no common word: `Harrison`, `Tim`, but not `Will`, `Mark`, `Rich`. */
export const isGivenName = (word: string): boolean => givenNames.has(word) && !isCommonWord(word);

/** Returns whether a word may mean a person or a place: `Casey`, `Dallas`. */
export const isNamesake = (word: string): boolean => givenNames.has(word) || peopleAndPlaces.has(word);

const englishWords = readList('english-words');
const ENDINGS = ['s', 'es', 'ed', 'd', 'er', 'ers', 'ing', 'ly', 'y', 'ness'] as const;

/** Returns whether a word or its base form is in the dictionary or common in news in lower case: `pelican`, `pelicans`. */
export const isDictionaryWord = (word: string): boolean =>
  englishWords.has(word) ||
  isCommonWord(word) ||
  ENDINGS.some(
    (ending) => word.endsWith(ending) && (englishWords.has(word.slice(0, -ending.length)) || englishWords.has(`${word.slice(0, -ending.length)}e`)),
  );
