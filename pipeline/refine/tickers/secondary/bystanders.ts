/** Lists companies that rate, lend to or report on others, and are then not the subject of a headline. */
import { readList } from '../data/read-list.ts';
import { wordSet } from '../../text/word-set.ts';

export const brokers = readList('brokers');

/** Listed publishers and publishers of listed companies, which are often only the outlet of a text. */
export const publishers = readList('publishers');

/** Words after the name of a broker for what it does to shares of other companies. */
export const ratingWords = readList('rating-words');

/** Words before the name of a broker that attribute a view to it: `at Barclays`, `by UBS`, `says Goldman`. */
export const attributionWords = wordSet('at by says from per analyst according via to with source');
