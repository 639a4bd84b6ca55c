/**
 * Which events of one issuer and day are one: a purchase or sale that several owners report in filings of their own (contract.md 6).
 * Alike alone is not enough, as directors take equal lots: one form must name the owners of the other, or both one holder.
 */
import type { InsiderTrade } from '#schemas/insider.ts';
import { trancheMarks, type HeldEvent } from './held-event.ts';
import { askedMarks, lotMark } from './party-marks.ts';

const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

/** The event among those of its issuer, code and day that this trade is another report of; null where there is none. */
export function jointWith(trade: InsiderTrade, sameDay: readonly HeldEvent[]): HeldEvent | null {
  const ciks = trade.owners.map(({ cik }) => cik);
  const marks = trancheMarks(trade).toSorted();
  const asked = askedMarks(trade);
  return (
    sameDay.find(
      (event) =>
        // The same owners who file twice traded twice.
        !isSameSet(ciks, event.owners) && isSameSet(marks, event.tranches.toSorted()) && event.parties.some((party) => asked.has(party)),
    ) ?? null
  );
}

/** Whether another owner bought at the same price that day, as those do who take lots of an offering. */
export function sharesPrice(trade: InsiderTrade, sameDay: readonly HeldEvent[]): boolean {
  const lot = lotMark(trade);
  return lot !== null && sameDay.some(({ owners, parties }) => parties.includes(lot) && !trade.owners.some(({ cik }) => owners.includes(cik)));
}
