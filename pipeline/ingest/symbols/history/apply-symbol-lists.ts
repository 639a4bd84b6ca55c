/**
 * Computes which entries of the symbol directory change when lists arrive: new, returned, changed, taken over, delisted and renamed symbols.
 * It depends on recorded facts only: after a kill in the middle of the writes, applying the same lists again gives the rest
 * (ops/decisions/0022-symbol-history.md).
 */
import { holdingsOf, type Holding, type SymbolEntry } from '#schemas/symbol.ts';
import { newEntry, secSource, sourceKind, type ListedSymbol, type SymbolList } from '../lists/symbol-list.ts';
import { isSameEntry, listedByOf, mergeRow, withHistory } from './merge-row.ts';
import { findRenames, type FoundRename } from './find-renames.ts';
import { companyKey } from '../lists/security-name.ts';

export interface DirectoryState {
  readonly entries: ReadonlyMap<string, SymbolEntry>;
  /** Day of the newest applied list by source; no entry before the first. */
  readonly dates: ReadonlyMap<string, string>;
  /** Day of the newest list that was begun by source, whether or not it was completed. */
  readonly begun?: ReadonlyMap<string, string>;
}

interface Reuse {
  readonly ticker: string;
  /** CIK of the former and the present company; the name when the CIK is unknown. */
  readonly former: string;
  readonly now: string;
  readonly date: string;
}

export interface Refusal {
  readonly source: string;
  readonly outcome: 'implausible' | 'outdated';
  readonly detail: string;
}

export interface HistoryStep {
  readonly writes: readonly SymbolEntry[];
  readonly accepted: readonly SymbolList[];
  readonly refused: readonly Refusal[];
  /** Tickers that are new, returned or taken over. */
  readonly listed: readonly string[];
  readonly delisted: readonly string[];
  readonly renames: readonly (Omit<FoundRename, 'place'> & { readonly date: string })[];
  readonly reused: readonly Reuse[];
}

/** Minimum share of the symbols in the last list; less is cut short. Half a list with duplicate rows has just over half. */
const leastPart = 0.6;
/** Days after which the last list of a source no longer keeps symbols listed that another source has dropped. */
const freshDays = 14;

/** Sorts ended entries first, so that a reader of a new ticker already knows which company it belonged to. */
const endedFirst = (one: SymbolEntry, other: SymbolEntry): number => Number(one.status === 'active') - Number(other.status === 'active');

/** Returns the changes of lists that arrived together, at most one per source. `at` is stored in holdings that begin or end. */
export function applySymbolLists(state: DirectoryState, lists: readonly SymbolList[], at?: string): HistoryStep {
  const refused: Refusal[] = [];
  const accepted = lists.filter((list) => {
    const refusal = refusalOf(state, list);
    if (refusal !== null) refused.push(refusal);
    return refusal === null;
  });
  const entries = new Map(state.entries);
  const reused: Reuse[] = [];
  for (const list of accepted) {
    const isFirst = !state.dates.has(list.source);
    for (const row of list.rows) {
      const before = entries.get(row.symbol);
      if (row.isDetail && before === undefined) continue;
      const after = row.isDetail ? mergeRow(before!, row, list.source) : listRow(before, row, list, isFirst, at);
      entries.set(row.symbol, after);
      const [former, now] = [before && holdingsOf(before), holdingsOf(after)];
      if (before !== undefined && former !== undefined && now.length > former.length && !isSameHolder(before, row))
        reused.push({ ticker: row.symbol, former: nameOf(former.at(-1)!), now: nameOf(now.at(-1)!), date: list.date });
    }
  }
  const dates = new Map([...state.dates, ...accepted.map(({ source, date }) => [source, date] as const)]);
  for (const list of accepted) dropMissing(entries, list, dates, at);
  const renames = findRenames(entries);
  for (const { from, to, place } of renames) {
    const entry = entries.get(from)!;
    const holdings = holdingsOf(entry).map((holding, index) => (index === place ? { ...holding, renamed_to: to } : holding));
    entries.set(from, withHistory(entry, holdings, listedByOf(entry)));
  }
  const day =
    accepted
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? '';
  const writes = [...entries.values()].filter((entry) => {
    const before = state.entries.get(entry.symbol);
    return before === undefined || (before !== entry && !isSameEntry(before, entry));
  });
  writes.sort(endedFirst);
  const wasActive = (symbol: string): boolean => state.entries.get(symbol)?.status === 'active';
  const taken = new Set(reused.map(({ ticker }) => ticker));
  return {
    writes,
    accepted,
    refused,
    listed: writes.filter(({ symbol, status }) => status === 'active' && (!wasActive(symbol) || taken.has(symbol))).map(({ symbol }) => symbol),
    delisted: writes.filter(({ symbol, status }) => wasActive(symbol) && (status === 'delisted' || taken.has(symbol))).map(({ symbol }) => symbol),
    renames: renames.map(({ from, to, cik }) => ({ from, to, cik, date: day })),
    reused,
  };
}

