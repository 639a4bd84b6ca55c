/** Measures the reader's category against labelled tweets and Reuters-21578. */
import { readText } from '#pipeline/refine/reader/reader.ts';
import { chancesIn, likeliest } from '#pipeline/refine/reader/reading.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { readRows } from './rows.ts';
import { measuredLabels, untrained, type Measured } from './figures.ts';
import { tweetText } from './sentiment-sets.ts';
import type { TrainedTexts } from './trained-texts.ts';

/**
 * Measures the tweets: a head of the reader predicts one of their twenty topics, which the set maps to categories. Returns null without the
 * set.
 */
export function topicFigures(folder: string, trained: TrainedTexts): Measured | null {
  const rows = readRows<{ text: string; topic: string; proposed: Category | null }>(folder, 'category/twitter_fin_topic.jsonl');
  if (rows === null) return null;
  const categoryOfTopic = new Map(rows.flatMap(({ topic, proposed }) => (proposed === null ? [] : [[topic, proposed] as const])));
  const scored = untrained(
    rows.flatMap(({ text, proposed }) => (proposed === null ? [] : [{ source: text, expected: proposed }])),
    trained,
  ).map((row) => {
    const { value: topic, chances } = likeliest(chancesIn(tweetText(row.source), []).text('topic'));
    const categoryOf = (one: string): Category => categoryOfTopic.get(one) ?? 'other';
    const answered = categoryOf(topic);
    const chance = [...chances].reduce((sum, [one, of]) => (categoryOf(one) === answered ? sum + of : sum), 0);
    return { ...row, answered, chance };
  });
  return measuredLabels(scored, trained, 'categories');
}

/** Measures Reuters; for an article with two categories either is right. Returns null without the set. */
export function reutersFigures(folder: string, trained: TrainedTexts): Measured | null {
  const rows = readRows<{ title: string; proposed: readonly Category[] }>(folder, 'category/reuters21578_modapte.jsonl');
  if (rows === null) return null;
  const scored = rows.map(({ title, proposed }) => {
    const { value: answered, chance } = readText(title, []).category;
    return { source: title, expected: proposed.includes(answered) ? answered : (proposed[0] ?? 'other'), answered, chance };
  });
  return measuredLabels(scored, trained, 'categories');
}
