/** One category for an article, by the table of rules: the highest sum of evidence, with the phrases that made it. */
import { categories, type Category } from '#schemas/vocabulary.ts';
import { keep, type Outcome } from '../outcome.ts';
import { categoryRules, type CategoryRule } from './category/rules.ts';
import type { Draft } from './draft.ts';
import { compilePhrases, findOverlapping } from './text/phrases.ts';
import type { Words } from './text/words.ts';

const LEAD_SHARE = 0.3;
const LEAD_WORDS_MAX = 50;
/** Less evidence than this is none. */
const SUM_MIN = 1;

const rulesByPhrase = compilePhrases(rulesOfPhrases());

export interface CategoryDecision {
  readonly category: Category;
  readonly reasons: readonly string[];
}

export function putCategory(draft: Draft): Outcome<Draft> {
  const { category, reasons } = categoryOf(draft.titleWords, draft.leadWords);
  return keep({ ...draft, category, categoryReasons: reasons });
}

export function categoryOf(title: Words, lead: Words): CategoryDecision {
  const sums = new Map<Category, { sum: number; reasons: string[] }>();
  addEvidence(sums, title, 1);
  addEvidence(sums, firstWords(lead), LEAD_SHARE);
  let best: CategoryDecision = { category: 'other', reasons: [] };
  let bestSum = 0;
  // In the order of the vocabulary, so that a tie has one winner.
  for (const category of categories) {
    const evidence = sums.get(category);
    if (evidence === undefined || evidence.sum < SUM_MIN || evidence.sum <= bestSum) continue;
    best = { category, reasons: evidence.reasons };
    bestSum = evidence.sum;
  }
  return best;
}

function addEvidence(sums: Map<Category, { sum: number; reasons: string[] }>, words: Words, share: number): void {
  /** The same words count once, however often they stand there. */
  const counted = new Map<string, readonly CategoryRule[]>();
  for (const { value, from, to } of findOverlapping(rulesByPhrase, words)) {
    const text = to - from === 1 ? (words.lower[from] ?? '') : words.lower.slice(from, to).join(' ');
    if (counted.get(text) === value) continue;
    counted.set(text, value);
    for (const { category, weight } of value) {
      let evidence = sums.get(category);
      if (evidence === undefined) {
        evidence = { sum: 0, reasons: [] };
        sums.set(category, evidence);
      }
      evidence.sum += weight * share;
      evidence.reasons.push(text);
    }
  }
}

const firstWords = (words: Words): Words =>
  words.lower.length <= LEAD_WORDS_MAX ? words : { ...words, lower: words.lower.slice(0, LEAD_WORDS_MAX) };

/** A phrase may stand in the rules of several categories, and counts once in each. */
function* rulesOfPhrases(): Generator<readonly [string, readonly CategoryRule[]]> {
  const rulesOf = new Map<string, CategoryRule[]>();
  for (const rule of categoryRules) {
    for (const phrase of rule.phrases) {
      const rules = rulesOf.get(phrase);
      if (rules === undefined) rulesOf.set(phrase, [rule]);
      else if (!rules.some(({ category }) => category === rule.category)) rules.push(rule);
    }
  }
  yield* rulesOf;
}
