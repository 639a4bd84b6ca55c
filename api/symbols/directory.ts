/** The symbol directory in memory: resolves the ticker of a query to a symbol and provides its details. */
import { LRUCache } from 'lru-cache';
import { isBounded, type TickerSpan } from '#schemas/ticker-spans.ts';
import { entryAt, type SymbolEntry } from '#schemas/symbol.ts';
import { companyTickers, createSymbolIndex, type SymbolIndex } from '#schemas/company-tickers.ts';
import { editDistance } from '#schemas/edit-distance.ts';
import { symbolText } from '#schemas/symbol-text.ts';

export interface ResolvedSymbol {
  /** Tickers whose articles count for the symbol: its own, former and later tickers, and the issuer's other listed share classes. */
  readonly tickers: readonly string[];
  /** The same tickers with the times for which they count; absent unless another company had one of them. */
  readonly spans?: readonly TickerSpan[];
  /** CIKs of the present companies of the symbols; absent if `spans` is absent. */
  readonly issuerCiks?: readonly string[];
  /** A text about the symbols for the answer; null if there is nothing to say. */
  readonly note: string | null;
}

export type SymbolDirectory = ReturnType<typeof createSymbolDirectory>;

const coinSuffix = '-USD';
/** Sizes of the caches, which every change of the directory clears. */
const resolvedKept = 20_000;
const notesKept = 2_000;

