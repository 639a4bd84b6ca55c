/**
 * Scores of the 14 categories for a headline and its lead: what the rules say, taken as it is, plus what the
 * trained weights add to it. Where no trained word stands in a text, the rules alone decide.
 */
import { categories } from '#schemas/vocabulary.ts';
import type { Words } from '../text/words.ts';
import { isPost, putCategoryFeatures } from './category-features.ts';
import { createFeatureSet, type FeatureSet } from './feature-set.ts';
import { evidenceFor, greatest, scoresOf, type LinearModel } from './linear.ts';

/** What a point of the rules is worth beside the weights, and what each beyond so many is. */
const POINT = 0.5;
const POINTS_FULL = 8;
const POINT_BEYOND = 0.125;
/** What no rule and no word speaks for is `other`. */
const OTHER_POINTS = 1.5;
const OTHER = categories.indexOf('other');

/** What is learnt of posts is read in posts, and in part in lines like theirs; of other headlines others were learnt. */
const POST_SHARE = 1;
const FLASH_SHARE = 0.4;
/**
 * Of a headline that stands alone; beside a lead, which the rules read and the weights do not, the rules count more. `decided`: so far ahead the rules'
 * answer stands, and the weights need not be asked.
 */
const ALONE = { share: 0.7, decided: 1.8 };
const WITH_LEAD = { share: 0.4, decided: 1.2 };

/** The fixed part of the scores. */
export function ruleScores(sums: Float64Array, into: Float64Array): Float64Array {
  for (let at = 0; at < sums.length; at += 1) {
    const points = sums[at] ?? 0;
    into[at] = POINT * Math.min(POINTS_FULL, points) + POINT_BEYOND * Math.max(0, points - POINTS_FULL);
  }
  into[OTHER] = (into[OTHER] ?? 0) + POINT * OTHER_POINTS;
  return into;
}

/** How far the greatest of the scores is ahead of the next. */
function leadOf(scores: Float64Array, greatestAt: number): number {
  let next = -Infinity;
  for (let at = 0; at < scores.length; at += 1) if (at !== greatestAt) next = Math.max(next, scores[at] ?? 0);
  return (scores[greatestAt] ?? 0) - next;
}

/** A line in capitals without a text: among the posts there are many. */
const isFlash = ({ text }: Words, lead: Words): boolean => lead.lower.length === 0 && text === text.toUpperCase();

export interface CategoryModel {
  /** `except`: the category that it cannot be. */
  readonly best: (title: Words, lead: Words, sums: Float64Array, except?: number) => number;
  /** Words of the headline that spoke for the last answer; asked only where no phrase of the rules did. */
  readonly reasons: (title: Words, max: number) => string[];
}

interface Learnt {
  readonly model: LinearModel;
  readonly features: FeatureSet;
}

const learntOf = (model: LinearModel): Learnt => ({ model, features: createFeatureSet(model.bits) });

export function createCategoryModel(models: { readonly posts: LinearModel; readonly street: LinearModel }): CategoryModel {
  const posts = learntOf(models.posts);
  const street = learntOf(models.street);
  const learnt = new Float64Array(categories.length);
  const ruled = new Float64Array(categories.length);
  let answer = 0;
  let asked: Learnt | null = null;
  const weighed = (by: Learnt, share: number, title: Words, lead: Words, sums: Float64Array): number => {
    asked = by;
    putCategoryFeatures(by.features, title, lead, sums);
    scoresOf(by.model, by.features, learnt);
    for (let at = 0; at < learnt.length; at += 1) learnt[at] = share * (learnt[at] ?? 0) + (ruled[at] ?? 0);
    return greatest(learnt);
  };
  return {
    best: (title, lead, sums, except) => {
      ruleScores(sums, ruled);
      // What is learnt is added to it, and leaves it the least.
      if (except !== undefined) ruled[except] = -Infinity;
      answer = greatest(ruled);
      asked = null;
      if (isPost(title)) answer = weighed(posts, POST_SHARE, title, lead, sums);
      else if (isFlash(title, lead)) answer = weighed(posts, FLASH_SHARE, title, lead, sums);
      else {
        const { share, decided } = lead.lower.length === 0 ? ALONE : WITH_LEAD;
        if (leadOf(ruled, answer) < decided) answer = weighed(street, share, title, lead, sums);
      }
      return answer;
    },
    reasons: (title, max) => (asked === null ? [] : evidenceFor(asked.model, asked.features, answer, max).map(({ word }) => title.lower[word] ?? '')),
  };
}
