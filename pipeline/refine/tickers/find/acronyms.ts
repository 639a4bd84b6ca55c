/** Capitals that headlines write for other things than the ticker they also are: as a bare word none of these is evidence of a ticker. */
import { readList } from '../data/read-list.ts';

export const acronyms = readList('acronyms');
