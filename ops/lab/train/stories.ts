/**
 * Fits the weights of the story measures. Labelled stories (UCI, CC BY 4.0) teach which articles belong together. Headlines in the same
 * words about other companies (the cashtag set, MIT) and other news of the same company (generated-stories.ts) teach which do not. Each
 * round clusters with the weights of the previous one and adds its examples to those of all rounds, so that the weights do not oscillate
 * (DAgger, Ross, Gordon and Bagnell 2011).
 */
import { dropNearDuplicate } from '#pipeline/refine/dedup/dedup.ts';
import type { Draft } from '#pipeline/refine/article/draft.ts';
import { dropOf } from '#pipeline/refine/article/drop-record.ts';
import { putEntities } from '#pipeline/refine/article/entities.ts';
import { rowOf } from '#pipeline/refine/article/row-record.ts';
import { putScore } from '#pipeline/refine/article/score.ts';
import { storyInputsOf } from '#pipeline/refine/story/story.ts';
import { preparedArticle, measuresOf, type Measures } from '#pipeline/refine/story/measures.ts';
import { nearestStory, oddsOf } from '#pipeline/refine/story/nearest.ts';
import { storyWeights, weightsByHand, type StoryWeights } from '#pipeline/refine/story/weights.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { articleOf, normalisedDraft } from '../evaluate/enrichment/articles.ts';
import { bcubed } from '../evaluate/enrichment/figures.ts';
import { newWindow, uidAt } from '../evaluate/enrichment/stories.ts';
import { fitLogistic, type DenseRow } from './logistic.ts';

export interface StoryExample {
  readonly draft: Draft;
  readonly at: string;
  /** Id of the story, or the tickers of a headline. Articles with a common label may belong together. */
  readonly labels: readonly string[];
}

export interface LabelledHeadline {
  readonly title: string;
  readonly summary?: string;
  readonly atMs: number;
  readonly outlet: string;
  readonly labels: readonly string[];
}

const ROUNDS = 3;
const DECAY = 3;
/** Weight of a pair of headlines about different companies, relative to a pair of a labelled story. */
const OTHER_COMPANY_WEIGHT = 0.1;
/** Weight of a generated article, relative to a collected one. With a higher one the weights would fit the generator's phrases. */
const GENERATED_WEIGHT = 0.3;

export const fittedMeasures = (Object.keys(storyWeights.measures) as (keyof Measures)[]).filter((name) => !(name in weightsByHand));

/** Returns the headlines' drafts after the steps before the story step. */
export function storyExamples(headlines: readonly LabelledHeadline[], directory: Directory): StoryExample[] {
  return headlines.map(({ title, summary = '', atMs, outlet, labels }, i) => {
    const at = new Date(atMs).toISOString();
    const url = `https://www.example.com/${i}`;
    let draft = normalisedDraft(articleOf(title, { url, identity: url, outlet, summary, seen_at: at, fetched_at: at }), uidAt(i));
    for (const step of [(of: Draft) => putTickers(of, { directory }), putScore, putEntities]) {
      const outcome = step(draft);
      if (outcome.kept) draft = outcome.value;
    }
    return { draft, at, labels };
  });
}

export interface StoryTraining {
  readonly collected: readonly StoryExample[];
  readonly generated: readonly StoryExample[];
  /** Headlines labelled with tickers. Two without a common label are different stories. */
  readonly others: readonly StoryExample[];
}

/** Returns the fitted weights together with those set by hand. */
export function fitStories({ collected, generated, others }: StoryTraining): StoryWeights {
  const ofCompany: Judge = ({ labels }, members) =>
    members.some((member) => member.labels.some((label) => labels.includes(label))) ? null : { isTrue: false, weight: OTHER_COMPANY_WEIGHT };
  const sets = [
    { examples: collected, judge: judgeOf(collected, 1), place: placeOf(collected) },
    { examples: generated, judge: judgeOf(generated, GENERATED_WEIGHT), place: placeOf(generated) },
    { examples: others, judge: ofCompany, place: ({ draft }: StoryExample) => draft.uid },
  ];
  const known = sets.flatMap(({ examples, judge, place }) => rowsOf(examples, judge, place));
  const own: DenseRow[] = [];
  let weights = weightsOf(fitLogistic(known, DECAY));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { examples, judge } of sets) own.push(...rowsOf(examples, judge, weights));
    weights = weightsOf(fitLogistic([...known, ...own.map((row) => ({ ...row, weight: row.weight / round }))], DECAY));
  }
  return weights;
}

