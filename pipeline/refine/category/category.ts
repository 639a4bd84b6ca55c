/** One category for an article: what the rules find in headline and lead (category/evidence.ts), weighed with what the trained model adds. */
import { categories, type Category } from '#schemas/vocabulary.ts';
import { keep, type Outcome } from '../../outcome.ts';
import { categoryEvidence, phrasesFor } from './evidence.ts';
import type { Draft } from '../article/draft.ts';
import { createCategoryModel } from '../model/category-model.ts';
import { loadModel } from '../model/weights.ts';
import type { Words } from '../text/words.ts';

const model = createCategoryModel({ posts: loadModel('category'), street: loadModel('streetCategory') });
const WORDS_NAMED = 3;

export interface CategoryDecision {
  readonly category: Category;
  /** Phrases of the rules that speak for it; without one, the words that weighed most in the model. */
  readonly reasons: readonly string[];
}

export function putCategory(draft: Draft): Outcome<Draft> {
  const { category, reasons } = categoryOf(draft.titleWords, draft.leadWords);
  return keep({ ...draft, category, categoryReasons: reasons });
}

export function categoryOf(title: Words, lead: Words): CategoryDecision {
  const evidence = categoryEvidence(title, lead);
  const category = categories[model.best(title, lead, evidence.sums)] ?? 'other';
  const phrases = phrasesFor(evidence, category);
  return { category, reasons: phrases.length > 0 ? phrases : model.reasons(title, WORDS_NAMED) };
}
