/**
 * The symbol directory in memory: resolves the ticker of a query to a symbol and holds its details. Follows the KV
 * bucket `symbols`.
 */
import type { KV } from '@nats-io/kv';
import { LRUCache } from 'lru-cache';
import { isBounded, type TickerSpan } from '#schemas/ticker-spans.ts';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { holdingsOf, SymbolEntry } from '#schemas/symbol.ts';
import { companyTickers, type SymbolIndex } from '#schemas/company-tickers.ts';
import { nearestSymbols } from './nearest.ts';
import { symbolText } from '#schemas/symbol-text.ts';

export interface ResolvedSymbol {
  /** Tickers whose articles answer for it: itself, former and later names, the issuer's other listed classes. */
  readonly tickers: readonly string[];
  /** All of these with the time for which each counts, where another company held one of them; else absent. */
  readonly spans?: readonly TickerSpan[];
  /** The CIKs of the companies that are meant, each the holder of a symbol now; absent where `spans` is. */
  readonly issuerCiks?: readonly string[];
  /** For the envelope: names the coin where a stock of the same letters was served; says where nothing owns the symbol, with the nearest. */
  readonly note: string | null;
}

export interface SymbolDirectory extends SymbolIndex {
  /** Reads a symbol as people write it: a ticker, a share class in any spelling, a coin's symbol, pair or name, a brand. A text that nothing owns is kept as it is; no row carries it. */
  readonly resolve: (text: string) => ResolvedSymbol;
  /** The tickers of all of them; the note names those that nothing owns. */
  readonly resolveAll: (texts: readonly string[]) => ResolvedSymbol;
  /** Which tickers are about the company of this one, each with its time; `atMs`: the company that had it then. */
  readonly tickersFor: (symbol: string, atMs?: number) => readonly TickerSpan[];
  /** One text for all tickers of a company. */
  readonly issuerOf: (symbol: string) => string;
  /** The symbols that `text` names, as the directory spells them: one, or the classes of a family; none: no symbol owns it. */
  readonly namedBy: (text: string) => readonly string[];
  /** The symbol that `text` names, read as `resolve` does, as the directory spells it; of a family of classes the largest; null: no symbol owns it. */
  readonly find: (text: string) => string | null;
  /** The coin of the same letters as a stock, or the stock of those of a coin. */
  readonly counterpartOf: (symbol: string) => SymbolEntry | undefined;
  readonly entries: () => Iterable<SymbolEntry>;
  /** Changes with every change of the directory. */
  readonly generation: () => number;
  readonly put: (entry: SymbolEntry) => void;
  readonly remove: (symbol: string) => void;
  readonly size: () => number;
}

const coinSuffix = '-USD';
/** What a symbol stands for is walked once between two changes; notes on symbols that nothing owns read the whole directory. */
const resolvedKept = 20_000;
const notesKept = 2_000;

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
    unknownNotes.clear();
    spansOf.clear();
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

  /** Several as one: each ticker and each of its times once. */
  const joined = (all: readonly ResolvedSymbol[], note: string | null): ResolvedSymbol => {
    const tickers = [...new Set(all.flatMap((one) => one.tickers))];
    if (all.every(({ spans }) => spans === undefined)) return { tickers, note };
    // Tickers without spans were never another company's.
    const issuerCiks = [...new Set(all.flatMap((one) => one.issuerCiks ?? ciksOf(one.tickers)))];
    const every = all.flatMap((one) => one.spans ?? one.tickers.map((ticker): TickerSpan => ({ ticker, fromMs: null, toMs: null })));
    return { tickers, spans: [...new Map(every.map((span) => [JSON.stringify(span), span])).values()], issuerCiks, note };
  };

  /** A share class may be written with a dot or with a dash. */
  const listedAs = (text: string): string | undefined => spellings(text).find((spelling) => entries.has(spelling));
  /** The one that is listed, and of several the largest company. */
  const namedSo = (text: string): SymbolEntry | undefined =>
    [...(named.get(text) ?? [])].flatMap((symbol) => entries.get(symbol) ?? []).sort(byStanding)[0];
  /** `BTCUSD`. */
  const pairOf = (text: string): SymbolEntry | undefined => (text.endsWith('USD') ? entries.get(`${text.slice(0, -3)}${coinSuffix}`) : undefined);
  const coinOf = (text: string): SymbolEntry | undefined => {
    if (text.endsWith(coinSuffix)) return undefined;
    const coin = entries.get(`${text}${coinSuffix}`) ?? pairOf(text) ?? namedSo(text);
    return coin?.asset_type === 'Crypto' ? coin : undefined;
  };
  /** The classes of a stock that has no plain one, the largest first. */
  const classesOf = (text: string): SymbolEntry[] => [...(families.get(text) ?? [])].flatMap((symbol) => entries.get(symbol) ?? []).sort(byStanding);
  const unknownNote = (text: string): string | null => {
    // Before the symbol list is loaded, an unknown ticker cannot be told from a listed one.
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
      coin === undefined || asset_type === 'Crypto'
        ? null
        : `${symbols.join(', ')} is served as ${name}; for the coin ${coin.name} ask for ${coin.symbol}.`;
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

/** Warrants, units, rights and preferred shares are no classes of common stock. */
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

/** Resolves when the directory holds everything the bucket held, and keeps it so; an entry that cannot be read is logged and left out. */
export const followSymbols = (bucket: KV, directory: SymbolDirectory, options: FollowOptions): Promise<{ readonly stop: () => void }> =>
  followBucket(bucket, { put: (_, value) => directory.put(SymbolEntry.parse(value)), remove: directory.remove }, options);
