/** Measures the reader's sentiment against labelled sets, and how often it is right with high confidence. */
import { confidenceFrom } from '#pipeline/refine/sentiment/confidence.ts';
import { chancesIn, likeliest } from '#pipeline/refine/reader/reading.ts';
import { scoreLabels, share, measuredLabels, untrained, type ClaimedRow, type Measured } from './figures.ts';
import { phrasebankRows, sentfinRows, twitterRows, type SentimentRow } from './sentiment-sets.ts';
import type { TrainedTexts } from './trained-texts.ts';

interface Read extends ClaimedRow {
  readonly isContested: boolean;
}

/** The reader's heads that were trained on a set: one for the whole text and, when the set labels names, one for names. */
interface Heads {
  readonly text: string;
  readonly name?: string;
}

/** Returns the readings of the rows that were not trained on, or null without the set. */
function readRowsOf(rows: SentimentRow[] | null, heads: Heads, trained: TrainedTexts): Read[] | null {
  if (rows === null) return null;
  return untrained(rows, trained).map(({ source, words, about, others, label, isContested }) => {
    const spans = [...(about ?? []), ...others].map(({ from, to }) => ({ start: words.start[from] ?? 0, end: words.end[to - 1] ?? 0 }));
    const chances = chancesIn(words.text, spans);
    const named = about === null || heads.name === undefined ? null : (chances.names.slice(0, about.length).find((found) => found !== null) ?? null);
    const { value, chance } = likeliest((named === null ? chances.text(heads.text) : named(heads.name!)) as ReadonlyMap<string, number>);
    return { source, expected: label, answered: value, chance, isContested };
  });
}

const measured = (rows: readonly Read[], trained: TrainedTexts): Measured => {
  const { figures, reliability } = measuredLabels(rows, trained, 'directions');
  return { figures: { ...figures, ...confidence(rows) }, reliability };
};

export function sentfinFigures(folder: string, trained: TrainedTexts): Measured | null {
  const rows = readRowsOf(sentfinRows(folder), { text: 'stone', name: 'sentfin' }, trained);
  if (rows === null) return null;
  const { accuracy: conflict_accuracy, n: conflict_n } = scoreLabels(rows.filter(({ isContested }) => isContested));
  const { figures, reliability } = measured(rows, trained);
  return { figures: { ...figures, conflict_accuracy, conflict_n }, reliability };
}

export function twitterFigures(folder: string, trained: TrainedTexts): Measured | null {
  const rows = readRowsOf(twitterRows(folder), { text: 'tweet' }, trained);
  return rows === null ? null : measured(rows, trained);
}

export function phrasebankFigures(folder: string, trained: TrainedTexts): Measured | null {
  const rows = readRowsOf(phrasebankRows(folder), { text: 'tone' }, trained);
  return rows === null ? null : measured(rows, trained);
}

function confidence(rows: readonly Read[]): { high_confidence_accuracy: number; high_confidence_share: number } {
  const high = rows.filter(({ chance }) => confidenceFrom(chance) === 'high');
  return {
    high_confidence_accuracy: share(high.filter(({ expected, answered }) => expected === answered).length, high.length),
    high_confidence_share: share(high.length, rows.length),
  };
}
