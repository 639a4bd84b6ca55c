/** Words that are also somebody's or somewhere's name, or stand in a dictionary. */
import { readList } from '../data/read-list.ts';
import { isCommonWord } from '../../text/common-words.ts';
import { peopleAndPlaces } from './homonyms.ts';

const givenNames = readList('given-names');
const surnames = readList('surnames');
const places = readList('places');

/** `Harrison`, `Tim`, but not `Will`, `Mark`, `Rich`, `York`. */
export const isGivenName = (word: string): boolean => givenNames.has(word) && !isCommonWord(word) && !places.has(word);

export const isPersonsName = (word: string): boolean => givenNames.has(word) || surnames.has(word);

/** Not only a rare surname: `Casey`, `Boise`. */
export const isOftenSomebody = (word: string): boolean => givenNames.has(word) || places.has(word) || peopleAndPlaces.has(word);

export const isNamesake = (word: string): boolean => isPersonsName(word) || places.has(word) || peopleAndPlaces.has(word);

const englishWords = readList('english-words');
const ENDINGS = ['s', 'es', 'ed', 'd', 'er', 'ers', 'ing', 'ly', 'y', 'ness'] as const;

/** `pelican`, `pelicans`; of those that news writes small the counts know. */
export const isDictionaryWord = (word: string): boolean =>
  englishWords.has(word) ||
  isCommonWord(word) ||
  ENDINGS.some(
    (ending) => word.endsWith(ending) && (englishWords.has(word.slice(0, -ending.length)) || englishWords.has(`${word.slice(0, -ending.length)}e`)),
  );
