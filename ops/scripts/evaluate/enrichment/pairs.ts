/**
 * Labelled pairs of texts in, agreement of the pipeline's judgement with them out: whether it takes two
 * sentences for one text or one event (MRPC), and how near two articles are by its measure of stories (SemEval).
 */
import { servedOf } from '#pipeline/refine/dedup/fingerprint.ts';
import { compareTexts } from '#pipeline/refine/dedup/verify.ts';
import { rowOf } from '#pipeline/refine/row.ts';
import { storyFeaturesOf } from '#pipeline/refine/story/features.ts';
import { nearestStory } from '#pipeline/refine/story/nearest.ts';
import { articleOf, normalisedDraft } from './articles.ts';
import { pearson, share } from './figures.ts';
import { readRows } from './rows.ts';
import { newWindow, uidAt } from './stories.ts';

const TITLE_LENGTH_MAX = 120;

/** 0 where they are two stories. */
function nearness(first: { title: string; summary: string }, second: { title: string; summary: string }): number {
  const recent = newWindow();
  const known = articleOf(first.title, { summary: first.summary });
  recent.apply(rowOf(normalisedDraft(known, uidAt(0)), known.fetched_at));
  const { title, summary } = normalisedDraft(articleOf(second.title, { summary: second.summary }), uidAt(1));
  const { words, fingerprint } = servedOf(title, summary);
  const features = storyFeaturesOf(words, fingerprint, { tickers: [], companies: [], category: null });
  return nearestStory({ features, atMs: Date.parse(known.fetched_at) }, [uidAt(0)], recent)?.score ?? 0;
}

export function sameMeaningFigures(folder: string): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ label: number; s1: string; s2: string }>(folder, 'stories/mrpc_news_sentence_pairs.jsonl');
  if (rows === null) return null;
  const right = rows.filter(({ label, s1, s2 }) => {
    const isSame =
      compareTexts(servedOf(s1, '').fingerprint, servedOf(s2, '').fingerprint) !== null ||
      nearness({ title: s1, summary: '' }, { title: s2, summary: '' }) > 0;
    return isSame === (label === 1);
  });
  return { accuracy: share(right.length, rows.length), n: rows.length };
}

export function similarityFigures(folder: string): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ text1: string; text2: string; overall: number }>(folder, 'stories/semeval2022_task8_en_pairs.jsonl');
  if (rows === null) return null;
  const found = rows.map(({ text1, text2 }) => nearness(split(text1), split(text2)));
  // 1 is the same event, 4 an unrelated one.
  return {
    pearson: pearson(
      found,
      rows.map(({ overall }) => -overall),
    ),
    n: rows.length,
  };
}

/** Texts begin with their headline: up to a line's end, or as many words as a headline has. */
function split(text: string): { title: string; summary: string } {
  const plain = text.trim();
  const line = plain.indexOf('\n');
  const end = line > 0 && line <= 2 * TITLE_LENGTH_MAX ? line : plain.lastIndexOf(' ', TITLE_LENGTH_MAX);
  return end <= 0 ? { title: plain, summary: '' } : { title: plain.slice(0, end), summary: plain.slice(end).trim() };
}
