/** Finds the company that a merger or purchase agreement is about, for a title that mentions only the agreement. */
import { wordSet } from '../text/word-set.ts';

const takeover =
  /\b(?:(?:will|would|to|agreed to|shall|intends to) (?:acquire|purchase|buy)|acquisition of|\bSub(?: I{1,3})? (?:will|shall|would) (?:be )?merged? with(?: and into)?)(?: (?:all(?: of)?|the|its|substantially|issued|outstanding|and|shares|stock|capital|equity|interests|common|assets|of)){0,12} ((?:[A-Z][\w&.'’-]*)(?: (?:[A-Z&][\w&.'’-]*|of))*)/;
const endsInDeal =
  /\b(?:(?:merger|(?:stock|share|asset|unit|equity|interest)s?(?: and [a-z]+)? purchase|acquisition|sale and purchase) agreement|agreement and plan of (?:merger|reorganization))$/i;
/** Matches a word for a party's role or a security, which is no company's name. */
const roleOrSecurity = /^(?:Company|Registrant|Sub|Merger|Parent|Notes|Shares|Stock|Initial|Purchase|Securities|Bonds|Debentures)/;
const filler = wordSet('the a of and inc corp corporation company companies co ltd limited llc plc group holding holdings');

const partsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\d&]+/u)
    .filter((word) => word.length > 1 && !filler.has(word));

/** Returns ` to acquire Example`, or '' when `title` names a purchase or no agreement, or `lead` does not name the company. */
export function dealOf(title: string, lead: string, company: string): string {
  if (!endsInDeal.test(title) || /\b(?:acquir\w*|acquisition of|purchased|bought)\b/i.test(title)) return '';
  const found = takeover.exec(lead.slice(0, 3_000).replace(/,(?= (?:Inc|LLC|Ltd|Corp))/g, ''))?.[1] ?? '';
  const named = found
    .replace(/['’]s?$/, '')
    .replace(/['’]s? .*$/, '')
    .replace(/\.$/, '');
  const own = new Set(partsOf(company));
  const isOther = named !== '' && !roleOrSecurity.test(named) && !partsOf(named).some((part) => own.has(part)) && partsOf(named).length > 0;
  return isOther ? ` to acquire ${named}` : '';
}
