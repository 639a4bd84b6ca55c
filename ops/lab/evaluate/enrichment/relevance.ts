/** Measures the relevance score and the category against headlines rated by two people. */
import { putScore } from '#pipeline/refine/article/score.ts';
import { readWithNames } from '#pipeline/refine/reader/read-with-names.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { articleOf, normalisedDraft } from './articles.ts';
import { reliabilityOf, scoreLabels, scoreSide, withinOne, type Measured, type SideFigures } from './figures.ts';
import { readRows } from './rows.ts';
import { prefixed } from './wild.ts';

interface RatedRow {
  readonly title: string;
  readonly lead: string;
  readonly rater_a: number;
  readonly rater_b: number;
  readonly relevance: number;
  readonly category: Category | null;
  readonly english: boolean;
}

/** Measures the English rows. Returns null without the set. */
export function relevanceFigures(folder: string, directory: Directory): Measured | null {
  const rows = readRows<RatedRow>(folder, 'gold/relevance.jsonl')?.filter(({ english }) => english);
  if (rows === undefined) return null;
  const scored = rows.map((row) => ({ ...row, ...scoreOf(row, directory) }));
  const scoresOf = ({ rater_a: said, score: ours }: (typeof scored)[number]) => ({ said, ours });
  const agreedOn = (limit: number): typeof scored => scored.filter(({ rater_a, rater_b }) => rater_a >= limit === rater_b >= limit);
  const [of4, of7] = [4, 7].map((limit) => scoreSide(agreedOn(limit).map(scoresOf), limit)) as [SideFigures, SideFigures];
  const categorised = scored.flatMap(({ category, found, categoryChance }) => (category === null ? [] : [{ category, found, categoryChance }]));
  const ofCategories = scoreLabels(categorised.map(({ category, found }) => ({ expected: category, answered: found })));
  return {
    figures: {
      within_one: withinOne(scored.map(({ relevance: said, score: ours }) => ({ said, ours }))),
      floor_4: of4.side,
      floor_7: of7.side,
      precision_of_4: of4.precision,
      recall_of_4: of4.recall,
      precision_of_7: of7.precision,
      recall_of_7: of7.recall,
      ...prefixed('category', ofCategories),
      n: scored.length,
    },
    reliability: {
      scores: reliabilityOf(agreedOn(7).map(({ above6, rater_a }) => ({ chance: above6, isTrue: rater_a >= 7 }))),
      categories: reliabilityOf(
        categorised.flatMap(({ category, found, categoryChance: chance }) => (chance === null ? [] : [{ chance, isTrue: category === found }])),
      ),
    },
  };
}

interface Found {
  readonly score: number;
  /** Probability of a score of at least 7. */
  readonly above6: number;
  readonly found: Category;
  /** Probability of the category; null when a rule gave the category. */
  readonly categoryChance: number | null;
}

const unread: Found = { score: 1, above6: 0, found: 'other', categoryChance: null };

function scoreOf({ title, lead }: RatedRow, directory: Directory): Found {
  const linked = putTickers(normalisedDraft(articleOf(title, { summary: lead })), { directory });
  if (!linked.kept) return unread;
  // The set also scores headlines that the service drops before the reader.
  const read = linked.value.read ?? readWithNames(linked.value.titleWords, []);
  const rated = putScore({ ...linked.value, read });
  if (!rated.kept) return unread;
  const { relevance: score, category: found } = rated.value;
  const { scoreAbove, category } = read.reading;
  return { score, above6: scoreAbove[5]!, found, categoryChance: found === category.value ? category.chance : null };
}
