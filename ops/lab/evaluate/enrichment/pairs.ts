/** Measures text similarity against labelled pairs: sentences (MRPC) and whole articles (SemEval-2022 task 8). */
import { articleSimilarity, sentenceSimilarity } from '#pipeline/refine/story/similarity.ts';
import { pearson, scoreYes, share } from './figures.ts';
import { readRows } from './rows.ts';

/** Lowest similarity at which two sentences count as saying the same: more than half is in both. */
const SAME_MEANING_MIN = 0.55;

export function sameMeaningFigures(folder: string): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ label: number; s1: string; s2: string }>(folder, 'stories/mrpc_news_sentence_pairs.jsonl');
  if (rows === null) return null;
  const read = rows.map(({ label, s1, s2 }) => ({ isExpected: label === 1, isAnswered: sentenceSimilarity(s1, s2) >= SAME_MEANING_MIN }));
  const { precision, recall } = scoreYes(read);
  const right = read.filter(({ isExpected, isAnswered }) => isExpected === isAnswered);
  return { accuracy: share(right.length, rows.length), precision, recall, n: rows.length };
}

export function similarityFigures(folder: string): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ text1: string; text2: string; overall: number }>(folder, 'stories/semeval2022_task8_en_pairs.jsonl');
  if (rows === null) return null;
  const found = rows.map(({ text1, text2 }) => articleSimilarity(text1, text2));
  // The scale is from 1, the same event, to 4, an unrelated one.
  return {
    pearson: pearson(
      found,
      rows.map(({ overall }) => -overall),
    ),
    n: rows.length,
  };
}
