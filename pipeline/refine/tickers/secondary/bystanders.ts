/** Those who rate, lend to and report on companies: named in a headline beside the company it is about, they are not its subject. */
import { readList } from '../data/read-list.ts';

/** Names as words in lower case. */
export const brokers = readList('brokers');

/** Those of them who buy whole companies: on one side of a takeover they are no bystanders. */
export const buyers = readList('buyers');

/** Listed, or of a listed company, and the ones who wrote or showed it. */
export const publishers = readList('publishers');

/** After a broker's name: what brokers do to other companies' shares. */
export const ratingWords = readList('rating-words');

/** Before a broker's name: `at Barclays`, `by UBS`, `says Goldman`. */
export const attributionWords: ReadonlySet<string> = new Set([
  'at',
  'by',
  'says',
  'from',
  'per',
  'analyst',
  'according',
  'via',
  'to',
  'with',
  'source',
]);
