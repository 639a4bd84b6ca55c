/**
 * Finds every ticker of a company: its current, earlier and later tickers, and the tickers of the issuer's other share classes. A ticker
 * that another company had before or afterwards counts only for the time in which this company had it.
 */
import type { TickerSpan } from './ticker-spans.ts';
import { holdingsOf, successorPlace, type SymbolEntry } from './symbol.ts';

export interface SymbolIndex {
  readonly get: (symbol: string) => SymbolEntry | undefined;
  /** Returns the tickers that the company with this CIK has or had. */
  readonly ofCik: (cik: string) => Iterable<string>;
  /** Returns the tickers that were renamed to `symbol`. */
  readonly formerOf: (symbol: string) => Iterable<string>;
}

/** Returns an empty index, which the caller fills. */
export function createSymbolIndex() {
  const entries = new Map<string, SymbolEntry>();
  const byCik = new Map<string, Set<string>>();
  const former = new Map<string, Set<string>>();
  /** Returns the removed entry, if there was one. */
  const remove = (symbol: string): SymbolEntry | undefined => {
    const entry = entries.get(symbol);
    if (entry === undefined) return undefined;
    entries.delete(symbol);
    for (const { cik, renamed_to } of holdingsOf(entry)) {
      if (cik !== null) byCik.get(cik)?.delete(symbol);
      former.get(renamed_to)?.delete(symbol);
    }
    return entry;
  };
  return {
    entries: entries as ReadonlyMap<string, SymbolEntry>,
    get: (symbol: string): SymbolEntry | undefined => entries.get(symbol),
    ofCik: (cik: string): Iterable<string> => byCik.get(cik) ?? [],
    formerOf: (symbol: string): Iterable<string> => former.get(symbol) ?? [],
    put: (entry: SymbolEntry): void => {
      remove(entry.symbol);
      entries.set(entry.symbol, entry);
      for (const { cik, renamed_to } of holdingsOf(entry)) {
        if (cik !== null) byCik.getOrInsertComputed(cik, () => new Set()).add(entry.symbol);
        if (renamed_to !== '') former.getOrInsertComputed(renamed_to, () => new Set()).add(entry.symbol);
      }
    },
    remove,
  };
}

/** Maximum number of tickers per company. No issuer has as many; a trust would if its funds were listed as stocks under one CIK. */
const tickersMax = 20;

/** The time in which one company had a ticker; `place` is the index in `holdingsOf`. */
interface TickerHolding {
  readonly ticker: string;
  readonly place: number;
}

const startMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Returns the tickers of the company that had `symbol` at `atMs` (absent: of its last holder), `symbol` first. An unknown symbol is the only one. */
export function companyTickers(symbol: string, index: SymbolIndex, atMs?: number): TickerSpan[] {
  const entry = index.get(symbol);
  if (entry === undefined) return [{ ticker: symbol, fromMs: null, toMs: null }];
  const found = walk({ ticker: symbol, place: placeAt(entry, atMs) }, index);
  const ofCompany = new Set(found.map(keyOf));
  return found.map(({ ticker, place }): TickerSpan => {
    const holdings = holdingsOf(index.get(ticker)!);
    const isOthers = (at: number): boolean => holdings[at] !== undefined && !ofCompany.has(keyOf({ ticker, place: at }));
    const [own, next] = [holdings[place]!, holdings[place + 1]];
    return {
      ticker,
      fromMs: isOthers(place - 1) && own.from !== null ? startMs(own.from) : null,
      toMs: isOthers(place + 1) && typeof next?.from === 'string' ? startMs(next.from) : null,
    };
  });
}

const keyOf = ({ ticker, place }: TickerHolding): string => `${ticker} ${place}`;

function placeAt(entry: SymbolEntry, atMs: number | undefined): number {
  const holdings = holdingsOf(entry);
  const last = holdings.length - 1;
  if (atMs === undefined) return last;
  const next = holdings.findIndex(({ from }, place) => place > 0 && from !== null && startMs(from) > atMs);
  return next < 0 ? last : next - 1;
}

function walk(start: TickerHolding, index: SymbolIndex): TickerHolding[] {
  const found = new Map([[keyOf(start), start]]);
  // Iteration over a Map includes entries that are added during the loop.
  for (const at of found.values()) {
    const entry = index.get(at.ticker)!;
    const holding = holdingsOf(entry)[at.place]!;
    const add = (next: TickerHolding): void => {
      if (found.size < tickersMax) found.set(keyOf(next), next);
    };
    const successor = index.get(holding.renamed_to);
    if (successor !== undefined) add({ ticker: successor.symbol, place: successorPlace(holding, successor) });
    for (const former of predecessors(at, entry, index)) add(former);
    if (entry.asset_type !== 'Stock' || holding.cik === null) continue;
    for (const ticker of index.ofCik(holding.cik)) {
      const other = index.get(ticker);
      if (other?.asset_type !== 'Stock') continue;
      for (const [place, { cik }] of holdingsOf(other).entries()) if (cik === holding.cik) add({ ticker, place });
    }
  }
  return [...found.values()];
}

function predecessors(holding: TickerHolding, entry: SymbolEntry, { get, formerOf }: SymbolIndex): TickerHolding[] {
  return [...formerOf(holding.ticker)].flatMap((ticker) => {
    const former = get(ticker);
    if (former === undefined) return [];
    return [...holdingsOf(former).entries()].flatMap(([place, before]) =>
      before.renamed_to === holding.ticker && successorPlace(before, entry) === holding.place ? [{ ticker, place }] : [],
    );
  });
}

/** Returns the last ticker in the company's chain of renames, or '' if it was never renamed. */
export function newestTicker(entry: SymbolEntry, index: SymbolIndex): string {
  const seen = new Set<string>();
  let [at, place] = [entry, holdingsOf(entry).length - 1];
  for (;;) {
    const holding = holdingsOf(at)[place]!;
    const next = index.get(holding.renamed_to);
    const key = keyOf({ ticker: at.symbol, place });
    if (next === undefined || seen.has(key)) return at.symbol === entry.symbol ? '' : at.symbol;
    seen.add(key);
    [at, place] = [next, successorPlace(holding, next)];
  }
}

/** Returns the company's earlier tickers, latest first. */
export function formerTickers(entry: SymbolEntry, index: SymbolIndex): string[] {
  const found = new Map<string, TickerHolding>();
  let turn: readonly TickerHolding[] = [{ ticker: entry.symbol, place: holdingsOf(entry).length - 1 }];
  while (turn.length > 0 && found.size < tickersMax) {
    const next = turn.flatMap((holding) => predecessors(holding, index.get(holding.ticker)!, index)).filter((holding) => !found.has(keyOf(holding)));
    for (const holding of next) found.set(keyOf(holding), holding);
    turn = next;
  }
  return [...new Set([...found.values()].map(({ ticker }) => ticker))].filter((ticker) => ticker !== entry.symbol);
}
