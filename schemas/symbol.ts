/** The symbol directory. Stored in JetStream KV, one entry per ticker. */
import { z } from 'zod';
import { easternDateAt } from './edgar-calendar.ts';
import { Cik, DateOnly, Instant, Ticker } from './primitives.ts';
import { assetTypes, symbolStatuses } from './vocabulary.ts';

/** A period in which one company had the ticker. The last holding of an entry is the entry's own company. */
export const Holding = z.object({
  cik: Cik.nullable(),
  name: z.string(),
  /** The full name of the security, including the class, as an exchange lists it; null: no exchange listed it. */
  security: z.string().nullable(),
  /** First day; null: it was on the first list of its source, so it began before recorded history. */
  from: DateOnly.nullable(),
  /** First day on which the SEC named the company; null: as for `from`, or not named yet. */
  cik_from: DateOnly.nullable(),
  /** Day of the first list without it; null: it has not ended. */
  to: DateOnly.nullable(),
  /** When the service learned of `from` and of `to`; absent: at the start of that day, or the entry is of an older release. */
  from_at: Instant.optional(),
  to_at: Instant.optional(),
  /** Ticker under which the company continued afterwards; '' when none is known. */
  renamed_to: z.string(),
});
export type Holding = z.infer<typeof Holding>;

/** A ticker of the directory. Fields after `renamed_to` are newer: entries of older releases lack them, and older releases drop them. */
export const SymbolEntry = z.object({
  symbol: Ticker,
  name: z.string(),
  asset_type: z.enum(assetTypes),
  exchange: z.string().nullable(),
  sector: z.string().nullable(),
  industry: z.string().nullable(),
  country: z.string().nullable(),
  currency: z.string().nullable(),
  status: z.enum(symbolStatuses),
  brand_aliases: z.array(z.string()),
  cik: Cik.nullable(),
  delisted_at: DateOnly.nullable(),
  /** Successor ticker; '' when none. */
  renamed_to: z.string(),
  /** Place on the SEC's list, 0 first, roughly from the largest company down (pipeline/ingest/symbols/history/merge-row.ts). */
  rank: z.int().min(0).nullish(),
  /** Companies that had the ticker, oldest first; absent: only this company, as far as is known. */
  holdings: z.array(Holding).optional(),
  /** Sources whose newest list has it; absent: the SEC's where it has a CIK. */
  listed_by: z.array(z.string()).optional(),
  description: z.string().nullish(),
  website: z.string().nullish(),
});
export type SymbolEntry = z.infer<typeof SymbolEntry>;

/** Returns the one holding of an entry without `holdings`; it began before recorded history. */
const soleHolding = ({ cik, name, delisted_at, renamed_to }: SymbolEntry): Holding => ({
  cik,
  name,
  security: null,
  from: null,
  cik_from: null,
  to: delisted_at,
  renamed_to,
});

/** Returns the holdings of the ticker, oldest first; never empty. */
export const holdingsOf = (entry: SymbolEntry): readonly Holding[] =>
  entry.holdings === undefined || entry.holdings.length === 0 ? [soleHolding(entry)] : entry.holdings;

const startOfDayMs = (date: string | null, otherwise: string): number => Date.parse(date ?? otherwise);

/** Returns the index of the holding in `entry` that continues `before`: one of the same company, else the one whose first day is nearest. */
export function successorPlace(before: Holding, entry: SymbolEntry): number {
  const holdings = holdingsOf(entry);
  const isOthers = ({ cik }: Holding): boolean => cik !== null && before.cik !== null && cik !== before.cik;
  const distance = (holding: Holding): number =>
    (isOthers(holding) ? 1e15 : 0) + Math.abs(startOfDayMs(holding.from, '1970-01-01') - startOfDayMs(before.to, '9999-12-31'));
  let best = holdings.length - 1;
  for (const [place, holding] of holdings.entries()) if (distance(holding) < distance(holdings[best]!)) best = place;
  return best;
}

/** Returns the entry as the service had it at a moment: its holder then, and no later delisting or rename; null: it was not known yet. */
export function entryAt(entry: SymbolEntry, ms: number): SymbolEntry | null {
  const day = easternDateAt(ms);
  const hasCome = (date: string | null, at: string | undefined): boolean => date !== null && (at === undefined ? date <= day : Date.parse(at) <= ms);
  const begun = holdingsOf(entry).filter(({ from, from_at }) => from === null || hasCome(from, from_at));
  const holding = begun.at(-1);
  if (holding === undefined) return null;
  // The last holding is the entry's own company, under its newest name.
  const isNewest = begun.length === holdingsOf(entry).length;
  const hasEnded = hasCome(holding.to, holding.to_at);
  return {
    ...entry,
    name: isNewest ? entry.name : holding.name,
    cik: isNewest ? entry.cik : holding.cik,
    status: hasEnded ? 'delisted' : 'active',
    delisted_at: hasEnded ? holding.to : null,
    renamed_to: hasEnded ? holding.renamed_to : '',
    holdings: begun.map((one) => (one === holding && !hasEnded ? { ...one, to: null, to_at: undefined, renamed_to: '' } : one)),
  };
}
