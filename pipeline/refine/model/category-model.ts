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

/** The weights are learnt of posts: of other texts they say less than the rules do. */
const POST_SHARE = 1;
const FLASH_SHARE = 0.4;
const OTHER_SHARE = 0.2;

/** So far ahead the rules' answer stands: a fifth of the weights changes it seldom, and as often for the worse. They need not be asked. */
const DECIDED = 1.2;

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

function shareOf(title: Words, lead: Words): number {
  if (isPost(title)) return POST_SHARE;
  return isFlash(title, lead) ? FLASH_SHARE : OTHER_SHARE;
}

/** A line in capitals without a text: among the posts there are many. */
const isFlash = ({ text }: Words, lead: Words): boolean => lead.lower.length === 0 && text === text.toUpperCase();

export interface CategoryModel {
  readonly best: (title: Words, lead: Words, sums: Float64Array) => number;
  /** Words of the headline that spoke for the last answer; asked only where no phrase of the rules did. */
  readonly reasons: (title: Words, max: number) => string[];
}

export function createCategoryModel(model: LinearModel): CategoryModel {
  const features: FeatureSet = createFeatureSet(model.bits);
  const learnt = new Float64Array(categories.length);
  const ruled = new Float64Array(categories.length);
  let answer = 0;
  return {
    best: (title, lead, sums) => {
      ruleScores(sums, ruled);
      const share = shareOf(title, lead);
      answer = greatest(ruled);
      if (share === OTHER_SHARE && leadOf(ruled, answer) >= DECIDED) return answer;
      putCategoryFeatures(features, title, lead, sums);
      scoresOf(model, features, learnt);
      for (let at = 0; at < learnt.length; at += 1) learnt[at] = share * (learnt[at] ?? 0) + (ruled[at] ?? 0);
      answer = greatest(learnt);
      return answer;
    },
    reasons: (title, max) => evidenceFor(model, features, answer, max).map(({ word }) => title.lower[word] ?? ''),
  };
}
