/**
 * What the press calls a company where its legal name says otherwise, by ticker. Names that are common
 * words too need evidence beside them (../homonyms). A ticker that the directory does not hold as active is passed over.
 */
import { readList, readNameTable } from '../data/read-list.ts';

export const brandNames = readNameTable('brands');

/** Of several classes of one issuer the one that its name stands for. */
export const mainClasses = readList('main-classes');

/** Coins that the press names without saying that they are coins; every other coin's name needs a word of crypto near it. */
export const coinNames = readNameTable('coins');
