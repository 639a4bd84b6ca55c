/** Chooses the rows to keep when an answer is cut: by score, then novelty, then those that name a saved symbol, then the newest. */
import { compareText } from '#schemas/compare-text.ts';

export interface Worth {
  readonly score: number;
  readonly novelty: number;
  /** Whether the row names a symbol of the caller's watchlist. */
  readonly isWatched: boolean;
  readonly publishedAt: string;
}

export const worthWords = 'by score, novelty, watchlist, recency';

function compare(a: Worth, b: Worth): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.novelty !== b.novelty) return b.novelty - a.novelty;
  if (a.isWatched !== b.isWatched) return a.isWatched ? -1 : 1;
  return compareText(b.publishedAt, a.publishedAt);
}

export function worthiest<Row>(
  rows: readonly Row[],
  worthOf: (row: Row) => Worth,
  count: number,
): { readonly kept: readonly Row[]; readonly left: readonly Row[] } {
  if (count >= rows.length) return { kept: rows, left: [] };
  const best = new Set(
    rows
      .map((row, at) => ({ at, worth: worthOf(row) }))
      .sort((a, b) => compare(a.worth, b.worth) || a.at - b.at)
      .slice(0, count)
      .map(({ at }) => at),
  );
  return { kept: rows.filter((_, at) => best.has(at)), left: rows.filter((_, at) => !best.has(at)) };
}
