/**
 * The directory as kept and a new list, to the entries that change: new and returned symbols, changed ones,
 * and those gone from the list, which become delisted or, where the company goes on under another, renamed.
 * Pure. A list that cannot be the whole market changes nothing.
 */
import { easternDate } from '#schemas/edgar-calendar.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

export interface DirectoryChanges {
  readonly writes: readonly SymbolEntry[];
  readonly added: number;
  readonly changed: number;
  readonly returned: number;
  readonly delisted: number;
  readonly renamed: number;
  readonly unchanged: number;
}

export type ChangesResult = ({ readonly ok: true } & DirectoryChanges) | { readonly ok: false; readonly detail: string };

/** A list shorter than this part of the last one was cut. */
const leastPart = 0.5;

/** What other sources have added to an entry is kept where the list says nothing about it. */
const merge = (kept: SymbolEntry, listed: SymbolEntry): SymbolEntry => ({
  ...listed,
  asset_type: listed.asset_type === 'Stock' ? kept.asset_type : listed.asset_type,
  exchange: listed.exchange ?? kept.exchange,
  sector: listed.sector ?? kept.sector,
  industry: listed.industry ?? kept.industry,
  country: listed.country ?? kept.country,
  currency: listed.currency ?? kept.currency,
  brand_aliases: listed.brand_aliases.length > 0 ? listed.brand_aliases : kept.brand_aliases,
  cik: listed.cik ?? kept.cik,
  rank: hasMoved(kept.rank, listed.rank) ? listed.rank : kept.rank,
});

/** Places shift by a few every day: a rank is written anew once it has moved by a tenth, so that the list's churn is not the directory's. */
const rankStep = 0.1;
const hasMoved = (kept: number | null | undefined, listed: number | null | undefined): boolean =>
  typeof kept !== 'number' || typeof listed !== 'number' ? kept !== listed : Math.abs(listed - kept) > Math.max(1, kept * rankStep);

const isSame = (a: SymbolEntry, b: SymbolEntry): boolean =>
  (Object.keys({ ...a, ...b }) as (keyof SymbolEntry)[]).every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));

/** Common shares stay common: a preferred share or warrant is no successor of one. */
const shapeOf = (ticker: string): string => ticker.split('-')[1]?.slice(0, 1) ?? '';

const kindOf = ({ cik, symbol }: SymbolEntry): string => `${cik} ${shapeOf(symbol)}`;

/** The one new symbol of the same filer and kind, where exactly one symbol of it went; '' otherwise. */
function successorsAmong(gone: readonly SymbolEntry[], added: readonly SymbolEntry[]): (entry: SymbolEntry) => string {
  const [goneByKind, addedByKind] = [Map.groupBy(gone, kindOf), Map.groupBy(added, kindOf)];
  return (entry) => {
    const [successor, ...others] = entry.cik === null ? [] : (addedByKind.get(kindOf(entry)) ?? []);
    return successor && others.length === 0 && goneByKind.get(kindOf(entry))?.length === 1 ? successor.symbol : '';
  };
}

export function changesOf(kept: ReadonlyMap<string, SymbolEntry>, entries: readonly SymbolEntry[], fetchedAt: string): ChangesResult {
  const listed = new Map(entries.map((entry) => [entry.symbol, entry]));
  const isOurs = (entry: SymbolEntry): boolean => entry.cik !== null;
  const wasActive = [...kept.values()].filter((entry) => entry.status === 'active' && isOurs(entry));
  const isNow = entries.filter(isOurs).length;
  if (isNow === 0) return { ok: false, detail: 'the list is empty' };
  if (isNow < wasActive.length * leastPart) return { ok: false, detail: `the list has ${isNow} symbols where ${wasActive.length} are known` };

  const added = entries.filter((entry) => !kept.has(entry.symbol));
  const common = entries.flatMap((entry) => {
    const before = kept.get(entry.symbol);
    return before ? [{ before, after: merge(before, entry) }] : [];
  });
  const changed = common.filter(({ before, after }) => !isSame(before, after));
  // What has no filer did not come from this list, and its absence from it says nothing.
  const gone = [...kept.values()].filter((entry) => entry.status === 'active' && entry.cik !== null && !listed.has(entry.symbol));
  const successorOf = successorsAmong(gone, added);
  const delisted = gone.map((entry): SymbolEntry => ({
    ...entry,
    status: 'delisted',
    delisted_at: easternDate(fetchedAt),
    renamed_to: successorOf(entry),
  }));
  return {
    ok: true,
    writes: [...added, ...changed.map(({ after }) => after), ...delisted],
    added: added.length,
    changed: changed.length,
    returned: changed.filter(({ before }) => before.status === 'delisted').length,
    delisted: delisted.length,
    renamed: delisted.filter((entry) => entry.renamed_to !== '').length,
    unchanged: common.length - changed.length,
  };
}
