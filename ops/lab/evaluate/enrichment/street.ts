/**
 * Measures the service on headlines that one person labelled (gold/street.jsonl): the figures of wild.ts, and the score. Rows that the
 * shipped weights were trained on are left out.
 */
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';
import type { HeadlineLabel } from '../../reader/labels.ts';
import { reliabilityOf, scoreSide, untrained, withinOne, type Measured } from './figures.ts';
import { readRows } from './rows.ts';
import type { TrainedTexts } from './trained-texts.ts';
import { directionReliability, enrichmentsOf, wildFiguresOf } from './wild.ts';

type StreetRow = Omit<HeadlineLabel, 'set' | 'key'> & { readonly title: string };

/** Measures the set. Returns null without it. */
export function streetFigures(folder: string, directory: Directory, trained: TrainedTexts): Measured | null {
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
  const scored = read.flatMap(({ row, found }) =>
    found === null ? [] : [{ said: row.score, ours: found.relevance_score, chances: found.evidence?.score.probabilities ?? [] }],
  );
  const [of4, of7] = [scoreSide(scored, 4), scoreSide(scored, 7)];
  const claims = scored
    .filter(({ chances }) => chances.length > 0)
    .map(({ said, chances }) => ({ chance: chances.slice(6).reduce((sum, chance) => sum + chance, 0), isTrue: said >= 7 }));
  return {
    figures: {
      ...wildFiguresOf(read),
      within_one: withinOne(scored),
      side_of_4: of4.side,
      side_of_7: of7.side,
      precision_of_4: of4.precision,
      recall_of_4: of4.recall,
      precision_of_7: of7.precision,
      recall_of_7: of7.recall,
      score_n: scored.length,
      n: rows.length,
    },
    reliability: { directions: directionReliability(read), scores: reliabilityOf(claims) },
  };
}