export function createSymbolDirectory() {
  const index = createSymbolIndex();
  const { entries } = index;
  /** Symbols by the names of their coins and brands, in upper case, words joined by dashes. */
  const named = new Map<string, Set<string>>();
  /** Share classes by the letters before the class. */
  const families = new Map<string, Set<string>>();
  const unknownNotes = new LRUCache<string, string>({ max: notesKept });
  const spansOf = new LRUCache<string, readonly TickerSpan[]>({ max: resolvedKept });
  let generation = 0;

  const changed = (): void => {
    generation += 1;
    // A start changes the directory for each symbol, and clearing an empty cache costs as much as clearing a full one.
    if (unknownNotes.size > 0) unknownNotes.clear();
    if (spansOf.size > 0) spansOf.clear();
  };

  const remove = (symbol: string): void => {
    const entry = index.remove(symbol);
    if (entry === undefined) return;
    changed();
    for (const name of namesOf(entry)) named.get(name)?.delete(symbol);
    families.get(familyOf(entry))?.delete(symbol);
  };

  /** Returns the tickers of the company that has `symbol`, or had it at `atMs`, each with its time. */
  const tickersFor = (symbol: string, atMs?: number): readonly TickerSpan[] => {
    if (atMs !== undefined && entries.get(symbol)?.holdings !== undefined) return companyTickers(symbol, index, atMs);
    const spans = spansOf.get(symbol) ?? companyTickers(symbol, index);
    spansOf.set(symbol, spans);
    return spans;
  };

  const ciksOf = (tickers: readonly string[]): string[] => tickers.flatMap((ticker) => entries.get(ticker)?.cik ?? []);
  /** Resolves a symbol in the directory's spelling to the tickers of its own company, or of the one that had it at `atMs`. */
  const resolveSymbol = (symbol: string, atMs?: number): ResolvedSymbol => {
    const spans = tickersFor(symbol, atMs);
    const tickers = [...new Set(spans.map(({ ticker }) => ticker))];
    return spans.some(isBounded) ? { tickers, spans, issuerCiks: ciksOf([symbol]), note: null } : { tickers, note: null };
  };

  const joined = (all: readonly ResolvedSymbol[], note: string | null): ResolvedSymbol => {
    const tickers = [...new Set(all.flatMap((one) => one.tickers))];
    if (all.every(({ spans }) => spans === undefined)) return { tickers, note };
    // Tickers without spans never belonged to another company.
    const issuerCiks = [...new Set(all.flatMap((one) => one.issuerCiks ?? ciksOf(one.tickers)))];
    const every = all.flatMap((one) => one.spans ?? one.tickers.map((ticker): TickerSpan => ({ ticker, fromMs: null, toMs: null })));
    return { tickers, spans: [...new Map(every.map((span) => [JSON.stringify(span), span])).values()], issuerCiks, note };
  };

  /** Returns a lookup of symbols as they were at `atMs`, or are now, so that a later listing does not hide an earlier one. */
  const listedBy =
    (atMs: number | undefined): SymbolIndex['get'] =>
    (symbol) => {
      const entry = entries.get(symbol);
      return entry === undefined || atMs === undefined ? entry : (entryAt(entry, atMs) ?? undefined);
    };
  /** Returns the listed spelling; a share class may be written with a dot or a dash. */
  const listedAs = (text: string, get: SymbolIndex['get']): string | undefined => spellings(text).find((spelling) => get(spelling) !== undefined);
  /** Returns the symbol with this name, if any. Active symbols come before delisted ones, then large companies before small ones. */
  const namedSo = (text: string, get: SymbolIndex['get']): SymbolEntry | undefined =>
    [...(named.get(text) ?? [])].flatMap((symbol) => get(symbol) ?? []).sort(byStanding)[0];
  const coinOf = (text: string, get: SymbolIndex['get']): SymbolEntry | undefined => {
    if (text.endsWith(coinSuffix)) return undefined;
    // A pair such as `BTCUSD` names its coin.
    const pair = text.endsWith('USD') ? get(`${text.slice(0, -3)}${coinSuffix}`) : undefined;
    const coin = get(`${text}${coinSuffix}`) ?? pair ?? namedSo(text, get);
    return coin?.asset_type === 'Crypto' ? coin : undefined;
  };
  const classesOf = (text: string, get: SymbolIndex['get']): SymbolEntry[] =>
    [...(families.get(text) ?? [])]
      .flatMap((symbol) => get(symbol) ?? [])
      .filter(({ status }) => status === 'active')
      .sort(byStanding);
  const unknownNote = (text: string): string | null => {
    // Before the symbol list is loaded, unknown and listed tickers cannot be distinguished.
    if (entries.size === 0) return null;
    let note = unknownNotes.get(text);
    if (note === undefined) {
      const nearest = nearestSymbols(text, entries.values());
      note = `No symbol is listed as ${text}.${nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`}`;
      unknownNotes.set(text, note);
    }
    return note;
  };

  /** Returns the symbols that `given` names, or named at `atMs`: one, or the share classes of a family, largest first; empty if unknown. */
  const namedBy = (given: string, atMs?: number): readonly string[] => {
    const [text, get] = [symbolText(given), listedBy(atMs)];
    const listed = listedAs(text, get);
    if (listed !== undefined) return [listed];
    const classes = classesOf(text, get);
    const meant = classes.length > 0 ? classes : [coinOf(text, get) ?? namedSo(text, get)];
    return meant.flatMap((entry) => entry?.symbol ?? []);
  };

  /**
   * Resolves a ticker, a share class in any spelling, a coin's symbol, pair or name, or a brand, at `atMs` or now. An unknown text is returned
   * as a ticker, which no row names.
   */
  const resolve = (given: string, atMs?: number): ResolvedSymbol => {
    const resolved = (symbols: readonly string[]): ResolvedSymbol[] => symbols.map((one) => resolveSymbol(one, atMs));
    const [text, get] = [symbolText(given), listedBy(atMs)];
    const symbols = namedBy(text, atMs);
    const [symbol] = symbols;
    if (symbol === undefined)
      return { tickers: [text], note: namedBy(text).length === 0 ? unknownNote(text) : `No company had the ticker ${text} at that time.` };
    const coin = coinOf(text, get);
    const { name, asset_type, status } = get(symbol)!;
    if (coin === undefined || asset_type === 'Crypto') return joined(resolved(symbols), null);
    const means = `${symbols.join(', ')} means ${name}`;
    if (asset_type === 'Stock' && status === 'active') return joined(resolved(symbols), `${means}. For the coin ${coin.name}, use ${coin.symbol}.`);
    // A fund or a delisted stock with the coin's letters does not hide the coin.
    return joined(resolved([...symbols, coin.symbol]), `${means}, and the coin ${coin.name}. For the coin alone, use ${coin.symbol}.`);
  };

  return {
    ...index,
    resolve,
    resolveSymbol,
    /** Resolves several texts together, as `resolve` does one. */
    resolveAll: (texts: readonly string[], atMs?: number): ResolvedSymbol => {
      if (texts.length === 1) return resolve(texts[0]!, atMs);
      const all = texts.map((text) => resolve(text, atMs));
      const notes = [...new Set(all.flatMap(({ note }) => note ?? []))];
      return joined(all, notes.length === 0 ? null : notes.join(' '));
    },
    tickersFor,
    /** Returns the same text for all tickers of a company. */
    issuerOf: (symbol: string): string =>
      tickersFor(symbol)
        .map(({ ticker }) => ticker)
        .sort()[0] ?? symbol,
    namedBy,
    /** Returns the first of `namedBy`, or null if it is empty. */
    find: (text: string, atMs?: number): string | null => namedBy(text, atMs)[0] ?? null,
    /** Returns the coin with the letters of a stock or fund, or the stock or fund with those of a coin; undefined if it is not listed. */
    counterpartOf: (symbol: string): SymbolEntry | undefined =>
      entries.get(symbol.endsWith(coinSuffix) ? symbol.slice(0, -coinSuffix.length) : `${symbol}${coinSuffix}`),
    entries: (): Iterable<SymbolEntry> => entries.values(),
    /** Returns a number that changes with every change of the directory. */
    generation: (): number => generation,
    put: (entry: SymbolEntry): void => {
      remove(entry.symbol);
      changed();
      index.put(entry);
      for (const name of namesOf(entry)) named.getOrInsertComputed(name, () => new Set()).add(entry.symbol);
      const family = familyOf(entry);
      if (family !== '') families.getOrInsertComputed(family, () => new Set()).add(entry.symbol);
    },
    remove,
    size: (): number => entries.size,
  };
}

const nameText = (name: string): string =>
  name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-');
/** Some lists name a coin by its pair: `Bitcoin USD`. */
const namesOf = ({ asset_type, name, brand_aliases }: SymbolEntry): readonly string[] =>
  (asset_type === 'Crypto' ? [name, name.replace(/ USD$/, ''), ...brand_aliases] : brand_aliases).map(nameText);

/** Returns the letters before the share class; '' without one. Warrants, units, rights and preferred shares are not classes of common stock. */
const familyOf = ({ symbol, asset_type }: SymbolEntry): string =>
  asset_type === 'Stock' ? (/^([A-Z0-9]+)[.-](?![PRUW])[A-Z]$/.exec(symbol)?.[1] ?? '') : '';

const statusOrder = ({ status }: SymbolEntry): number => (status === 'active' ? 0 : 1);
/** Compares two symbols for `sort`: active ones first, then the largest company. */
export const byStanding = (a: SymbolEntry, b: SymbolEntry): number =>
  statusOrder(a) - statusOrder(b) || (a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.symbol < b.symbol ? -1 : 1);

const spellings = (text: string): readonly string[] => (/[.-]/.test(text) ? [text, text.replaceAll('.', '-'), text.replaceAll('-', '.')] : [text]);

const suggestedMax = 3;
const distanceMax = 2;
/** Shorter texts are mistyped tickers rather than names. */
const nameLengthMin = 4;

/** Returns up to three symbols: the largest companies whose name begins with `text`, else the symbols of the least edit distance. */
function nearestSymbols(text: string, entries: Iterable<SymbolEntry>): string[] {
  const allowed = text.length < 4 ? 1 : distanceMax;
  const found: { symbol: string; distance: number }[] = [];
  const ofName: SymbolEntry[] = [];
  const name = nameText(text).replace(/-$/, '');
  for (const entry of entries) {
    const { symbol } = entry;
    const isNear = text.length >= nameLengthMin && entry.status === 'active' && entry.name.slice(0, 1).toUpperCase() === name[0];
    if (isNear && `${nameText(entry.name)}-`.startsWith(`${name}-`)) ofName.push(entry);
    if (Math.abs(symbol.length - text.length) > allowed) continue;
    const distance = editDistance(text, symbol, allowed);
    if (distance <= allowed) found.push({ symbol, distance });
  }
  if (ofName.length > 0) return ofName.sort(byStanding).slice(0, suggestedMax).map(({ symbol }) => symbol); // prettier-ignore
  return found
    .sort((a, b) => a.distance - b.distance || (a.symbol < b.symbol ? -1 : 1))
    .slice(0, suggestedMax)
    .map(({ symbol }) => symbol);
}
