/**
 * Names that begin a listed name but belong to a body that is not listed, or that the directory lacks: alone they never refer
 * to the listed one. `Vanguard` is not Vanguard Green Investment.
 */
import { readList } from '../data/read-list.ts';

export const neverAlone = readList('never-alone');
