/**
 * Scores answers against expected labels, and again without the rows whose text is nearly the same as one in the training data. `untrained`
 * removes training rows.
 */
import type { QualityTask } from '#schemas/quality.ts';
import { scoreLabels, type LabelFigures } from './figures.ts';
import type { Reliability } from './quality.ts';
import { reliabilityOf } from './reliability.ts';
import type { TrainedTexts } from './trained-texts.ts';

export interface ScoredRow {
  readonly source: string;
  readonly expected: string;
  readonly answered: string;
}

export const untrained = <T extends { readonly source: string }>(rows: readonly T[], trained: TrainedTexts): T[] =>
  rows.filter(({ source }) => !trained.has(source));

export interface ClaimedRow extends ScoredRow {
  /** Probability that the answer claims. */
  readonly chance: number;
}

export interface Measured {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly reliability: Reliability;
}

export function measuredLabels(rows: readonly ClaimedRow[], trained: TrainedTexts, task: QualityTask): Measured {
  const claims = rows.map(({ chance, expected, answered }) => ({ chance, isTrue: expected === answered }));
  return { figures: { ...scoreRows(rows, trained) }, reliability: { [task]: reliabilityOf(claims) } };
}

function scoreRows(rows: readonly ScoredRow[], trained: TrainedTexts): LabelFigures & { without_near_copies: LabelFigures } {
  const score = (of: readonly ScoredRow[]): LabelFigures =>
    scoreLabels(
      of.map(({ expected }) => expected),
      of.map(({ answered }) => answered),
    );
  return { ...score(rows), without_near_copies: score(rows.filter(({ source }) => !trained.hasNearCopyOf(source))) };
}
