/** Measures the relevance score and the category against headlines rated by two people. */
import { putScore } from '#pipeline/refine/article/score.ts';
import { readPart } from '#pipeline/refine/reader/read-part.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { articleOf, normalisedDraft } from './articles.ts';
import { share } from './figures.ts';
import { readRows } from './rows.ts';

interface RatedRow {
  readonly title: string;
  readonly lead: string;
  readonly rater_a: number;
  readonly rater_b: number;
  readonly relevance: number;
  readonly category: Category | null;
  readonly english: boolean;
}

/** Returns the figures; rows in other languages are left out. */
export function relevanceFigures(folder: string, directory: Directory): Readonly<Record<string, unknown>> | null {
  const rows = readRows<RatedRow>(folder, 'gold/relevance.jsonl')?.filter(({ english }) => english);
  if (rows === undefined) return null;
  const scored = rows.map((row) => ({ ...row, ...scoreOf(row, directory) }));
  const sideOf = (limit: number): number => {
    const agreed = scored.filter(({ rater_a, rater_b }) => rater_a >= limit === rater_b >= limit);
    return share(agreed.filter(({ rater_a, score }) => rater_a >= limit === score >= limit).length, agreed.length);
  };
  const categorised = scored.filter(({ category }) => category !== null);
  return {
    within_one: share(scored.filter(({ relevance, score }) => Math.abs(relevance - score) <= 1).length, scored.length),
    floor_4: sideOf(4),
    floor_7: sideOf(7),
    category_accuracy: share(categorised.filter(({ category, found }) => category === found).length, categorised.length),
    n: scored.length,
  };
}

function scoreOf({ title, lead }: RatedRow, directory: Directory): { score: number; found: Category } {
  const linked = putTickers(normalisedDraft(articleOf(title, { summary: lead })), { directory });
  if (!linked.kept) return { score: 1, found: 'other' };
  // The set scores headlines that the service would drop unread, too.
  const rated = putScore({ ...linked.value, read: linked.value.read ?? readPart(linked.value.titleWords, []) });
  return rated.kept ? { score: rated.value.relevance, found: rated.value.category } : { score: 1, found: 'other' };
}
