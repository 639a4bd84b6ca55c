/**
 * The symbol directory in memory: resolves the ticker of a query to a symbol and provides its details.
 */
import { LRUCache } from 'lru-cache';
import { isBounded, type TickerSpan } from '#schemas/ticker-spans.ts';
import { holdingsOf, type SymbolEntry } from '#schemas/symbol.ts';
import { companyTickers, type SymbolIndex } from '#schemas/company-tickers.ts';
import { editDistance } from '#schemas/edit-distance.ts';
import { symbolText } from '#schemas/symbol-text.ts';

export interface ResolvedSymbol {
  /** Tickers whose articles count for the symbol: its own, former and later names, the issuer's other listed classes. */
  readonly tickers: readonly string[];
  /** The same tickers with the times for which they count; absent unless another company had one of them. */
  readonly spans?: readonly TickerSpan[];
  /** The CIKs of the companies meant, each the present company of a symbol; absent where `spans` is. */
  readonly issuerCiks?: readonly string[];
  /** A sentence of the response: that a coin has the same letters as the stock that was served, or which symbols are nearest to an unlisted one. */
  readonly note: string | null;
}

export interface SymbolDirectory extends SymbolIndex {
  /** Resolves a ticker, a share class in any spelling, a coin's symbol, pair or name, or a brand. Unknown text stays; no row has it. */
  readonly resolve: (text: string) => ResolvedSymbol;
  /** Resolves several texts to the tickers of all; the note names the unknown ones. */
  readonly resolveAll: (texts: readonly string[]) => ResolvedSymbol;
  /** Returns the tickers of the company that has this one, each with its time; `atMs`: of the company that had it then. */
  readonly tickersFor: (symbol: string, atMs?: number) => readonly TickerSpan[];
  /** Returns one text for all tickers of a company. */
  readonly issuerOf: (symbol: string) => string;
  /** Returns the symbols that `text` names, in the directory's spelling: one, or the classes of a family; empty: unknown. */
  readonly namedBy: (text: string) => readonly string[];
  /** Returns the symbol that `text` names, as for `resolve`, in the directory's spelling; the largest of a family; null: unknown. */
  readonly find: (text: string) => string | null;
  /** Returns the coin with the letters of a stock, or the stock with those of a coin. */
  readonly counterpartOf: (symbol: string) => SymbolEntry | undefined;
  readonly entries: () => Iterable<SymbolEntry>;
  /** Returns a number that changes with every change of the directory. */
  readonly generation: () => number;
  readonly put: (entry: SymbolEntry) => void;
  readonly remove: (symbol: string) => void;
  readonly size: () => number;
}

const coinSuffix = '-USD';
/** Sizes of caches that are valid between two changes: resolving walks renames, and notes on unknown symbols read the whole directory. */
const resolvedKept = 20_000;
const notesKept = 2_000;

