/**
 * Scores answers against expected labels, and again without the rows whose text is nearly the same as one in the training data. `untrained`
 * removes training rows.
 */
import { scoreLabels } from './figures.ts';
import type { TrainedTexts } from './trained-texts.ts';

export interface ScoredRow {
  readonly source: string;
  readonly expected: string;
  readonly answered: string;
}

export const untrained = <T extends { readonly source: string }>(rows: readonly T[], trained: TrainedTexts): T[] =>
  rows.filter(({ source }) => !trained.has(source));

export function scoreRows(
  rows: readonly ScoredRow[],
  trained: TrainedTexts,
): ReturnType<typeof scoreLabels> & { without_near_copies: ReturnType<typeof scoreLabels> } {
  const score = (of: readonly ScoredRow[]) =>
    scoreLabels(
      of.map(({ expected }) => expected),
      of.map(({ answered }) => answered),
    );
  return { ...score(rows), without_near_copies: score(rows.filter(({ source }) => !trained.hasNearCopyOf(source))) };
}
