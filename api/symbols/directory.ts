/**
 * The symbol directory as the feeds need it: what a caller's ticker stands for. Follows the KV bucket `symbols`.
 */
import type { KV } from '@nats-io/kv';
import type { Logger } from '#ops/runtime/log.ts';
import { LRUCache } from 'lru-cache';
import { SymbolEntry } from '#schemas/symbol.ts';
import { nearestSymbols } from './nearest.ts';

type Entry = Pick<SymbolEntry, 'symbol' | 'name' | 'asset_type' | 'cik' | 'renamed_to'>;

export interface ResolvedSymbol {
  /** Tickers whose articles answer for it: itself, former and later names, the issuer's other listed classes. */
  readonly tickers: readonly string[];
  /** For the envelope: names the coin where a stock of the same letters was served; says where nothing owns the symbol, with the nearest. */
  readonly note: string | null;
}

export interface SymbolDirectory {
  /** `text` in upper case: a symbol, a share class in any spelling, a coin's symbol or name. One that nothing owns stands for itself, and no row carries it. */
  readonly resolve: (text: string) => ResolvedSymbol;
  /** The symbol that `text` (upper case) names, as the directory spells it; null: no symbol owns it. */
  readonly find: (text: string) => string | null;
  readonly put: (entry: Entry) => void;
  readonly remove: (symbol: string) => void;
  readonly size: () => number;
}

/** More share classes than any issuer lists; a bound, should a trust's funds ever be typed as stocks of one CIK. */
const tickersMax = 20;
const coinSuffix = '-USD';
/** Notes on symbols that nothing owns: making one reads the whole directory. */
const notesKept = 2_000;

export function createSymbolDirectory(): SymbolDirectory {
  const entries = new Map<string, Entry>();
  const byCik = new Map<string, Set<string>>();
  const formerNames = new Map<string, Set<string>>();
  /** Names of coins in upper case, words joined by dashes. */
  const coinNames = new Map<string, string>();
  const unknownNotes = new LRUCache<string, string>({ max: notesKept });

  const remove = (symbol: string): void => {
    const entry = entries.get(symbol);
    if (entry === undefined) return;
    entries.delete(symbol);
    unknownNotes.clear();
    if (coinNames.get(coinName(entry)) === symbol) coinNames.delete(coinName(entry));
    if (entry.cik !== null) byCik.get(entry.cik)?.delete(symbol);
    formerNames.get(entry.renamed_to)?.delete(symbol);
  };

  /** Share classes and names in both directions: a rename moves the company, not its news. */
  const bridged = (symbol: string): readonly string[] => {
    const entry = entries.get(symbol);
    if (entry === undefined) return [symbol];
    const tickers = new Set([symbol]);
    if (entry.renamed_to !== '') tickers.add(entry.renamed_to);
    for (const former of formerNames.get(symbol) ?? []) tickers.add(former);
    if (entry.asset_type === 'Stock' && entry.cik !== null)
      for (const other of byCik.get(entry.cik) ?? []) if (entries.get(other)?.asset_type === 'Stock') tickers.add(other);
    return [...tickers].slice(0, tickersMax);
  };

  /** A share class may be written with a dot or with a dash. */
  const listedAs = (text: string): string | undefined => spellings(text).find((spelling) => entries.has(spelling));
  const coinOf = (text: string): Entry | undefined =>
    text.endsWith(coinSuffix) ? undefined : (entries.get(`${text}${coinSuffix}`) ?? entries.get(coinNames.get(text) ?? ''));
  const unknownNote = (text: string): string | null => {
    // Before the symbol list was read nobody knows what is unknown.
    if (entries.size === 0) return null;
    let note = unknownNotes.get(text);
    if (note === undefined) {
      const nearest = nearestSymbols(text, entries.keys());
      note = `No symbol is listed as ${text}.${nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`}`;
      unknownNotes.set(text, note);
    }
    return note;
  };

  return {
    resolve: (text) => {
      const coin = coinOf(text);
      const symbol = listedAs(text);
      if (symbol === undefined)
        return coin === undefined ? { tickers: bridged(text), note: unknownNote(text) } : { tickers: bridged(coin.symbol), note: null };
      const note =
        coin === undefined ? null : `${symbol} is served as ${entries.get(symbol)!.name}; for the coin ${coin.name} ask for ${coin.symbol}.`;
      return { tickers: bridged(symbol), note };
    },
    find: (text) => listedAs(text) ?? coinOf(text)?.symbol ?? null,
    put: (entry) => {
      remove(entry.symbol);
      unknownNotes.clear();
      if (entry.asset_type === 'Crypto') coinNames.set(coinName(entry), entry.symbol);
      const { symbol, name, asset_type, cik, renamed_to } = entry;
      entries.set(symbol, { symbol, name, asset_type, cik, renamed_to });
      if (cik !== null) indexed(byCik, cik).add(symbol);
      if (renamed_to !== '') indexed(formerNames, renamed_to).add(symbol);
    },
    remove,
    size: () => entries.size,
  };
}

const coinName = ({ name }: Entry): string =>
  name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-');

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
export async function followSymbols(bucket: KV, directory: SymbolDirectory, log: Logger): Promise<{ readonly stop: () => void }> {
  const { promise: loaded, resolve: nowLoaded } = Promise.withResolvers<void>();
  if ((await bucket.status()).values === 0) nowLoaded();
  const watch = await bucket.watch({ ignoreDeletes: false });
  void (async () => {
    for await (const entry of watch) {
      if (entry.delta === 0) nowLoaded();
      if (entry.operation !== 'PUT') {
        directory.remove(entry.key);
        continue;
      }
      const parsed = SymbolEntry.safeParse(entry.json());
      if (parsed.success) directory.put(parsed.data);
      else log.error({ symbol: entry.key, err: parsed.error }, 'symbol.unreadable');
    }
  })();
  await loaded;
  return { stop: () => watch.stop() };
}
