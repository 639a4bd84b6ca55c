/** Returns whether the registrant of a filing on a merger agreement is the company to be acquired. */
import { cleanText } from '../normalise/clean.ts';
import { markSelf, SELF, shortNames } from './self-mentions.ts';

const AGREED = /\b(?:agreement and plan of (?:merger|reorganization)|merger agreement|(?:tender|exchange) offer)\b/i;
/** Words for an agreement that was news before, or ends. */
const OLDER = /\b(?:previously|completed|consummated|terminat\w+|amend\w+)\b/i;
const OPENING_LENGTH = 400;

const SUBSIDIARY = String.raw`\b(?:(?:merger|acquisition) sub\w*|sub(?: [I1])?|purchaser|acquisition (?:corp|inc|llc|co)\w*)\b`;
const ACQUIRED = [
  String.raw`${SUBSIDIARY}[^.;]{0,80}\bmerged? with and into ${SELF}`,
  String.raw`${SELF} (?:will|shall|would|to) (?:be )?merged? with and into\b`,
  String.raw`${SELF}[^.;]{0,60}\b(?:surviv\w+|continu\w+)\b[^.;]{0,120}\bsubsidiary of (?!${SELF})`,
  String.raw`\bacquire (?:all (?:of )?(?:the )?)?(?:(?:issued and )?outstanding )?(?:shares of )?(?:common stock of )?${SELF}`,
  String.raw`${SELF} (?:has |have )?(?:agreed to|will|to) be acquired by\b`,
].map((says) => new RegExp(says, 'i'));

/** Only the holders of the acquired company vote on a merger for cash; a merger paid in shares needs a registration of the new shares. */
const SEEKS_VOTES = new RegExp(String.raw`${SELF}[^.;]{0,120}\bproxy statement\b`, 'i');
const PAYS_IN_SHARES = /\b(?:form [SF]-4|registration statement|prospectus)\b/i;

/** Returns whether a filing's lead says that `company` is to be acquired. */
export function isToBeAcquired(lead: string, company: string): boolean {
  const text = cleanText(lead);
  const opening = text.slice(0, OPENING_LENGTH);
  if (!AGREED.test(text) || OLDER.test(opening)) return false;
  const marked = markSelf(text, company, shortNames(text, company));
  return ACQUIRED.some((says) => says.test(marked)) || (AGREED.test(opening) && SEEKS_VOTES.test(marked) && !PAYS_IN_SHARES.test(text));
}
