/** Cleans a headline: removes the outlet's own name from either end, and cuts it at 300 characters. */
import { cleanText, cutText } from './clean.ts';
import { withoutHashtags } from './hashtags.ts';
import { outletDomain, outletKey } from './outlets.ts';

const TITLE_LENGTH_MAX = 300;
const TITLE_LENGTH_MIN = 8;

/** Matches the separator before a name at the end: ` - Reuters`, ` | CNBC`, ` — The Verge`. */
const SEPARATOR = /(?<!\s)\s+[-–—|·»•]{1,2}\s+/g;
/** Quick tests: every match of SEPARATOR contains one of SEPARATES, every match of PREFIX one of BAR. */
const SEPARATES = /[-–—|·»•]\s/;
const BAR = /[|»•]/;
const PREFIX = /^([^|:]{2,40}?)\s*[|»•]\s+(\S.{11,})$/;

interface TitleOrigin {
  readonly outlet: string;
  readonly domain: string;
  /** Whether the headline may end with another outlet's name. */
  readonly isAggregated: boolean;
}

export function cleanTitle(rawTitle: string, origin: TitleOrigin): string {
  let title = beforeHashtags(cleanText(rawTitle));
  for (let pass = 0; pass < 2; pass += 1) {
    title = withoutSuffix(title, origin);
    const prefix = BAR.test(title) ? PREFIX.exec(title) : null;
    if (prefix !== null && namesOutlet(prefix[1] ?? '', origin)) title = prefix[2] ?? title;
  }
  return cutText(title, TITLE_LENGTH_MAX);
}

/** Removes hashtags at the end: `…Attractive Valuation. #stocks #finance`. */
function beforeHashtags(title: string): string {
  const plain = withoutHashtags(title, HASHTAGS);
  return plain === title ? title : plain.replace(/(?<![\s.…])[\s.…]+$/, '');
}
const HASHTAGS = { tag: /^#\w+$/, areApart: true };

function withoutSuffix(title: string, origin: TitleOrigin): string {
  if (!SEPARATES.test(title)) return title;
  const last = [...title.matchAll(SEPARATOR)].at(-1);
  if (last === undefined || last.index < TITLE_LENGTH_MIN) return title;
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
