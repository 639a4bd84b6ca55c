/** Lists names of companies that have another meaning, besides common words, and the words that confirm or exclude the company. */
import { readList, readWordTable } from '../data/read-list.ts';

/** Words that news seldom writes in lower case, so that the word counts miss them. */
export const rareNouns = readList('nouns');

/** First names, surnames and places with which names of companies begin. Alone they too often mean another person or place. */
export const peopleAndPlaces = readList('people-and-places');

/** Words, first names and places with which names of companies begin. One alone needs evidence beside it; two together are a name. */
export const ambiguousWords = readList('name-words');

/** Words right after a name that exclude the company, by name. */
export const excludingWords = readWordTable('words-after');

/** Capitals with another meaning in headlines, which as bare words are no evidence of a ticker. */
export const acronyms = readList('acronyms');

/** Words before a common noun, which is then no name. */
export const determiners = readList('determiners');

/** Words right after a name that confirm the company: what companies have, are and do. */
export const companyWords = readList('company-words');

/** Subset of `companyWords`: what only companies have or do. */
export const firmWords = readList('firm-words');

/** Subset of `companyWords` that may follow any noun: `trading`, `workers`. */
export const nounWords = readList('noun-words');

/** Words of business, which count anywhere in a text. */
export const businessWords = readList('business-context');
