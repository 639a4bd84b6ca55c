/** Cleans a headline for serving: removes the outlet's own name from either end; at most 300 characters. */
import { cleanText, cutText } from './clean.ts';
import { withoutHashtags } from './hashtags.ts';
import { outletDomain, outletKey } from './outlets.ts';

const TITLE_LENGTH_MAX = 300;
/** Shortest headline that may be left when a name is cut off. */
const SHORTEST_TITLE = 8;

/** Matches separators of names: ` - Reuters`, ` | CNBC`, ` — The Verge`. A name follows the last one, or precedes the first bar. */
const SEPARATOR = /(?<!\s)\s+[-–—|·»•]{1,2}\s+/g;
/** Every separator contains a match of the first, every prefix one of the second. */
const SEPARATES = /[-–—|·»•]\s/;
const BAR = /[|»•]/;
const PREFIX = /^([^|:]{2,40}?)\s*[|»•]\s+(\S.{11,})$/;

export interface TitleOrigin {
  readonly outlet: string;
  /** The publisher's domain, and whether the headline may end with another outlet's name. */
  readonly domain: string;
  readonly isAggregated: boolean;
}

/** Returns the title without markup and without its outlet's name. */
export function cleanTitle(rawTitle: string, origin: TitleOrigin): string {
  let title = beforeHashtags(cleanText(rawTitle));
  for (let pass = 0; pass < 2; pass += 1) {
    title = withoutSuffix(title, origin);
    const prefix = BAR.test(title) ? PREFIX.exec(title) : null;
    if (prefix !== null && namesOutlet(prefix[1] ?? '', origin)) title = prefix[2] ?? title;
  }
  return cutText(title, TITLE_LENGTH_MAX);
}

/** Removes hashtags at the end, which serve a timeline's search: `…Attractive Valuation. #stocks #finance`. */
function beforeHashtags(title: string): string {
  const plain = withoutHashtags(title, HASHTAGS);
  return plain === title ? title : plain.replace(/(?<![\s.…])[\s.…]+$/, '');
}
const HASHTAGS = { tag: /^#\w+$/, areApart: true };

function withoutSuffix(title: string, origin: TitleOrigin): string {
  if (!SEPARATES.test(title)) return title;
  const last = [...title.matchAll(SEPARATOR)].at(-1);
  if (last === undefined || last.index < SHORTEST_TITLE) return title;
  return namesOutlet(title.slice(last.index + last[0].length), origin) ? title.slice(0, last.index) : title;
}

function namesOutlet(name: string, origin: TitleOrigin): boolean {
  const key = outletKey(name);
  if (key.length < 2 || name.length > 60) return false;
  const outlet = outletKey(origin.outlet);
  const label = outletKey(origin.domain.split('.')[0] ?? '');
  if (key === outlet || key === label) return true;
  if (outlet.length >= 4 && key.length >= 4 && (key.startsWith(outlet) || outlet.startsWith(key))) return true;
  const known = outletDomain(name);
  return known !== null && (origin.isAggregated || known === origin.domain);
}
