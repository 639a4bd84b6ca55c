/** Lists outlets whose names appear in headlines, each with its domain. */
import { LRUCache } from 'lru-cache';
import { dataLines, dataRows } from '../text/data-file.ts';

const outlets = dataRows(new URL('outlets.txt', import.meta.url)).map(([domain, names]) => [domain, names.split('; ')] as const);

/** Returns letters and digits of a name in lower case, without a leading `the` or a trailing `.com`. */
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(/\.(com|net|org)$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const keys = new LRUCache<string, string>({ max: 10_000, memoMethod: keyOf });
/** Returns a key that all spellings of an outlet's name share. */
export const outletKey = (name: string): string => keys.memo(name);

const domainByKey = new Map(outlets.flatMap(([domain, names]) => names.map((name) => [outletKey(name), domain] as const)));

export const outletDomain = (name: string): string | null => domainByKey.get(outletKey(name)) ?? null;

/** Hosts that only link to articles of other sites. */
export const aggregatorDomains: ReadonlySet<string> = new Set(dataLines(new URL('aggregators.txt', import.meta.url)));
