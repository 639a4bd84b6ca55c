/** Computes hashes of a trade's parties, eight hex digits each: its owners, the holders that it names, and the price of a lot. */
import Big from 'big.js';
import { digestOf } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import { isOrganization } from './names.ts';
import { familyOf, partyHash, partyWords } from './parties.ts';

const hash = (kind: 'owner' | 'told' | 'family' | 'lot', text: string): string => digestOf(`${kind} ${text}`).slice(0, 8);

/** Returns the surnames of owners who are persons; EDGAR writes the surname first. */
const surnamesOf = ({ owners }: InsiderTrade): string[] => owners.flatMap(({ name }) => (isOrganization(name) ? [] : (partyWords(name)[0] ?? [])));

function namesOf(trade: InsiderTrade) {
  const surnames = surnamesOf(trade);
  const holders = (trade.holders ?? []).map((name) => ({ name, words: partyWords(name) }));
  const all = [...trade.owners.map(({ name }) => name), ...holders.flatMap(({ name, words }) => (words.length > 1 ? [name] : []))];
  const families = all.flatMap((name) => (isOrganization(name) ? (familyOf(name) ?? []) : []));
  return {
    /** Hashes of owners and of holders with more than a surname, and of the families of organizations among them. */
    whole: [...all.map(partyHash), ...families.map((family) => hash('family', family))],
    surnames,
    /** Surnames of holders that no owner of the form has. */
    otherSurnames: holders.flatMap(({ words }) => (words.length === 1 && !surnames.includes(words[0]!) ? words : [])),
  };
}

/** Returns a hash of day and price for a purchase at a round price, as in an offering; null for other trades. */
export function lotHash({ transaction_code, tranches }: InsiderTrade): string | null {
  const [first] = tranches;
  if (transaction_code !== 'P' || first === undefined || first.price_usd === null) return null;
  const price = new Big(first.price_usd);
  const isOne = tranches.every((fill) => fill.transaction_date === first.transaction_date && fill.price_usd !== null && price.eq(fill.price_usd));
  const isRound = price.mod('0.05').eq(0);
  return isOne && isRound && price.gt(0) ? hash('lot', `${first.transaction_date} ${price.toFixed()}`) : null;
}

/** Returns the hashes that are stored with an event. */
export function partyHashes(trade: InsiderTrade): string[] {
  const { whole, surnames, otherSurnames } = namesOf(trade);
  const owners = surnames.map((name) => hash('owner', name));
  const others = otherSurnames.map((name) => hash('told', name));
  return [...new Set([...whole, ...owners, ...others, lotHash(trade) ?? []].flat())];
}

/** Returns the stored hashes that an event has if it has a party in common with this trade. */
export function lookupHashes(trade: InsiderTrade): ReadonlySet<string> {
  const { whole, surnames, otherSurnames } = namesOf(trade);
  return new Set([...whole, ...surnames.map((name) => hash('told', name)), ...otherSurnames.map((name) => hash('owner', name))]);
}
