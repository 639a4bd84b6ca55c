/**
 * Measures the sentiment step against the labelled sets of a folder, and how often a reading is right at each level of
 * confidence.
 */
import { confidenceFrom } from '#pipeline/refine/sentiment/sentiment.ts';
import { readSentiment } from '#pipeline/refine/sentiment/read.ts';
import { rounded, scoreLabels, share } from './figures.ts';
import { scoreRows, untrained, type ScoredRow } from './scored.ts';
import { phrasebankRows, sentfinRows, twitterRows, type SentimentRow } from './sentiment-sets.ts';
import type { TrainedTexts } from './trained-texts.ts';

interface Read extends ScoredRow {
  readonly chance: number;
  readonly isContested: boolean;
}

export interface ReliabilityStep {
  /** Mean chance that the readings claim, how often they are right, and how many they are. */
  readonly claimed: number;
  readonly right: number;
  readonly n: number;
}

export interface SentimentFigures {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly reliability: readonly ReliabilityStep[];
}

const readerOf =
  (rows: SentimentRow[] | null) =>
  (trained: TrainedTexts): Read[] | null => {
    if (rows === null) return null;
    return untrained(rows, trained).map(({ source, words, about, others, label, isContested }) => {
      const { sentiment, chance } = readSentiment(words, about, others);
      return { source, expected: label, answered: sentiment, chance, isContested };
    });
  };

export function sentfinFigures(folder: string, trained: TrainedTexts): SentimentFigures | null {
  const rows = readerOf(sentfinRows(folder))(trained);
  if (rows === null) return null;
  const contested = rows.filter(({ isContested }) => isContested);
  const { accuracy: conflict_accuracy, n: conflict_n } = scoreLabels(
    contested.map(({ expected }) => expected),
    contested.map(({ answered }) => answered),
  );
  const { accuracy, macro_f1, n, without_near_copies } = scoreRows(rows, trained);
  return {
    figures: { accuracy, macro_f1, conflict_accuracy, ...confidence(rows), n, conflict_n, without_near_copies },
    reliability: reliabilityOf(rows),
  };
}

export function twitterFigures(folder: string, trained: TrainedTexts): SentimentFigures | null {
  const rows = readerOf(twitterRows(folder))(trained);
  return rows === null ? null : { figures: { ...scoreRows(rows, trained), ...confidence(rows) }, reliability: reliabilityOf(rows) };
}

export function phrasebankFigures(folder: string, trained: TrainedTexts): SentimentFigures | null {
  const rows = readerOf(phrasebankRows(folder))(trained);
  return rows === null ? null : { figures: { ...scoreRows(rows, trained), ...confidence(rows) }, reliability: reliabilityOf(rows) };
}

function confidence(rows: readonly Read[]): { high_confidence_accuracy: number; high_confidence_share: number } {
  const high = rows.filter(({ chance }) => confidenceFrom(chance) === 'high');
  return {
    high_confidence_accuracy: share(high.filter(({ expected, answered }) => expected === answered).length, high.length),
    high_confidence_share: share(high.length, rows.length),
  };
}

const STEPS = 10;

function reliabilityOf(rows: readonly Read[]): ReliabilityStep[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const within = rows.filter(({ chance }) => Math.min(STEPS - 1, Math.floor(chance * STEPS)) === step);
    const claimed = within.reduce((sum, { chance }) => sum + chance, 0) / Math.max(1, within.length);
    return {
      claimed: rounded(claimed),
      right: share(within.filter(({ expected, answered }) => expected === answered).length, within.length),
      n: within.length,
    };
  }).filter(({ n }) => n > 0);
}
