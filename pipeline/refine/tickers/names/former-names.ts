/**
 * Names under which companies are in the news for years after they took another, and short names, units and
 * products that stand for one company only, by today's ticker. A ticker that the directory does not hold as
 * active is passed over, and so is a name that another listed company bears today.
 */
import { readNameTable } from '../data/read-list.ts';

export const formerNames = readNameTable('former-names');
