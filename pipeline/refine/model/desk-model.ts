/**
 * How likely a trading desk wants a headline, by trained weights over what the model of categories looks at. One word of
 * markets (war, bank, oil, policy) decides nothing here: what stands beside it does.
 */
import { wordsOf, type Words } from '../text/words.ts';
import { putCategoryFeatures } from './category-features.ts';
import { createFeatureSet, type FeatureSet } from './feature-set.ts';
import { scoresOf, toProbabilities, type LinearModel } from './linear.ts';

export interface DeskModel {
  /** 0-1. `sums`: what the rules of categories found in the text, in the order of the vocabulary. */
  readonly chance: (text: Words, sums: Float64Array) => number;
}

const WANTED = 1;
const NO_LEAD = wordsOf('');

export function createDeskModel(model: LinearModel): DeskModel {
  const features: FeatureSet = createFeatureSet(model.bits);
  const chances = new Float64Array(model.labels.length);
  return {
    chance: (text, sums) => {
      putCategoryFeatures(features, text, NO_LEAD, sums);
      return toProbabilities(scoresOf(model, features, chances), model.temperature)[WANTED] ?? 0;
    },
  };
}
