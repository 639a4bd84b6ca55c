/**
 * Lists outlets whose name publishers and aggregators put into a headline, each with its domain. The list recognises an
 * outlet's name, and gives its domain where the link is an aggregator's.
 */
import { LRUCache } from 'lru-cache';
import { dataLines, dataRows } from '../text/data-file.ts';

const outlets = dataRows(new URL('outlets.txt', import.meta.url)).map(([domain, names]) => [domain, names.split('; ')] as const);

/** Returns the form in which names are compared: letters and digits only, lower case, without a leading `the` or a trailing `.com`. */
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(/\.(com|net|org)$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const keys = new LRUCache<string, string>({ max: 10_000, memoMethod: keyOf });
/** Returns a key that is equal for spellings of one outlet. */
export const outletKey = (name: string): string => keys.memo(name);

const domainByKey = new Map(outlets.flatMap(([domain, names]) => names.map((name) => [outletKey(name), domain] as const)));

/** Returns the domain of an outlet by its name; null for an unknown one. */
export const outletDomain = (name: string): string | null => domainByKey.get(outletKey(name)) ?? null;

/** Hosts whose links lead to other sites: they publish nothing themselves. */
export const aggregatorDomains: ReadonlySet<string> = new Set(dataLines(new URL('aggregators.txt', import.meta.url)));
