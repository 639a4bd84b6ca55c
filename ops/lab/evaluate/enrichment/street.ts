/**
 * Measures the service on headlines that one person read by the gold guide (gold/street.jsonl): the figures of wild.ts, and the score. Rows
 * that the shipped weights were trained on are left out.
 */
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { Category, Sentiment } from '#schemas/vocabulary.ts';
import { share } from './figures.ts';
import { readRows } from './rows.ts';
import { untrained } from './scored.ts';
import type { TrainedTexts } from './trained-texts.ts';
import { enrichmentsOf, wildFiguresOf } from './wild.ts';

interface StreetRow {
  readonly title: string;
  readonly serve: 'yes' | 'no' | 'maybe';
  readonly score: number;
  readonly category: Category | null;
  /** Sentiment by symbol; null when the direction is not clear. */
  readonly names: Readonly<Record<string, Sentiment | null>>;
}

export function streetFigures(folder: string, directory: Directory, trained: TrainedTexts): Readonly<Record<string, number>> | null {
  const all = readRows<StreetRow>(folder, 'gold/street.jsonl');
  if (all === null) return null;
  const rows = untrained(
    all.map((row) => ({ ...row, source: row.title })),
    trained,
  );
  const read = enrichmentsOf(
    rows.map((row) => {
      const listed = Object.entries(row.names).filter(([symbol]) => directory.activeFor(symbol) !== undefined || symbol.endsWith('-USD'));
      const direction = Object.fromEntries(listed.filter((one): one is [string, Sentiment] => one[1] !== null));
      return { ...row, lead: '', tickers: listed.map(([symbol]) => symbol), allowed: [], direction };
    }),
    directory,
  );
  const scored = read.flatMap(({ row, found }) => (found === null ? [] : [{ said: row.score, ours: found.relevance_score }]));
  const sideOf = (limit: number): number => share(scored.filter(({ said, ours }) => said >= limit === ours >= limit).length, scored.length);
  return {
    ...wildFiguresOf(read),
    within_one: share(scored.filter(({ said, ours }) => Math.abs(said - ours) <= 1).length, scored.length),
    side_of_4: sideOf(4),
    side_of_7: sideOf(7),
    n: rows.length,
  };
}
