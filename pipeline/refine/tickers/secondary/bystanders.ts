/** Lists companies that rate, lend to and report on others: beside the company that a headline is about, they are not its subject. */
import { readList } from '../data/read-list.ts';
import { wordSet } from '../../text/word-set.ts';

/** Brokers' names as words in lower case. */
export const brokers = readList('brokers');

/** Publishers that are listed or belong to a listed company; often they are only the outlet of a text. */
export const publishers = readList('publishers');

/** Words after a broker's name for what brokers do to other companies' shares. */
export const ratingWords = readList('rating-words');

/** Words before a broker's name that attribute a view to it: `at Barclays`, `by UBS`, `says Goldman`. */
export const attributionWords = wordSet('at by says from per analyst according via to with source');
