/** Lists names that far more often mean something else than the company: a headline must confirm them in the company's own words. */
import { readList } from '../data/read-list.ts';

/** Names that are also indexes, agencies, or nouns with a capital in news: the company only where a word of its own business follows. */
const STRICT = readList('strict-names');
const OWN_BUSINESS =
  /^(?:inc|eps|non|gaap|q[1-4]|ceo|cfo|declares|goes|acquires|reports|to|corp|chemical|names|prices|beats|misses|appoints|launches|buys|completes|profits?)$/;

/** Clubs, halls and a television host: in the news for what is played and said there, the company only where its business follows. */
const PLAYED = readList('played-names');
const BUSINESS = /^(?:shares?|stock|revenues?|earnings|plc|inc|holdings|takeover|sale|bid|owners?|ipo|debt|q[1-4]|eps|reports|swings)$/;

/** Whether this name needs a word of its company's business right after it, and another word follows. */
export const lacksItsBusiness = (name: string, next: string): boolean =>
  (STRICT.has(name) && !OWN_BUSINESS.test(next)) || (PLAYED.has(name) && !BUSINESS.test(next));

/** Lenders, exchanges and crypto words that share their names with listed companies. */
export const ofCrypto = readList('crypto-names');

/** Words that are a company only in crypto news: `Strategy buys 8,178 bitcoin`. */
export const onlyOfCrypto: ReadonlySet<string> = new Set(['strategy']);
