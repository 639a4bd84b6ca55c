/** Compares the parties that two titles on one company name (parties.ts). */
import { isPartyAt, kindAt, PRESENCE_IN_TITLE, presenceAt, termAt, termKinds, type StoryFeatures } from './features.ts';

/** Returns `same` if both name a party besides their common companies, `other` if each names parties that the other lacks, else null. */
export function compareParties(a: StoryFeatures, b: StoryFeatures): 'same' | 'other' | null {
  const [hasOwnTicker, hasOtherTicker] = [hasMore(a, b), hasMore(b, a)];
  let [own, other] = [false, false];
  let i = 0;
  let j = 0;
  while (i < a.size || j < b.size) {
    const [left, right] = [i < a.size ? termAt(a, i) : Infinity, j < b.size ? termAt(b, j) : Infinity];
    const [isOwn, isOther] = [left <= right && isParty(a, i), right <= left && isParty(b, j)];
    const [isOwnCompany, isOtherCompany] = [left <= right && kindAt(a, i) === termKinds.company, right <= left && kindAt(b, j) === termKinds.company];
    if (left === right && (isOwn || isOther) && !(isOwnCompany && isOtherCompany)) return 'same';
    if (left < right && isOwn && (!isOwnCompany || hasOwnTicker)) own = true;
    if (right < left && isOther && (!isOtherCompany || hasOtherTicker)) other = true;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return own && other ? 'other' : null;
}

const hasMore = ({ tickers }: StoryFeatures, other: StoryFeatures): boolean => tickers.some((ticker) => !other.tickers.includes(ticker));

/** Returns whether a term is a party. In news of a takeover every company of the title is one: `Foo soars as Acme bids`. */
const isParty = (of: StoryFeatures, index: number): boolean =>
  isPartyAt(of, index) ||
  (of.category === 'mergers_acquisitions' && kindAt(of, index) === termKinds.company && presenceAt(of, index) === PRESENCE_IN_TITLE);
