/**
 * Names of those who are not listed, or of whom the directory has nobody, with which a listed name begins:
 * alone they never stand for that one. `Vanguard` is not Vanguard Green Investment.
 */
import { readList } from '../data/read-list.ts';

export const neverAlone = readList('never-alone');
