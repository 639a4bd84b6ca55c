/**
 * Decides in which order tickers are searched: the most active ones in a short cycle, the others in a long one. A hash orders them, which
 * separates neighbours in the alphabet. The last ticker is the position in its cycle, so the list may change without skipping one.
 */
import { hash } from 'node:crypto';
import { lowerBound } from '#schemas/lower-bound.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { wordSet } from '../../refine/text/word-set.ts';
import type { SearchTarget } from './search-feeds.ts';

export interface Tiers {
  readonly active: readonly SearchTarget[];
  readonly others: readonly SearchTarget[];
}

/** Returns the tickers with the most recent rows (by size among equals) and all others, each in the order of its cycle. */
export function tiersOf(directory: readonly SymbolEntry[], rowsOf: ReadonlyMap<string, number>, activeMax: number): Tiers {
  const rows = ({ symbol }: SymbolEntry): number => rowsOf.get(symbol) ?? 0;
  const rank = ({ rank: place }: SymbolEntry): number => place ?? Number.MAX_SAFE_INTEGER;
  const listed = directory
    .filter(({ status, asset_type }) => status === 'active' && asset_type !== 'ETF')
    .toSorted((one, other) => rows(other) - rows(one) || rank(one) - rank(other) || (one.symbol < other.symbol ? -1 : 1));
  return { active: inOrder(listed.slice(0, activeMax)), others: inOrder(listed.slice(activeMax)) };
}

const inOrder = (entries: readonly SymbolEntry[]): SearchTarget[] =>
  entries
    .map((entry) => ({ place: placeOf(entry.symbol), target: { ticker: entry.symbol, name: nameOf(entry) } }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ target }) => target);

const placeOf = (ticker: string): string => hash('sha256', ticker, 'hex');

/** Returns the ticker after `last`, even when `last` is no longer in the cycle; null for an empty cycle. */
export function nextOf(cycle: readonly SearchTarget[], last: string | null): SearchTarget | null {
  const place = last === null ? '' : placeOf(last);
  const next = lowerBound(0, cycle.length, (index) => placeOf(cycle[index]!.ticker) <= place);
  return cycle[next] ?? cycle[0] ?? null;
}

const forms = wordSet('inc incorporated corp corporation co company ltd limited plc llc lp nv sa ag se holdings group trust the de');

/** Returns the company name without its legal form, as the press writes it. */
export function nameOf({ name, symbol }: Pick<SymbolEntry, 'name' | 'symbol'>): string {
  const words = name
    .replaceAll(',', ' ')
    .split(/\s/)
    .filter((word) => word !== '');
  const isForm = (word: string): boolean => forms.has(word.replaceAll('.', '').replaceAll('/', '').toLowerCase());
  while (words.length > 1 && isForm(words.at(-1) ?? '')) words.pop();
  return words.join(' ') || symbol;
}
