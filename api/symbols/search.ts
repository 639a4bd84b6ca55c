/**
 * Finds symbols by ticker, name or brand: the exact ticker first, then an exact name or brand, then beginnings of tickers, beginnings of
 * names, words within names, and parts of words. Among equal matches the largest company comes first.
 */
import { lowerBound } from '#schemas/lower-bound.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

export type Search = (text: string) => readonly number[];

interface Searched {
  readonly symbol: string;
  readonly names: readonly string[];
  readonly rank: number;
}

const scores = { ticker: 0, exact: 1, tickerPrefix: 2, namePrefix: 3, word: 4, part: 5 } as const;
const none = 6;

/** Creates a search that returns indexes of `entries`. `find` resolves a spelling to a symbol; null if unknown. */
export function createSearch(entries: readonly SymbolEntry[], { find }: { readonly find: (text: string) => string | null }): Search {
  const searched = entries.map((entry): Searched => ({ symbol: entry.symbol, names: namesOf(entry), rank: entry.rank ?? 1e9 }));
  // `byStanding` has the indexes of `entries`, the largest company first; `standing` is the position of each index in it.
  const byStanding = searched.map((_, place) => place).sort((a, b) => searched[a]!.rank - searched[b]!.rank || a - b);
  const standing = new Float64Array(searched.length);
  for (const [order, place] of byStanding.entries()) standing[place] = order;
  const placeOf = new Map(searched.map(({ symbol }, place) => [symbol, place]));
  // One text has a line per ticker and name, so that a substring search visits only the symbols that match.
  const lines = searched.map(({ symbol, names }) => `\n${symbol}\n${names.join('\n')}`);
  const text = lines.join('');
  const starts = new Float64Array(lines.length);
  for (let place = 1; place < lines.length; place += 1) starts[place] = starts[place - 1]! + lines[place - 1]!.length;

  const holding = (part: string, places: Set<number>): void => {
    let at = part === '' ? -1 : text.indexOf(part);
    while (at >= 0) {
      const place = lastAtMost(starts, at);
      places.add(place);
      at = text.indexOf(part, place + 1 < starts.length ? starts[place + 1]! : text.length);
    }
  };

  return (given) => {
    const [ticker, name] = [given.trim().toUpperCase().replace(/^\$/, ''), nameText(given)];
    // The directory also finds spellings that no line has: `BRK.B`, or `BTC` for `BTC-USD`.
    const exact = find(given);
    const places = new Set<number>();
    const exactPlace = exact === null ? undefined : placeOf.get(exact);
    if (exactPlace !== undefined) places.add(exactPlace);
    // A single letter is in most names, so it matches only beginnings.
    for (const part of new Set([ticker, name])) holding(part.length === 1 ? `\n${part}` : part, places);
    const ranks = new Float64Array(places.size);
    let count = 0;
    for (const place of places) {
      const one = searched[place]!;
      const score = place === exactPlace && isTicker(one.symbol, ticker) ? scores.ticker : scoreOf(one, ticker, name);
      if (score !== none) ranks[count++] = score * scoreStep + standing[place]!;
    }
    return Array.from(ranks.subarray(0, count).sort(), (key) => byStanding[key % scoreStep]!);
  };
}

/** Returns a symbol's names as by `nameText`: the whole name, the name without its legal form, and the brands. */
export function namesOf({ name, brand_aliases }: Pick<SymbolEntry, 'name' | 'brand_aliases'>): string[] {
  const whole = nameText(name);
  return [...new Set([whole, withoutLegalForm(whole), ...brand_aliases.map(nameText)])].filter((each) => each !== '');
}

/** Factor between score and standing in a sort key; there are fewer symbols. */
const scoreStep = 1e9;

/** Returns the index of the last number that is at most `value`; the numbers ascend, and the first one is 0. */
const lastAtMost = (ascending: Float64Array, value: number): number => lowerBound(1, ascending.length, (index) => ascending[index]! <= value) - 1;

const letters = (ticker: string): string => ticker.replace(/[^A-Z0-9]/g, '');
const isTicker = (symbol: string, ticker: string): boolean => [symbol, symbol.replace(/-USD$/, '')].some((own) => letters(own) === letters(ticker));

function scoreOf({ symbol, names }: Searched, ticker: string, name: string): number {
  if (symbol === ticker) return scores.ticker;
  if (names.includes(name)) return scores.exact;
  if (symbol.startsWith(ticker)) return scores.tickerPrefix;
  if (name === '') return none;
  if (names.some((each) => each.startsWith(name))) return scores.namePrefix;
  if (names.some((each) => each.includes(` ${name}`))) return scores.word;
  return symbol.includes(ticker) || names.some((each) => each.includes(name)) ? scores.part : none;
}

/** Returns the text in upper case without accents and punctuation, `&` as a word, words separated by one space. */
export const nameText = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f.,']/g, '')
    .replaceAll('&', ' AND ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const forms = new Set(
  'INC INCORPORATED CORP CORPORATION CO COMPANY LTD LIMITED PLC SA AG NV SE LP LLC HOLDING HOLDINGS GROUP TRUST NEW DE COM'.split(' '),
);
const formPairs = new Set(['CLASS A', 'CLASS B', 'CLASS C', 'COMMON STOCK', 'ORDINARY SHARES']);

/** Reduces `ACME HOLDINGS INC CLASS A` to `ACME`; the first word always stays. */
function withoutLegalForm(name: string): string {
  const words = name.split(' ');
  let end = words.length;
  for (;;) {
    if (end > 1 && forms.has(words[end - 1]!)) end -= 1;
    else if (end > 2 && formPairs.has(`${words[end - 2]} ${words[end - 1]}`)) end -= 2;
    else return words.slice(0, end).join(' ');
  }
}
