/** The symbol directory, stored in JetStream KV with one entry per ticker. */
import { z } from 'zod';
import { easternDateAt } from './edgar-calendar.ts';
import { Cik, DateOnly, Instant, Ticker } from './primitives.ts';
import { assetTypes, symbolStatuses } from './vocabulary.ts';

/** A period in which one company had the ticker. The last holding of an entry is that of the entry's present company. */
export const Holding = z.object({
  cik: Cik.nullable(),
  name: z.string(),
  /** The exchange's full name of the security, share class included; null if no exchange listed it. */
  security: z.string().nullable(),
  /** First day; null if the holding began before the first list of its source. */
  from: DateOnly.nullable(),
  /** First day on which the SEC's list had the company's CIK; null if that was the first list, or if no list has it yet. */
  cik_from: DateOnly.nullable(),
  /** Day of the first list without the holding; null if it has not ended. */
  to: DateOnly.nullable(),
  /** When the service learned of `from`; `to_at` is the same for `to`. If absent, the start of that day counts. */
  from_at: Instant.optional(),
  to_at: Instant.optional(),
  renamed_to: z.string(),
});
export type Holding = z.infer<typeof Holding>;

/** A ticker of the directory. Entries of older releases lack the fields after `renamed_to`, and older releases delete these. */
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
  renamed_to: z.string(),
  /** Index in the SEC's list, which is roughly sorted by size, largest first (pipeline/ingest/symbols/history/merge-row.ts). */
  rank: z.int().min(0).nullish(),
  /** Companies that had the ticker, oldest first; absent if no other than the present one is known. */
  holdings: z.array(Holding).optional(),
  /** Sources whose newest list has the ticker; if absent, the SEC if the entry has a CIK. */
  listed_by: z.array(z.string()).optional(),
  description: z.string().nullish(),
  website: z.string().nullish(),
});
export type SymbolEntry = z.infer<typeof SymbolEntry>;

const soleHolding = ({ cik, name, delisted_at, renamed_to }: SymbolEntry): Holding => ({
  cik,
  name,
  security: null,
  from: null,
  cik_from: null,
  to: delisted_at,
  renamed_to,
});

/** Returns the holdings, oldest first; never an empty list. */
export const holdingsOf = (entry: SymbolEntry): readonly Holding[] =>
  entry.holdings === undefined || entry.holdings.length === 0 ? [soleHolding(entry)] : entry.holdings;

/** Returns the index of the holding that continues `before` under another ticker: of the same company if possible, nearest in time. */
export function successorPlace(before: Holding, entry: SymbolEntry): number {
  const holdings = holdingsOf(entry);
  const isOthers = ({ cik }: Holding): boolean => cik !== null && before.cik !== null && cik !== before.cik;
  const distance = (holding: Holding): number =>
    (isOthers(holding) ? 1e15 : 0) + Math.abs(Date.parse(holding.from ?? '1970-01-01') - Date.parse(before.to ?? '9999-12-31'));
  let best = holdings.length - 1;
  for (const [place, holding] of holdings.entries()) if (distance(holding) < distance(holdings[best]!)) best = place;
  return best;
}

/** Returns the entry as it was at `ms`, without later holders, delistings and renames; null if the ticker was not known then. */
export function entryAt(entry: SymbolEntry, ms: number): SymbolEntry | null {
  const day = easternDateAt(ms);
  const hasCome = (date: string | null, at: string | undefined): boolean => date !== null && (at === undefined ? date <= day : Date.parse(at) <= ms);
  const begun = holdingsOf(entry).filter(({ from, from_at }) => from === null || hasCome(from, from_at));
  const holding = begun.at(-1);
  if (holding === undefined) return null;
  // The last holding is the present company's, and the entry has its newest name.
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
