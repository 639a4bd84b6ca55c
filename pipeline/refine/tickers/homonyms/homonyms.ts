/**
 * Words that are a company's name and also something else: what must stand beside them, or must not, for
 * them to be the company. Common words (text/common-words.ts) are ambiguous without being listed.
 */
import { readList, readWordTable } from '../data/read-list.ts';

/** Common or older words that English news seldom writes in lower case, so that counting does not show them as words. */
export const nounsToo = readList('nouns');

/** First names, surnames and places that begin a company's name, too often somebody or somewhere else to stand for it alone. */
export const peopleAndPlaces = readList('people-and-places');

/**
 * Words, first names and places that some company's name begins with and that news uses for other things, too: one
 * of them alone, though capitalised, names the company only with evidence beside it; two together are a name.
 */
export const wordsToo = readList('name-words');

/** Two words that are a well-known company's name, and are said of other things as often. */
export const phrasesToo = readList('phrases');

/** Words right after a name that say it is none, and right before it; by the name. */
export const wordsNotBefore = readWordTable('words-after');

/** Words right before a name that make another of it: `New Zealand`, `Bill Gates`, `Golden Visa`. */
export const wordsNotBehind = readWordTable('words-before');

/** A word of these right before makes a common noun of what follows. */
export const wordsNotAfter = readList('determiners');

/** Words right after that make a name of what stands before: what companies have, are and do. */
export const companyWords = readList('company-words');

/** Those of them that only companies have and do. */
export const firmWords = readList('firm-words');

/** Those of them that go behind any noun: `trading`, `workers`. */
export const nounWords = readList('noun-words');

/** Words of companies' business, wherever they stand in a text. */
export const businessWords = readList('business-context');

/** Right after a name: a body, a place or its people of that name, no company. */
export const bodies = readList('bodies');
