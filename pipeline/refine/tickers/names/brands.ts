/** Lists names of the press for companies whose legal name differs. Common words among them need evidence; inactive tickers are skipped. */
import { readList, readNameTable } from '../data/read-list.ts';

export const brandNames = readNameTable('brands');

/** Share classes that the name of an issuer with several classes refers to. */
export const mainClasses = readList('main-classes');

/** Coins that the press names without calling them coins. Names of other coins need a word of crypto in the text. */
export const coinNames = readNameTable('coins');