/** Returns a judge of labelled stories. A story of n articles weighs `weight` times the square root of n in all. */
function judgeOf(examples: readonly StoryExample[], weight: number): Judge {
  const sizes = countBy(examples.map(storyOf));
  return (example, members) => ({
    isTrue: commonest(members.map(storyOf)) === storyOf(example),
    weight: weight / Math.sqrt(sizes.get(storyOf(example)) ?? 1),
  });
}

/** Returns a function that returns the uid of the first article of the labelled story. */
function placeOf(examples: readonly StoryExample[]): (of: StoryExample) => string {
  const firstOf = new Map<string, string>();
  for (const example of examples) if (!firstOf.has(storyOf(example))) firstOf.set(storyOf(example), example.draft.uid);
  return (example) => firstOf.get(storyOf(example)) ?? '';
}

const storyOf = ({ labels }: StoryExample): string => labels[0] ?? '';

const weightsOf = (fitted: readonly number[]): StoryWeights => ({
  constant: fitted.at(-1) ?? 0,
  measures: {
    ...storyWeights.measures,
    ...Object.fromEntries(fittedMeasures.map((name, i) => [name, fitted[i] ?? 0])),
  },
});

/** Returns whether the article belongs to the story of `members`, or null when the labels do not say so. */
type Judge = (of: StoryExample, members: readonly StoryExample[]) => Pick<DenseRow, 'isTrue' | 'weight'> | null;

/** Returns a row for each story that an article is compared with. `place` assigns articles to stories: by label, or by weights. */
function rowsOf(examples: readonly StoryExample[], judge: Judge, place: StoryWeights | ((of: StoryExample) => string)): DenseRow[] {
  const recent = newWindow();
  const members = new Map<string, StoryExample[]>();
  const rows: DenseRow[] = [];
  for (const example of examples) {
    const context = { recent, refinedAt: example.at };
    const outcome = dropNearDuplicate(example.draft, context);
    if (!outcome.kept) {
      recent.apply(dropOf(example.draft, outcome, example.at));
      continue;
    }
    const [placing, candidates] = storyInputsOf(outcome.value, context);
    const asked = preparedArticle(placing);
    let storyId = typeof place === 'function' ? place(example) : example.draft.uid;
    let most = 0;
    for (const story of candidates) {
      const measures = measuresOf(story, asked);
      if (measures === null) continue;
      const judged = judge(example, members.get(story.storyId) ?? []);
      if (judged !== null) rows.push({ ...judged, measures: fittedMeasures.map((name) => measures[name]) });
      const odds = typeof place === 'function' ? -Infinity : oddsOf(measures, place);
      if (odds > most) [storyId, most] = [story.storyId, odds];
    }
    members.set(storyId, [...(members.get(storyId) ?? []), example]);
    recent.apply(rowOf({ ...outcome.value, storyId }, example.at));
  }
  return rows;
}

/** Returns how well the weights cluster the examples (B-cubed). */
export function storyFiguresOf(examples: readonly StoryExample[], weights: StoryWeights): Readonly<Record<string, number>> {
  const recent = newWindow();
  const placed = examples.map(({ draft, at }) => {
    const context = { recent, refinedAt: at };
    const outcome = dropNearDuplicate(draft, context);
    if (!outcome.kept) {
      recent.apply(dropOf(draft, outcome, at));
      return outcome.repeats?.storyId ?? draft.uid;
    }
    const storyId = nearestStory(...storyInputsOf(outcome.value, context), weights)?.storyId ?? draft.uid;
    recent.apply(rowOf({ ...outcome.value, storyId }, at));
    return storyId;
  });
  return bcubed(examples.map(storyOf), placed);
}

function countBy(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

const commonest = (labels: readonly string[]): string | undefined => [...countBy(labels)].toSorted(([, a], [, b]) => b - a)[0]?.[0];
