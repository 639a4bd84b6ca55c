/**
 * Finds the events of one issuer and day that are one: a purchase or sale that several owners report in filings of their own
 * (specification.md C6). Equal trades are not enough, as directors take equal lots: one form must name the other's owners, or both
 * one holder.
 */
import type { InsiderTrade } from '#schemas/insider.ts';
import { trancheMarks, type KnownEvent } from './known-event.ts';
import { lookupMarks, lotMark } from './party-marks.ts';

const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

/**
 * Returns the event of its issuer, code and day that this trade reports again; null when there is none. Joint reports are not stored, so
 * an amendment of one is known by the original's day, which related owners share, where no event is equal.
 */
export function jointWith(trade: InsiderTrade, sameDay: readonly KnownEvent[]): KnownEvent | null {
  const ciks = trade.owners.map(({ cik }) => cik);
  const marks = trancheMarks(trade).toSorted();
  const sought = lookupMarks(trade);
  // The same owners who file twice traded twice.
  const related = sameDay.filter(({ owners, parties }) => !isSameSet(ciks, owners) && parties.some((party) => sought.has(party)));
  const amended = trade.amends?.is_addition === false ? trade.amends.filed_on : null;
  return (
    related.find(({ tranches }) => isSameSet(marks, tranches.toSorted())) ??
    related.find(({ originalOn, tranches }) => amended !== null && originalOn === amended && tranches.length === marks.length) ??
    null
  );
}

/** Whether another owner bought at the same price that day, as buyers of lots of an offering do. */
export function sharesPrice(trade: InsiderTrade, sameDay: readonly KnownEvent[]): boolean {
  const lot = lotMark(trade);
  return lot !== null && sameDay.some(({ owners, parties }) => parties.includes(lot) && !trade.owners.some(({ cik }) => owners.includes(cik)));
}
