/**
 * Determines the buyer of each fill, and the label of fills that do not count: a plan lot, an allocation of an offering (stated by the form,
 * or by other forms for the same day and price), or a duplicate, i.e. a trade that another filing reported.
 */
import Big from 'big.js';
import type { purchaseLabels } from './vocabulary.ts';
import type { StoredTrade } from './insider.ts';
import { compareText } from './compare-text.ts';

export interface LabelledFill {
  readonly trade: StoredTrade;
  readonly date: string;
  readonly shares: Big;
  readonly price: Big | null;
  /** One CIK for all owners who signed a form together. */
  readonly insider: string;
  readonly label: (typeof purchaseLabels)[number] | null;
}

/**
 * Returns a function from an owner's CIK to the CIK of the buyer. Owners who signed a form together are one buyer. Duplicate reports by
 * co-owners (`joint_with`) are ignored.
 */
export function findInsiders(trades: readonly StoredTrade[]): (cik: string) => string {
  const parents = new Map<string, string>();
  const rootOf = (cik: string): string => {
    let root = cik;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    return root;
  };
  for (const { owners, joint_with } of trades)
    for (const { cik } of joint_with === undefined ? owners : []) {
      const [first, other] = [rootOf(owners[0]!.cik), rootOf(cik)];
      if (first !== other) parents.set(other, first);
    }
  return rootOf;
}

export function labelPurchases(trades: readonly StoredTrade[], insiderOf: (cik: string) => string): LabelledFill[] {
  // Trades of officers and directors come first, then trades that were filed earlier. A later report of the same trade is the duplicate.
  const inTurn = trades.toSorted(
    (a, b) => Number(hasOffice(b)) - Number(hasOffice(a)) || compareText(filedKey(a), filedKey(b)) || compareText(a.uid, b.uid),
  );
  const counted = new Map<string, StoredTrade[]>();
  const offered = offeringPrices(trades);
  return inTurn.flatMap((trade) => {
    const insider = insiderOf(trade.owners[0]!.cik);
    const stated = trade.label ?? (trade.is_10b5_1 === true ? 'plan' : null);
    return trade.tranches.map(({ transaction_date: date, shares, price_usd }): LabelledFill => {
      const key = `${date} ${new Big(shares).toFixed()} ${price_usd === null ? '' : new Big(price_usd).toFixed()}`;
      const same = counted.get(key) ?? [];
      const isDuplicate = trade.joint_with !== undefined || same.some((other) => reportsSame(trade, other, insiderOf));
      if (!isDuplicate) counted.set(key, [...same, trade]);
      const label = stated ?? (isDuplicate ? 'duplicate' : offered.has(priceKey(date, price_usd)) ? 'offering' : null);
      return { trade, date, shares: new Big(shares), price: price_usd === null ? null : new Big(price_usd), insider, label };
    });
  });
}

/**
 * Returns the days and prices of offerings that at least two forms state. An offering has one price, but not every insider mentions the
 * offering in a footnote; if only one form did, another purchase could have the same price by chance.
 */
function offeringPrices(trades: readonly StoredTrade[]): ReadonlySet<string> {
  const stated = trades.filter(({ label, joint_with }) => label === 'offering' && joint_with === undefined);
  const filings = Map.groupBy(
    stated.flatMap(({ tranches, accession_number }) => tranches.map((fill) => ({ ...fill, accession_number }))),
    ({ transaction_date, price_usd }) => (price_usd === null ? null : priceKey(transaction_date, price_usd)),
  );
  const shared = [...filings].filter(([, fills]) => new Set(fills.map(({ accession_number }) => accession_number)).size > 1);
  return new Set(shared.flatMap(([key]) => key ?? []));
}
const priceKey = (date: string, price: string | null): string => `${date} ${price === null ? '' : new Big(price).toFixed()}`;

const filedKey = ({ accepted_at, filed_at, accession_number }: StoredTrade): string => `${accepted_at ?? filed_at} ${accession_number}`;
const hasOffice = ({ owners }: StoredTrade): boolean => owners.some(({ is_officer, is_director }) => is_officer || is_director);

/**
 * Returns whether two fills of equal date, shares and price are one trade. Affiliates of a fund each file for its trade. Officers and
 * directors often buy equal lots, so theirs are two trades unless both hold indirectly, as partners of one fund do.
 */
function reportsSame(trade: StoredTrade, other: StoredTrade, insiderOf: (cik: string) => string): boolean {
  if (trade.accession_number === other.accession_number) return false;
  const isSameInsider = insiderOf(trade.owners[0]!.cik) === insiderOf(other.owners[0]!.cik);
  if (isSameInsider) return trade.ownership_form === other.ownership_form;
  return !hasOffice(trade) || !hasOffice(other) || (trade.ownership_form === 'indirect' && other.ownership_form === 'indirect');
}
