/** Input of the refine and reading benchmarks: the symbol directory's entries, and articles by number, all distinct. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RawArticle } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { rawArticle } from '#test/support/raw-articles.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { readRecorded } from '../upstream/folder/files.ts';

/** Returns the entries of the SEC's list of filers, from the folder outside the repository, or of as many made-up companies. */
export function symbolEntries(): SymbolEntry[] {
  const path = fileURLToPath(new URL('../../../../shared/data/symbols/company_tickers_exchange.2025-09.json.gz', import.meta.url));
  const listed: readonly (readonly [cik: number, name: string, ticker: string, exchange: string | null])[] = existsSync(path)
    ? JSON.parse(readRecorded(path).toString()).data
    : Array.from({ length: 10_000 }, (_, i) => [i + 1, `${madeUpName(i)}${i} Holdings Inc`, tickerOf(i), i % 3 === 0 ? 'OTC' : 'Nasdaq'] as const);
  return listed
    .filter(([, , ticker]) => /^[A-Z]{1,5}(-[A-Z])?$/.test(ticker))
    .map(([cik, name, symbol, exchange]) => symbolEntry(symbol, { name, exchange, cik: String(cik).padStart(10, '0') }));
}

const syllables = ['ka', 'ro', 'mi', 'ten', 'lu', 'sor', 'bel', 'vi', 'dan', 'que', 'zo', 'phar', 'gen', 'tri', 'nex', 'ol'];
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
/** Returns one of 5,000 names of people and places, so that most names in an article have occurred before. */
const madeUpName = (number: number): string => {
  const seed = number % 5_000;
  const word = pick(syllables, seed) + pick(syllables, Math.floor(seed / 16)) + pick(syllables, Math.floor(seed / 256)) + pick(syllables, seed * 7);
  return word.charAt(0).toUpperCase() + word.slice(1);
};
const tickerOf = (seed: number): string => [0, 1, 2, 3].map((place) => String.fromCharCode(65 + (Math.floor(seed / 26 ** place) % 26))).join('');

// prettier-ignore
const headlines: readonly ((name: string, figure: number, other: string) => string)[] = [
  (name, figure) => `${name} Q3 EPS of $${figure}.${figure % 90} beats estimates, raises full-year guidance`,
  (name, figure, other) => `${name} to acquire ${other} for $${figure}.${figure % 7} billion in cash`,
  (name, figure) => `${name} shares jump ${figure % 40}% after FDA approves its ${madeUpName(figure)} drug`,
  (name, figure) => `Analyst downgrades ${name} to neutral, cuts price target to $${figure}`,
  (name, figure, other) => `${name} signs $${figure} million supply agreement with ${other}`,
  (name) => `${name} names new chief executive as founder steps down`,
  (name, figure) => `${name} declares quarterly dividend of $0.${figure % 90}, announces $${figure} million buyback`,
  (name, figure) => `Oil falls to $${figure % 120} as ${madeUpName(figure)} output rises; ${name} slips`,
  (_name, figure) => `US inflation rises 0.${figure % 9}% in ${pick(['May', 'June', 'July'], figure)}, ${madeUpName(figure)} survey shows`,
  (name, figure) => `Should you buy ${name} stock? ${figure % 9} things to know`,
  (name, figure) => `${madeUpName(figure)} sues ${name} over ${madeUpName(figure * 3)} patent, seeks $${figure} million`,
  (name, figure) => `Recipe of the week: ${madeUpName(figure)} soup with ${name} cheese`,
];

/** Returns a function that writes the article of a number: always the same one, and no two alike. */
export function articleWriter(entries: readonly SymbolEntry[]): (number: number) => RawArticle {
  return (number) => {
    const entry = pick(entries, Math.imul(number, 2_654_435_761) >>> 8);
    const other = pick(entries, Math.imul(number, 40_503) >>> 4);
    const name = entry.name.replace(/\s*\/.*$/, '').replace(/,?\s+(?:inc|corp|ltd|co)\.?$/i, '');
    const title = pick(headlines, number)(name, (number % 977) + 3, other.name);
    const detail = `${madeUpName(number * 13)} ${madeUpName(number * 31)}`;
    const url = `https://www.example.com/news/${number}`;
    return rawArticle(number, {
      identity: url,
      url,
      seen_at: '2026-06-01T00:00:00.000Z',
      fetched_at: '2026-06-01T00:00:01.000Z',
      published_at: '2026-05-31T23:58:00.000Z',
      title: number % 4 === 0 ? `${title} - Example Wire` : title,
      summary: `${title}, the company said on Tuesday, according to a statement seen by ${detail}. The ${detail} unit reported ${number % 800} million in revenue, against ${(number * 7) % 900} million a year earlier. Investors had expected less from ${name} (NYSE: ${entry.symbol}), whose shares have risen ${number % 60}% this year. Analysts at ${madeUpName(number * 3)} Partners said demand in ${madeUpName(number * 11)} remains strong.`,
      outlet: 'Example Wire',
      topics: [entry.symbol],
    });
  };
}
