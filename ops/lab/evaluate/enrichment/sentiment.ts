/** Measures the sentiment step against the labelled sets of a folder, and the share of right readings at each level of confidence. */
import { confidenceFrom } from '#pipeline/refine/sentiment/confidence.ts';
import { chancesIn, likeliest } from '#pipeline/refine/reader/reader.ts';
import { rounded, scoreLabels, share } from './figures.ts';
import { scoreRows, untrained, type ScoredRow } from './scored.ts';
import { phrasebankRows, sentfinRows, twitterRows, type SentimentRow } from './sentiment-sets.ts';
import type { TrainedTexts } from './trained-texts.ts';

interface Read extends ScoredRow {
  readonly chance: number;
  readonly isContested: boolean;
}

export interface ReliabilityStep {
  /** Mean probability that the readings claim; `right` is the share of right ones, `n` their number. */
  readonly claimed: number;
  readonly right: number;
  readonly n: number;
}

export interface SentimentFigures {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly reliability: readonly ReliabilityStep[];
}

/** The reader's heads for a set, which follows its own guide: one for a name, if the set labels names, and one for the whole text. */
interface Heads {
  readonly text: string;
  readonly name?: string;
}

const readerOf =
  (rows: SentimentRow[] | null, heads: Heads) =>
  (trained: TrainedTexts): Read[] | null => {
    if (rows === null) return null;
    return untrained(rows, trained).map(({ source, words, about, others, label, isContested }) => {
      const spans = [...(about ?? []), ...others].map(({ from, to }) => ({ start: words.start[from] ?? 0, end: words.end[to - 1] ?? 0 }));
      const chances = chancesIn(words.text, spans);
      const named =
        about === null || heads.name === undefined ? null : (chances.names.slice(0, about.length).find((found) => found !== null) ?? null);
      const { value, chance } = likeliest((named === null ? chances.text(heads.text) : named(heads.name!)) as ReadonlyMap<string, number>);
      return { source, expected: label, answered: value, chance, isContested };
    });
  };

export function sentfinFigures(folder: string, trained: TrainedTexts): SentimentFigures | null {
  const rows = readerOf(sentfinRows(folder), { text: 'stone', name: 'sentfin' })(trained);
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
  const rows = readerOf(twitterRows(folder), { text: 'tweet' })(trained);
  return rows === null ? null : { figures: { ...scoreRows(rows, trained), ...confidence(rows) }, reliability: reliabilityOf(rows) };
}

export function phrasebankFigures(folder: string, trained: TrainedTexts): SentimentFigures | null {
  const rows = readerOf(phrasebankRows(folder), { text: 'tone' })(trained);
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
