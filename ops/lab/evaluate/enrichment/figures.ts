/**
 * Computes metrics of agreement between expected and actual labels, clusters or numbers: accuracy, macro F1, precision, recall, B-cubed,
 * Pearson. Results have four decimals.
 */
import type { ReliabilityStep, QualityTask } from '#schemas/quality.ts';
import type { Reliability } from './quality.ts';
import type { TrainedTexts } from './trained-texts.ts';

export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
/** Returns `count` / `of` with four decimals, or 0 when `of` is 0. */
export const share = (count: number, of: number): number => rounded(of === 0 ? 0 : count / of);

export type LabelFigures = ReturnType<typeof scoreLabels>;

/**
 * Returns the accuracy, and precision, recall and F1 averaged over the expected labels. A label that was never answered has precision 0.
 */
export function scoreLabels(rows: readonly { readonly expected: string; readonly answered: string }[]) {
  const labels = [...new Set(rows.map(({ expected }) => expected))];
  const ofLabels = labels.map((label) => {
    const hits = rows.filter(({ expected, answered }) => expected === label && answered === label).length;
    const claims = rows.filter(({ answered }) => answered === label).length;
    const cases = rows.filter(({ expected }) => expected === label).length;
    return { precision: claims === 0 ? 0 : hits / claims, recall: hits / cases, f1: (2 * hits) / (cases + claims) };
  });
  const mean = (name: 'precision' | 'recall' | 'f1'): number =>
    rounded(ofLabels.reduce((sum, figures) => sum + figures[name], 0) / Math.max(1, labels.length));
  const right = rows.filter(({ expected, answered }) => expected === answered).length;
  return {
    accuracy: share(right, rows.length),
    macro_precision: mean('precision'),
    macro_recall: mean('recall'),
    macro_f1: mean('f1'),
    n: rows.length,
  };
}

/** Returns precision, recall and F1 for `hits` right answers, `claims` answers and `cases` expected ones. */
export function scoreRetrieval(hits: number, claims: number, cases: number): { precision: number; recall: number; f1: number } {
  return { precision: share(hits, claims), recall: share(hits, cases), f1: share(2 * hits, claims + cases) };
}

export function scoreYes(rows: readonly { readonly isExpected: boolean; readonly isAnswered: boolean }[]): { precision: number; recall: number } {
  const count = (test: (row: (typeof rows)[number]) => boolean): number => rows.filter(test).length;
  return scoreRetrieval(
    count(({ isExpected, isAnswered }) => isExpected && isAnswered),
    count(({ isAnswered }) => isAnswered),
    count(({ isExpected }) => isExpected),
  );
}

/** A row's score by the people who labelled it (`said`) and by the service (`ours`). */
export interface ScoredRow {
  readonly said: number;
  readonly ours: number;
}

export type SideFigures = ReturnType<typeof scoreSide>;

/** Returns how often both scores are on the same side of `limit`, and precision and recall of scores of at least `limit`. */
export function scoreSide(rows: readonly ScoredRow[], limit: number) {
  const sides = rows.map(({ said, ours }) => ({ isExpected: said >= limit, isAnswered: ours >= limit }));
  return { side: share(sides.filter(({ isExpected, isAnswered }) => isExpected === isAnswered).length, rows.length), ...scoreYes(sides) };
}

/** Returns the share of rows whose scores differ by at most one point. */
export const withinOne = (rows: readonly ScoredRow[]): number =>
  share(rows.filter(({ said, ours }) => Math.abs(said - ours) <= 1).length, rows.length);

/** Returns B-cubed precision, recall and F (Bagga and Baldwin 1998). */
export function bcubed(expected: readonly string[], answered: readonly string[]) {
  const count = (keys: readonly string[]): Map<string, number> =>
    keys.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>());
  const [groups, places, both] = [count(expected), count(answered), count(expected.map((group, i) => `${group} ${answered[i]}`))];
  let precision = 0;
  let recall = 0;
  expected.forEach((group, i) => {
    const common = both.get(`${group} ${answered[i]}`) ?? 0;
    precision += common / (places.get(answered[i] ?? '') ?? 1);
    recall += common / (groups.get(group) ?? 1);
  });
  const [p, r] = [precision / Math.max(1, expected.length), recall / Math.max(1, expected.length)];
  return { bcubed_precision: rounded(p), bcubed_recall: rounded(r), bcubed_f: rounded((2 * p * r) / (p + r || 1)) };
}

export function pearson(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squaresA, squaresB] = [0, 0, 0];
  a.forEach((value, i) => {
    const [da, db] = [value - meanA, (b[i] ?? 0) - meanB];
    both += da * db;
    squaresA += da * da;
    squaresB += db * db;
  });
  return rounded(both / Math.sqrt(squaresA * squaresB || 1));
}

export interface Claim {
  readonly chance: number;
  readonly isTrue: boolean;
}

const STEPS = 10;

/** Returns, for each tenth of the claimed probabilities that occurs, their mean and the share of claims that were true. */
export function reliabilityOf(claims: readonly Claim[]): ReliabilityStep[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const within = claims.filter(({ chance }) => Math.min(STEPS - 1, Math.floor(chance * STEPS)) === step);
    const claimed = within.reduce((sum, { chance }) => sum + chance, 0);
    return {
      from: step / STEPS,
      to: (step + 1) / STEPS,
      predicted: share(claimed, within.length),
      observed: share(within.filter(({ isTrue }) => isTrue).length, within.length),
      rows: within.length,
    };
  }).filter(({ rows }) => rows > 0);
}

/** Returns the rows whose text the shipped weights were not trained on. */
export const untrained = <T extends { readonly source: string }>(rows: readonly T[], trained: TrainedTexts): T[] =>
  rows.filter(({ source }) => !trained.has(source));

export interface ClaimedRow {
  readonly source: string;
  readonly expected: string;
  readonly answered: string;
  readonly chance: number;
}

export interface Measured {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly reliability: Reliability;
}

/** Returns the figures of the labels, also without near-copies of training texts, and the reliability of the claimed probabilities. */
export function measuredLabels(rows: readonly ClaimedRow[], trained: TrainedTexts, task: QualityTask): Measured {
  const claims = rows.map(({ chance, expected, answered }) => ({ chance, isTrue: expected === answered }));
  const without_near_copies = scoreLabels(rows.filter(({ source }) => !trained.hasNearCopyOf(source)));
  return { figures: { ...scoreLabels(rows), without_near_copies }, reliability: { [task]: reliabilityOf(claims) } };
}