/** Creates an empty directory. */
export function createSymbolDirectory(): SymbolDirectory {
  const entries = new Map<string, SymbolEntry>();
  const byCik = new Map<string, Set<string>>();
  const formerNames = new Map<string, Set<string>>();
  /** Names of coins and brands in upper case, words joined by dashes. */
  const named = new Map<string, Set<string>>();
  /** Letters before the class -> the classes of stocks. */
  const families = new Map<string, Set<string>>();
  const unknownNotes = new LRUCache<string, string>({ max: notesKept });
  const spansOf = new LRUCache<string, readonly TickerSpan[]>({ max: resolvedKept });
  let generation = 0;

  const changed = (): void => {
    generation += 1;
    // Clearing costs as much as a full cache holds, and a start makes a change for each symbol.
    if (unknownNotes.size > 0) unknownNotes.clear();
    if (spansOf.size > 0) spansOf.clear();
  };

  const remove = (symbol: string): void => {
    const entry = entries.get(symbol);
    if (entry === undefined) return;
    entries.delete(symbol);
    changed();
    for (const name of namesOf(entry)) named.get(name)?.delete(symbol);
    families.get(familyOf(entry))?.delete(symbol);
    for (const { cik, renamed_to } of holdingsOf(entry)) {
      if (cik !== null) byCik.get(cik)?.delete(symbol);
      formerNames.get(renamed_to)?.delete(symbol);
    }
  };

  const index: SymbolIndex = {
    get: (symbol) => entries.get(symbol),
    ofCik: (cik) => byCik.get(cik) ?? [],
    formerOf: (symbol) => formerNames.get(symbol) ?? [],
  };

  const tickersFor = (symbol: string, atMs?: number): readonly TickerSpan[] => {
    if (atMs !== undefined && entries.get(symbol)?.holdings !== undefined) return companyTickers(symbol, index, atMs);
    let spans = spansOf.get(symbol);
    if (spans === undefined) {
      spans = companyTickers(symbol, index);
      spansOf.set(symbol, spans);
    }
    return spans;
  };

  const ciksOf = (tickers: readonly string[]): string[] => tickers.flatMap((ticker) => entries.get(ticker)?.cik ?? []);
  const resolved = (symbol: string, note: string | null): ResolvedSymbol => {
    const spans = tickersFor(symbol);
    const tickers = [...new Set(spans.map(({ ticker }) => ticker))];
    return spans.some(isBounded) ? { tickers, spans, issuerCiks: ciksOf([symbol]), note } : { tickers, note };
  };

  /** Joins several results into one, with each ticker and each of its times once. */
  const joined = (all: readonly ResolvedSymbol[], note: string | null): ResolvedSymbol => {
    const tickers = [...new Set(all.flatMap((one) => one.tickers))];
    if (all.every(({ spans }) => spans === undefined)) return { tickers, note };
    // Tickers without spans never belonged to another company.
    const issuerCiks = [...new Set(all.flatMap((one) => one.issuerCiks ?? ciksOf(one.tickers)))];
    const every = all.flatMap((one) => one.spans ?? one.tickers.map((ticker): TickerSpan => ({ ticker, fromMs: null, toMs: null })));
    return { tickers, spans: [...new Map(every.map((span) => [JSON.stringify(span), span])).values()], issuerCiks, note };
  };

  /** Returns the listed spelling; a share class may be written with a dot or a dash. */
  const listedAs = (text: string): string | undefined => spellings(text).find((spelling) => entries.has(spelling));
  /** Returns the symbol with this name: a listed one first, then the largest company. */
  const namedSo = (text: string): SymbolEntry | undefined =>
    [...(named.get(text) ?? [])].flatMap((symbol) => entries.get(symbol) ?? []).sort(byStanding)[0];
  /** Returns the coin of a pair such as `BTCUSD`. */
  const pairOf = (text: string): SymbolEntry | undefined => (text.endsWith('USD') ? entries.get(`${text.slice(0, -3)}${coinSuffix}`) : undefined);
  const coinOf = (text: string): SymbolEntry | undefined => {
    if (text.endsWith(coinSuffix)) return undefined;
    const coin = entries.get(`${text}${coinSuffix}`) ?? pairOf(text) ?? namedSo(text);
    return coin?.asset_type === 'Crypto' ? coin : undefined;
  };
  /** Returns the classes of a stock without a plain ticker, largest first. */
  const classesOf = (text: string): SymbolEntry[] => [...(families.get(text) ?? [])].flatMap((symbol) => entries.get(symbol) ?? []).sort(byStanding);
  const unknownNote = (text: string): string | null => {
    // Before the symbol list is loaded, unknown and listed tickers cannot be distinguished.
    if (entries.size === 0) return null;
    let note = unknownNotes.get(text);
    if (note === undefined) {
      const nearest = nearestSymbols(text, entries.keys());
      note = `No symbol is listed as ${text}.${nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`}`;
      unknownNotes.set(text, note);
    }
    return note;
  };

  const namedBy = (given: string): readonly string[] => {
    const text = symbolText(given);
    const listed = listedAs(text);
    if (listed !== undefined) return [listed];
    const classes = classesOf(text);
    const meant = classes.length > 0 ? classes : [coinOf(text) ?? namedSo(text)];
    return meant.flatMap((entry) => entry?.symbol ?? []);
  };

  const resolve = (given: string): ResolvedSymbol => {
    const text = symbolText(given);
    const symbols = namedBy(text);
    const [symbol] = symbols;
    if (symbol === undefined) return resolved(text, unknownNote(text));
    const coin = coinOf(text);
    const { name, asset_type } = entries.get(symbol)!;
    const note =
      coin === undefined || asset_type === 'Crypto' ? null : `${symbols.join(', ')} means ${name}. For the coin ${coin.name}, use ${coin.symbol}.`;
    return joined(
      symbols.map((one) => resolved(one, null)),
      note,
    );
  };

  return {
    ...index,
    resolve,
    resolveAll: (texts) => {
      if (texts.length === 1) return resolve(texts[0]!);
      const all = texts.map(resolve);
      const notes = [...new Set(all.flatMap(({ note }) => note ?? []))];
      return joined(all, notes.length === 0 ? null : notes.join(' '));
    },
    tickersFor,
    issuerOf: (symbol) =>
      tickersFor(symbol)
        .map(({ ticker }) => ticker)
        .sort()[0] ?? symbol,
    namedBy,
    find: (text) => namedBy(text)[0] ?? null,
    counterpartOf: (symbol) => entries.get(symbol.endsWith(coinSuffix) ? symbol.slice(0, -coinSuffix.length) : `${symbol}${coinSuffix}`),
    entries: () => entries.values(),
    generation: () => generation,
    put: (entry) => {
      remove(entry.symbol);
      changed();
      entries.set(entry.symbol, entry);
      for (const name of namesOf(entry)) indexed(named, name).add(entry.symbol);
      const family = familyOf(entry);
      if (family !== '') indexed(families, family).add(entry.symbol);
      for (const { cik, renamed_to } of holdingsOf(entry)) {
        if (cik !== null) indexed(byCik, cik).add(entry.symbol);
        if (renamed_to !== '') indexed(formerNames, renamed_to).add(entry.symbol);
      }
    },
    remove,
    size: () => entries.size,
  };
}

const nameText = (name: string): string =>
  name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-');
const namesOf = ({ asset_type, name, brand_aliases }: SymbolEntry): readonly string[] =>
  (asset_type === 'Crypto' ? [name, ...brand_aliases] : brand_aliases).map(nameText);

/** Returns the letters before the class. Warrants, units, rights and preferred shares are not classes of common stock. */
const familyOf = ({ symbol, asset_type, status }: SymbolEntry): string =>
  asset_type === 'Stock' && status === 'active' ? (/^([A-Z0-9]+)[.-](?![PRUW])[A-Z]$/.exec(symbol)?.[1] ?? '') : '';

const isListed = ({ status }: SymbolEntry): number => (status === 'active' ? 0 : 1);
const byStanding = (a: SymbolEntry, b: SymbolEntry): number =>
  isListed(a) - isListed(b) || (a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.symbol < b.symbol ? -1 : 1);

const spellings = (text: string): readonly string[] => (/[.-]/.test(text) ? [text, text.replaceAll('.', '-'), text.replaceAll('-', '.')] : [text]);

const indexed = (index: Map<string, Set<string>>, key: string): Set<string> => {
  let symbols = index.get(key);
  if (symbols === undefined) {
    symbols = new Set();
    index.set(key, symbols);
  }
  return symbols;
};

const suggestedMax = 3;
const distanceMax = 2;

/** Suggests up to three symbols for a mistyped one, by edit distance, then alphabetically. */
function nearestSymbols(text: string, symbols: Iterable<string>): string[] {
  const allowed = text.length < 4 ? 1 : distanceMax;
  const found: { symbol: string; distance: number }[] = [];
  for (const symbol of symbols) {
    if (Math.abs(symbol.length - text.length) > allowed) continue;
    const distance = editDistance(text, symbol, allowed);
    if (distance <= allowed) found.push({ symbol, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.symbol < b.symbol ? -1 : 1))
    .slice(0, suggestedMax)
    .map(({ symbol }) => symbol);
}
