/** What the table of rules finds in a headline and its lead: a sum for each category, with the phrases that made it. */
import { categories, type Category } from '#schemas/vocabulary.ts';
import { wordTest } from '../text/lexeme.ts';
import { compilePhrases, expand, findOverlapping } from '../text/phrases.ts';
import type { Words } from '../text/words.ts';
import { categoryRules } from './rules.ts';

const LEAD_SHARE = 0.6;
/** A headline of less than this says nothing of its own: then the lead counts for more. */
const TITLE_SUM_MIN = 2;
const LEAD_ALONE_SHARE = 0.8;
/** What is told as a cause is less of what an article is about. */
const CAUSE_SHARE = 0.4;
const LEAD_WORDS_MAX = 120;

const rulesByPhrase = compilePhrases(rulesOfPhrases());

export interface CategoryEvidence {
  /** In the order of the vocabulary. */
  readonly sums: Float64Array;
  readonly found: readonly FoundRule[];
}

interface FoundRule {
  /** Its place in the vocabulary. */
  readonly category: number;
  readonly words: Words;
  /** First word of the phrase, and the one after its last. */
  readonly from: number;
  readonly to: number;
}

/** The last headline's, which the category and the judge of what a desk wants both ask for. */
let last: { readonly title: Words; readonly evidence: CategoryEvidence } | null = null;

/** What the headline alone gives; not to be changed. */
export function titleEvidence(title: Words): CategoryEvidence {
  if (last?.title !== title) {
    const evidence = { sums: new Float64Array(categories.length), found: [] };
    addEvidence(evidence.sums, evidence.found, { words: title, share: 1, causeAt: causeIn(title) });
    last = { title, evidence };
  }
  return last.evidence;
}

export function categoryEvidence(title: Words, lead: Words): CategoryEvidence {
  const ofTitle = titleEvidence(title);
  const sums = ofTitle.sums.slice();
  const found = [...ofTitle.found];
  const leadShare = sums.some((sum) => sum >= TITLE_SUM_MIN) ? LEAD_SHARE : LEAD_ALONE_SHARE;
  addEvidence(sums, found, { words: firstWords(lead), share: leadShare, causeAt: Infinity });
  return { sums, found };
}

/** The phrases that speak for a category, in the order of the text, the headline's first. */
export const phrasesFor = ({ found }: CategoryEvidence, category: Category): string[] =>
  found.filter((rule) => rule.category === categories.indexOf(category)).map(({ words, from, to }) => words.lower.slice(from, to).join(' '));

interface Place {
  readonly words: Words;
  readonly share: number;
  /** The first word of what is told as a cause or an occasion. */
  readonly causeAt: number;
}

/** `Dow sinks as bond yields climb`, `Delta pulls forecast, citing trade war`: what happened is said before this word, why after it. */
const beginsCause = wordTest((word) => CAUSAL.has(word));
const CAUSAL: ReadonlySet<string> = new Set([
  'as',
  'after',
  'amid',
  'amidst',
  'citing',
  'following',
  'despite',
  'while',
  'because',
  'ahead',
  'before',
]);

const changes = wordTest((word) => /^(?:doubles?|triples?|halves|swings?|retreats?|reverses?)$/.test(word));

/** The place of the first such word; `on` is one behind a move only: `slides on report of probe`, but not `sanctions on Iran`. */
function causeIn({ lexemes }: Words): number {
  let hasMoved = false;
  for (let at = 1; at < lexemes.length; at += 1) {
    const lexeme = lexemes[at];
    if (lexeme === undefined) continue;
    if (at > 1 && (beginsCause(lexeme) || (hasMoved && lexeme.word === 'on'))) return at;
    hasMoved = lexeme.direction !== 0 || changes(lexeme);
  }
  return Infinity;
}

/** Phrases of the place that is read: what is said twice counts once. */
const counted = new Set<readonly NumberedRule[]>();

function addEvidence(sums: Float64Array, found: FoundRule[], { words, share, causeAt }: Place): void {
  counted.clear();
  let isOccasion: boolean | null = null;
  for (const { value, from, to } of findOverlapping(rulesByPhrase, words)) {
    if (counted.has(value)) continue;
    counted.add(value);
    if (from >= causeAt) isOccasion ??= sums.some((sum) => sum >= TITLE_SUM_MIN);
    const counting = isOccasion === true ? share * CAUSE_SHARE : share;
    for (const { category, weight } of value) {
      sums[category] = (sums[category] ?? 0) + weight * counting;
      found.push({ category, words, from, to });
    }
  }
}

const firstWords = (words: Words): Words =>
  words.lower.length <= LEAD_WORDS_MAX ? words : { ...words, lower: words.lower.slice(0, LEAD_WORDS_MAX) };

interface NumberedRule {
  readonly category: number;
  readonly weight: number;
}

/** A phrase may stand in rules of several categories, and counts for each; of one category the greatest weight. */
function* rulesOfPhrases(): Generator<readonly [string, readonly NumberedRule[]]> {
  const weightsOf = new Map<string, Map<number, number>>();
  for (const { category, weight, phrases } of categoryRules) {
    const number = categories.indexOf(category);
    for (const words of phrases.flatMap(expand)) {
      const phrase = words.join(' ');
      const weights = weightsOf.get(phrase) ?? new Map<number, number>();
      weights.set(number, Math.max(weight, weights.get(number) ?? 0));
      weightsOf.set(phrase, weights);
    }
  }
  for (const [phrase, weights] of weightsOf) yield [phrase, Array.from(weights, ([category, weight]) => ({ category, weight }))];
}
