/**
 * Names under which companies are in the news for years after taking another, and short names, units and products that refer
 * to one company only, by current ticker. A ticker that is not active in the directory is skipped, and so is a name that
 * another listed company has today.
 */
import { readNameTable } from '../data/read-list.ts';

export const formerNames = readNameTable('former-names');
