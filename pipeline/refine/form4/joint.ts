/**
 * Finds a trade that several owners report in filings of their own, so that it counts once (specification.md C6). Equal trades do not prove
 * this, because directors take equal lots: one form must also name an owner of the other, or both must name one holder.
 */
import type { InsiderTrade } from '#schemas/insider.ts';
import { trancheHashes, type KnownEvent } from './known-event.ts';
import { lookupHashes, lotHash } from './party-hashes.ts';

const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

/** Returns the known event that this trade reports again, or null. `sameDay` has the events of its issuer, code and first day. */
export function jointWith(trade: InsiderTrade, sameDay: readonly KnownEvent[]): KnownEvent | null {
  const ciks = trade.owners.map(({ cik }) => cik);
  const hashes = trancheHashes(trade).toSorted();
  const wanted = lookupHashes(trade);
  // Two filings of exactly the same owners report two trades.
  const related = sameDay.filter(({ owners, parties }) => !isSameSet(ciks, owners) && parties.some((party) => wanted.has(party)));
  // A joint report is not stored, so its amendment is recognised by the day of the original, which related owners share.
  const amended = trade.amends?.is_addition === false ? trade.amends.filed_on : null;
  return (
    related.find(({ tranches }) => isSameSet(hashes, tranches.toSorted())) ??
    related.find(({ originalOn, tranches }) => amended !== null && originalOn === amended && tranches.length === hashes.length) ??
    null
  );
}

/** Returns whether another owner bought at the same price that day, as buyers in an offering do. */
export function sharesPrice(trade: InsiderTrade, sameDay: readonly KnownEvent[]): boolean {
  const lot = lotHash(trade);
  return lot !== null && sameDay.some(({ owners, parties }) => parties.includes(lot) && !trade.owners.some(({ cik }) => owners.includes(cik)));
}