function refusalOf({ entries, dates, begun }: DirectoryState, { source, date, rows }: SymbolList): Refusal | null {
  const refuse = (outcome: Refusal['outcome'], detail: string): Refusal => ({ source, outcome, detail });
  const last = [dates.get(source), begun?.get(source)]
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1);
  if (last !== undefined && date < last) return refuse('outdated', `the list is dated ${date}, before the last one of ${last}`);
  const countNow = rows.filter(({ isDetail }) => !isDetail).length;
  if (rows.length === 0) return refuse('implausible', 'the list is empty');
  let countBefore = 0;
  for (const entry of entries.values()) if (entry.status === 'active' && listedByOf(entry).includes(source)) countBefore += 1;
  return countNow < countBefore * leastPart ? refuse('implausible', `the list has only ${countNow} symbols, but ${countBefore} are known`) : null;
}

const nameOf = ({ cik, name }: Holding): string => cik ?? name;

/**
 * Returns whether the row is about the company of the entry. The CIK decides; when it changes and the name stays, the company registered
 * again. When one side has no CIK, an active ticker keeps its company and a delisted one is compared by name.
 */
function isSameHolder(entry: SymbolEntry, row: ListedSymbol): boolean {
  if (entry.cik !== null && row.cik !== null && entry.cik === row.cik) return true;
  const hasSameName = companyKey(entry.name) === companyKey(row.name);
  if (entry.cik !== null && row.cik !== null) return hasSameName;
  return entry.status === 'active' || hasSameName;
}

function listRow(before: SymbolEntry | undefined, row: ListedSymbol, { source, date }: SymbolList, isFirst: boolean, at?: string): SymbolEntry {
  const begins = isFirst ? null : date;
  const fromAt = at === undefined ? {} : { from_at: at };
  const opened: Holding = {
    cik: row.cik,
    name: row.name,
    security: row.security,
    from: begins,
    cik_from: row.cik === null ? null : begins,
    to: null,
    renamed_to: '',
    ...(begins !== null && fromAt),
  };
  if (before === undefined) return withHistory(mergeRow(newEntry(row), row, source), [opened], [source]);
  const holdings = holdingsOf(before);
  const last = holdings.at(-1)!;
  if (!isSameHolder(before, row)) {
    const closed = last.to === null ? { ...last, ...endedOn(date, at) } : last;
    return withHistory(
      mergeRow(newEntry(row), row, source),
      [...holdings.slice(0, -1), closed, { ...opened, from: date, cik_from: row.cik && date, ...fromAt }],
      [source],
    );
  }
  const merged = mergeRow(before, row, source);
  const listedBy = [...listedByOf(before), source];
  // A returning ticker begins a new holding when its company had been renamed; otherwise its last holding continues.
  if (last.to !== null && last.renamed_to !== '')
    return withHistory(merged, [...holdings, { ...opened, cik: merged.cik, name: merged.name }], listedBy);
  const isNamed = source === secSource && last.cik === null && row.cik !== null;
  const { to_at: _, ...begun } = last;
  const kept: Holding = {
    ...begun,
    cik: merged.cik,
    name: merged.name,
    security: (sourceKind(source) === 'exchange' ? row.security : null) ?? last.security,
    cik_from: isNamed ? begins : last.cik_from,
    to: null,
  };
  return withHistory(merged, [...holdings.slice(0, -1), kept], listedBy);
}

const endedOn = (date: string, at?: string): Pick<Holding, 'to' | 'to_at'> => ({ to: date, ...(at !== undefined && { to_at: at }) });

/** Delists the symbols that the source no longer lists, except those on a recent list of another source. */
function dropMissing(entries: Map<string, SymbolEntry>, { source, date, rows }: SymbolList, dates: ReadonlyMap<string, string>, at?: string): void {
  const listed = new Set(rows.flatMap(({ symbol, isDetail }) => (isDetail ? [] : [symbol])));
  const freshFrom = Temporal.PlainDate.from(date).subtract({ days: freshDays }).toString();
  for (const entry of entries.values()) {
    const listedBy = listedByOf(entry);
    if (!listedBy.includes(source) || listed.has(entry.symbol)) continue;
    const left = listedBy.filter((other) => other !== source);
    const isStillListed = left.some((other) => (dates.get(other) ?? '') >= freshFrom);
    const holdings = holdingsOf(entry);
    const last = holdings.at(-1)!;
    const ends = entry.status === 'active' && !isStillListed;
    entries.set(entry.symbol, withHistory(entry, ends ? [...holdings.slice(0, -1), { ...last, ...endedOn(date, at) }] : holdings, left));
  }
}
