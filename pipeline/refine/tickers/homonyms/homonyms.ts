/**
 * Lists words that are a company's name and also have another meaning, and the words beside them that make them the company
 * or exclude it. Common words (text/common-words.ts) are ambiguous without being listed.
 */
import { readList, readWordTable } from '../data/read-list.ts';

/** Common or older words that English news seldom writes in lower case, so that counts do not show them as words. */
export const nounsToo = readList('nouns');

/** First names, surnames and places that begin a company's name, but too often mean another person or place to refer to it alone. */
export const peopleAndPlaces = readList('people-and-places');

/**
 * Words, first names and places that begin some company's name and have other uses in news, too. One of them alone, though
 * capitalised, names the company only with evidence beside it; two together are a name.
 */
export const wordsToo = readList('name-words');

/** Words right after a name that exclude the company, by name. */
export const wordsNotBefore = readWordTable('words-after');

/** Capitals that have another meaning in headlines than the ticker: as a bare word none of these is evidence of a ticker. */
export const acronyms = readList('acronyms');

/** Words that make a common noun of the next word. */
export const wordsNotAfter = readList('determiners');

/** Words right after a name that confirm the company: what companies have, are and do. */
export const companyWords = readList('company-words');

/** The company words for what only companies have and do. */
export const firmWords = readList('firm-words');

/** The company words that follow any noun: `trading`, `workers`. */
export const nounWords = readList('noun-words');

/** Words of companies' business, anywhere in a text. */
export const businessWords = readList('business-context');
