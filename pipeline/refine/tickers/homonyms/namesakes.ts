/** Recognises words that are also a person's or a place's name, or are in a dictionary. */
import { readList } from '../data/read-list.ts';
import { isCommonWord } from '../../text/common-words.ts';
import { peopleAndPlaces } from './homonyms.ts';

export const givenNames = readList('given-names');

/** Whether a word is a given name and no common word: `Harrison`, `Tim`, but not `Will`, `Mark`, `Rich`. */
export const isGivenName = (word: string): boolean => givenNames.has(word) && !isCommonWord(word);

/** Whether a word often means a person or a place: `Casey`, `Dallas`. */
export const isNamesake = (word: string): boolean => givenNames.has(word) || peopleAndPlaces.has(word);

const englishWords = readList('english-words');
const ENDINGS = ['s', 'es', 'ed', 'd', 'er', 'ers', 'ing', 'ly', 'y', 'ness'] as const;

/** Whether a word or its base form is in the dictionary or common in lower case in news: `pelican`, `pelicans`. */
export const isDictionaryWord = (word: string): boolean =>
  englishWords.has(word) ||
  isCommonWord(word) ||
  ENDINGS.some(
    (ending) => word.endsWith(ending) && (englishWords.has(word.slice(0, -ending.length)) || englishWords.has(`${word.slice(0, -ending.length)}e`)),
  );
