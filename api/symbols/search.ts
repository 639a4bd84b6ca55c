/**
 * Finds symbols by ticker, name or brand: the exact ticker first, then an exact name or brand, then beginnings of tickers,
 * beginnings of names, and words within them. Of equal ones the largest company first. Reads every symbol: well under
 * ten milliseconds for tens of thousands.
 */
import type { SymbolEntry } from '#schemas/symbol.ts';

/** Places of what `text` finds, the best first. */
export type Search = (text: string) => readonly number[];

interface Searched {
  readonly symbol: string;
  /** Name without its legal form, the whole name, brands. */
  readonly names: readonly string[];
  /** All of it, a line each. */
  readonly all: string;
  readonly rank: number;
}

const scores = { ticker: 0, exact: 1, tickerPrefix: 2, namePrefix: 3, word: 4, part: 5 } as const;
const none = 6;

export function createSearch(entries: readonly SymbolEntry[], { find }: { readonly find: (text: string) => string | null }): Search {
  const searched = entries.map(({ symbol, name, brand_aliases, rank }): Searched => {
    const whole = normal(name);
    const names = [...new Set([whole, whole.replace(legalForm, ''), ...brand_aliases.map(normal)])].filter((each) => each !== '');
    return { symbol, names, all: `${symbol}\n${names.join('\n')}`, rank: rank ?? 1e9 };
  });
  return (text) => {
    const [ticker, name] = [text.trim().toUpperCase(), normal(text)];
    // In the directory's spelling: `BRK.B`, and `BTC` where no stock has it.
    const exact = find(ticker.replace(/[/ ]+/g, '-'));
    const found: { readonly place: number; readonly score: number }[] = [];
    for (const [place, one] of searched.entries()) {
      const score = one.symbol === exact && isTicker(one.symbol, ticker) ? scores.ticker : scoreOf(one, ticker, name);
      if (score !== none) found.push({ place, score });
    }
    return found
      .sort((a, b) => a.score - b.score || searched[a.place]!.rank - searched[b.place]!.rank || a.place - b.place)
      .map(({ place }) => place);
  };
}

const letters = (ticker: string): string => ticker.replace(/[^A-Z0-9]/g, '');
const isTicker = (symbol: string, asked: string): boolean => [symbol, symbol.replace(/-USD$/, '')].some((own) => letters(own) === letters(asked));

function scoreOf({ symbol, names, all }: Searched, ticker: string, name: string): number {
  if (symbol === ticker) return scores.ticker;
  // Most have it nowhere.
  const isNamed = name !== '' && all.includes(name);
  if (isNamed && names.includes(name)) return scores.exact;
  if (symbol.startsWith(ticker)) return scores.tickerPrefix;
  if (!isNamed) return none;
  if (names.some((each) => each.startsWith(name))) return scores.namePrefix;
  return names.some((each) => each.includes(` ${name}`)) ? scores.word : scores.part;
}

const normal = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f.,']/g, '')
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim();

const legalForm =
  /(?: (?:INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|LTD|LIMITED|PLC|SA|AG|NV|SE|LP|LLC|HOLDINGS?|GROUP|TRUST|NEW|DE|COM|CLASS [A-C]|COMMON STOCK|ORDINARY SHARES))+$/;
