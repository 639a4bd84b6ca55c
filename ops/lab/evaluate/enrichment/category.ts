/** Measures the category step against the labelled sets of topics: a set of tweets and Reuters-21578. */
import { putCategory } from '#pipeline/refine/category/category.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { articleOf, normalisedDraft } from './articles.ts';
import { readRows } from './rows.ts';
import { scoreRows, untrained } from './scored.ts';
import { tweetText } from './sentiment-sets.ts';
import type { TrainedTexts } from './trained-texts.ts';

function categoryOfArticle(title: string, summary = ''): Category {
  const outcome = putCategory(normalisedDraft(articleOf(title, { summary })));
  return outcome.kept ? outcome.value.category : 'other';
}

export function topicFigures(folder: string, trained: TrainedTexts): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ text: string; proposed: Category | null }>(folder, 'category/twitter_fin_topic.jsonl');
  if (rows === null) return null;
  const scored = untrained(
    rows.flatMap(({ text, proposed }) => (proposed === null ? [] : [{ source: text, expected: proposed }])),
    trained,
  ).map((row) => ({ ...row, answered: categoryOfArticle(tweetText(row.source)) }));
  return scoreRows(scored, trained);
}

/** An article of two categories is right with either. */
export function reutersFigures(folder: string, trained: TrainedTexts): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ title: string; body: string; proposed: readonly Category[] }>(folder, 'category/reuters21578_modapte.jsonl');
  if (rows === null) return null;
  const scored = rows.map(({ title, body, proposed }) => {
    const answered = categoryOfArticle(title, body);
    return { source: title, expected: proposed.includes(answered) ? answered : (proposed[0] ?? 'other'), answered };
  });
  return scoreRows(scored, trained);
}
