/** Detects a filing whose registrant is to be acquired under a merger agreement or an offer. */
import { cleanText } from '../normalise/clean.ts';
import { markSelf, nameWords, SELF, shortNames } from './self-mentions.ts';

const AGREED = /\b(?:agreement and plan of (?:merger|reorganization)|merger agreement|(?:tender|exchange) offer)\b/i;
/** Matches words for an agreement that was announced earlier, or that ends. */
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

/** Matches the names before a definition of `Company`, which defines the last: `Acme Corp., Pine Sub and Beta, Inc. (the “Company”)`. */
const DEFINED =
  /([A-Z][\w&.,’' -]{1,160}?)(?:, an? [\w ]{2,50}?(?:corporation|company|partnership|trust),?)? \((?:together with [^()]{0,80}, |[“"][^()“”"]{1,40}[”"],? or )?(?:the )?[“"]Company[”"]/g;
const BETWEEN_NAMES = /,? and |, (?!(?:Inc|Corp|LLC|Ltd|L\.|Co\b|N\.|S\.|plc|LP))/;
/** Matches mergers that are no takeover: of a blank-check company, or of a company into its own holding company. */
const NO_TAKEOVER =
  /\b(?:blank[- ]check|special purpose acquisition|trust account|(?:initial )?business combination agreement|holding company (?:reorganization|structure|formation)|internal (?:reorganization|restructuring)|reincorporat\w+|redomicil\w+|section 251\(g\))/i;
const BLANK_CHECK_NAME = /\b(?:acquisitions?|merger) (?:corp|co|company|inc|ltd|limited|holdings?)\b/i;

const wordsIn = (name: string): string[] => nameWords(name).filter((word) => word.length > 1);

/** Returns whether the text names the filer but defines another company as `the Company`. */
function isOtherCompany(text: string, company: string): boolean {
  const own = wordsIn(company);
  const defined = [...text.matchAll(DEFINED)].map(([, names = '']) => names.split(BETWEEN_NAMES).at(-1)!);
  const isOwn = (name: string): boolean => wordsIn(name).some((word) => own.includes(word));
  const isFilerNamed = ` ${wordsIn(text).join(' ')} `.includes(` ${own.slice(0, 2).join(' ')} `);
  return isFilerNamed && defined.length > 0 && !defined.some(isOwn);
}

/** Only the target's holders vote on a merger for cash. A merger paid in shares needs a registration of the new shares. */
const SEEKS_VOTES = new RegExp(String.raw`${SELF}[^.;]{0,120}\bproxy statement\b`, 'i');
const PAYS_IN_SHARES = /\b(?:form [SF]-4|registration statement|prospectus)\b/i;

export function isToBeAcquired(lead: string, company: string): boolean {
  const text = cleanText(lead);
  const opening = text.slice(0, OPENING_LENGTH);
  if (!AGREED.test(text) || OLDER.test(opening)) return false;
  if (NO_TAKEOVER.test(text) || BLANK_CHECK_NAME.test(company) || isOtherCompany(text, company)) return false;
  const marked = markSelf(text, company, shortNames(text, company));
  return ACQUIRED.some((says) => says.test(marked)) || (AGREED.test(opening) && SEEKS_VOTES.test(marked) && !PAYS_IN_SHARES.test(text));
}
