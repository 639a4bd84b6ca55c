/** What the table of rules finds in a headline and its lead: a sum for each category, with the phrases that made it. */
import { categories, type Category } from '#schemas/vocabulary.ts';
import { compilePhrases, findOverlapping } from '../text/phrases.ts';
import type { Words } from '../text/words.ts';
import { categoryRules, type CategoryRule } from './rules.ts';

const LEAD_SHARE = 0.3;
const LEAD_WORDS_MAX = 50;

const numberOf = new Map<Category, number>(categories.map((category, at) => [category, at]));
const rulesByPhrase = compilePhrases(rulesOfPhrases());

export interface CategoryEvidence {
  /** In the order of the vocabulary. */
  readonly sums: Float64Array;
  readonly found: readonly { readonly category: Category; readonly text: string }[];
}

export function categoryEvidence(title: Words, lead: Words): CategoryEvidence {
  const sums = new Float64Array(categories.length);
  const found: { category: Category; text: string }[] = [];
  addEvidence(sums, found, { words: title, share: 1 });
  addEvidence(sums, found, { words: firstWords(lead), share: LEAD_SHARE });
  return { sums, found };
}

function addEvidence(
  sums: Float64Array,
  found: { category: Category; text: string }[],
  { words, share }: { readonly words: Words; readonly share: number },
): void {
  const counted = new Set<string>();
  for (const { value, from, to } of findOverlapping(rulesByPhrase, words)) {
    const text = to - from === 1 ? (words.lower[from] ?? '') : words.lower.slice(from, to).join(' ');
    for (const { category, weight } of value) {
      const key = `${category} ${text}`;
      if (counted.has(key)) continue;
      counted.add(key);
      const at = numberOf.get(category) ?? 0;
      sums[at] = (sums[at] ?? 0) + weight * share;
      found.push({ category, text });
    }
  }
}

const firstWords = (words: Words): Words =>
  words.lower.length <= LEAD_WORDS_MAX ? words : { ...words, lower: words.lower.slice(0, LEAD_WORDS_MAX) };

/** A phrase may stand in the rules of several categories. */
function* rulesOfPhrases(): Generator<readonly [string, readonly CategoryRule[]]> {
  const rulesOf = new Map<string, CategoryRule[]>();
  for (const rule of categoryRules) {
    for (const phrase of rule.phrases) {
      const rules = rulesOf.get(phrase);
      if (rules === undefined) rulesOf.set(phrase, [rule]);
      else rules.push(rule);
    }
  }
  yield* rulesOf;
}
