/** Capitals that have another meaning in headlines than the ticker: as a bare word none of these is evidence of a ticker. */
import { readList } from '../data/read-list.ts';

export const acronyms = readList('acronyms');
