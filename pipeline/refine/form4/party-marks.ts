/** Computes the marks of a trade's parties, eight hex digits each: its owners, the holders it names, and the price of a lot. */
import Big from 'big.js';
import { digestOf } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import { isOrganization } from './names.ts';
import { familyOf, partyMark, partyWords } from './parties.ts';

type Parties = Pick<InsiderTrade, 'owners' | 'holders'>;

const mark = (kind: 'owner' | 'told' | 'family' | 'lot', text: string): string => digestOf(`${kind} ${text}`).slice(0, 8);

/** Returns the surnames of owners who are persons: EDGAR writes the surname first. */
const surnamesOf = ({ owners }: Parties): string[] => owners.flatMap(({ name }) => (isOrganization(name) ? [] : (partyWords(name)[0] ?? [])));

interface PartyNames {
  /** Marks of owners and holders with more than a surname, and of the families of those that are not persons. */
  readonly whole: readonly string[];
  readonly surnames: readonly string[];
  /** Surnames of holders that no owner of the form has. */
  readonly named: readonly string[];
}

function namesOf(trade: Parties): PartyNames {
  const surnames = surnamesOf(trade);
  const holders = (trade.holders ?? []).map((name) => ({ name, words: partyWords(name) }));
  const all = [...trade.owners.map(({ name }) => name), ...holders.flatMap(({ name, words }) => (words.length > 1 ? [name] : []))];
  const families = all.flatMap((name) => (isOrganization(name) ? (familyOf(name) ?? []) : []));
  return {
    whole: [...all.map(partyMark), ...families.map((family) => mark('family', family))],
    surnames,
    named: holders.flatMap(({ words }) => (words.length === 1 && !surnames.includes(words[0]!) ? words : [])),
  };
}

/** Returns a mark of date and price for a purchase at a round price, as in an offering; null for other trades. */
export function lotMark({ transaction_code, tranches }: Pick<InsiderTrade, 'transaction_code' | 'tranches'>): string | null {
  const [first] = tranches;
  if (transaction_code !== 'P' || first === undefined || first.price_usd === null) return null;
  const price = new Big(first.price_usd);
  const isOne = tranches.every((fill) => fill.transaction_date === first.transaction_date && fill.price_usd !== null && price.eq(fill.price_usd));
  const isRound = price.mod('0.05').eq(0);
  return isOne && isRound && price.gt(0) ? mark('lot', `${first.transaction_date} ${price.toFixed()}`) : null;
}

/** Returns the marks that are stored with an event, for other forms to look for (lookupMarks). */
export function partyMarks(trade: InsiderTrade): string[] {
  const { whole, surnames, named } = namesOf(trade);
  const lot = lotMark(trade);
  const marks = [
    ...whole,
    ...surnames.map((name) => mark('owner', name)),
    ...named.map((name) => mark('told', name)),
    ...(lot === null ? [] : [lot]),
  ];
  return [...new Set(marks)];
}

/** Returns the stored marks by which an event has a party in common with this trade. */
export function lookupMarks(trade: InsiderTrade): ReadonlySet<string> {
  const { whole, surnames, named } = namesOf(trade);
  return new Set([...whole, ...surnames.map((name) => mark('told', name)), ...named.map((name) => mark('owner', name))]);
}
