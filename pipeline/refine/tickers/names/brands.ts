/**
 * Names that the press uses for a company whose legal name differs, by ticker. Names that are also common words need evidence
 * beside them (../homonyms). A ticker that is not active in the directory is skipped.
 */
import { readList, readNameTable } from '../data/read-list.ts';

export const brandNames = readNameTable('brands');

/** The share classes that an issuer's name refers to, where it has several. */
export const mainClasses = readList('main-classes');

/** Coins that the press names without calling them coins; every other coin's name needs a word of crypto near it. */
export const coinNames = readNameTable('coins');
