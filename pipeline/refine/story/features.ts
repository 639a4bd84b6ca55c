/**
 * Title, summary, tickers and company names as served in, what tells whether two articles are about one
 * event out. Weights are whole numbers, so that sums over a story don't depend on the order of adding.
 */
import type { Category } from '#schemas/vocabulary.ts';
import type { Fingerprint, ServedWords } from '../dedup/fingerprint.ts';
import type { Lexeme } from '../text/lexeme.ts';
import { shape, wordsOf, type Words } from '../text/words.ts';

export interface StoryFeatures {
  /** `size` terms from `at` on, hashed, ascending, each once; behind them, in the same order, what `weightAt` and `kindAt` read. */
  readonly ints: Int32Array;
  readonly at: number;
  readonly size: number;
  readonly hasNames: boolean;
  readonly tickers: readonly string[];
  readonly category: Category | null;
  /** Its title's numbers, days and months are read from it. */
  readonly fingerprint: Fingerprint;
}

export const termAt = ({ ints, at }: StoryFeatures, index: number): number => ints[at + index] ?? 0;
/** Whole numbers: the title's terms count more than the summary's. */
export const weightAt = ({ ints, at, size }: StoryFeatures, index: number): number => (ints[at + size + index] ?? 0) >> KIND_BITS;
/** One of `termKinds`. */
export const kindAt = ({ ints, at, size }: StoryFeatures, index: number): number => (ints[at + size + index] ?? 0) & (2 ** KIND_BITS - 1);
const KIND_BITS = 2;

/** content: says which event; name: content that looks like a name; company: names the article's own company; kind: says what kind of news it is. */
export const termKinds = { content: 0, name: 1, company: 2, kind: 3 } as const;

export interface EventFacts {
  readonly tickers: readonly string[];
  /** What the text and the directory call the companies that the tickers stand for. */
  readonly companies: readonly string[];
  /** Null before it is known. */
  readonly category: Category | null;
}

const STOP_PER_MILLION = 1_200;
/** A summary adds only what is seldom said. */
const SUMMARY_PER_MILLION = 60;
const SUMMARY_TERMS_MAX = 12;
const TITLE_WORDS_MAX = 40;
const SUMMARY_WORDS_MAX = 80;

const TITLE_WEIGHT = 10;
const SUMMARY_WEIGHT = 4;
/** In percent: a capitalised rare word or a figure says which event; a company's name is in all of its news, a kind's word in all of the kind. */
const NAME_PERCENT = 130;
const FIGURE_PERCENT = 140;
const COMPANY_PERCENT = 35;
const KIND_PERCENT = 40;

/** The last ones, since an article that is placed is applied to the window right after. */
let last: { readonly words: ServedWords; readonly facts: EventFacts; readonly features: StoryFeatures } | null = null;

export function storyFeaturesOf(words: ServedWords, fingerprint: Fingerprint, facts: EventFacts): StoryFeatures {
  if (last !== null && last.words === words && areSame(last.facts, facts)) return last.features;
  const features = newFeatures(words, fingerprint, facts);
  last = { words, facts, features };
  return features;
}

const areSame = (a: EventFacts, b: EventFacts): boolean =>
  a.category === b.category && areEqual(a.tickers, b.tickers) && areEqual(a.companies, b.companies);
const areEqual = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((text, at) => text === b[at]);

function newFeatures(words: ServedWords, fingerprint: Fingerprint, { tickers, companies, category }: EventFacts): StoryFeatures {
  const company = new Set(companies.flatMap(companyWords));
  const weighed: Weighed = new Map();
  addTerms(weighed, words.title, {
    company,
    weight: TITLE_WEIGHT,
    wordsMax: TITLE_WORDS_MAX,
    termsMax: TITLE_WORDS_MAX,
    perMillionMax: STOP_PER_MILLION,
  });
  addTerms(weighed, words.summary, {
    company,
    weight: SUMMARY_WEIGHT,
    wordsMax: SUMMARY_WORDS_MAX,
    termsMax: SUMMARY_TERMS_MAX,
    perMillionMax: SUMMARY_PER_MILLION,
  });
  const size = weighed.size;
  const ints = new Int32Array(2 * size);
  let end = 0;
  for (const term of weighed.keys()) {
    ints[end] = term;
    end += 1;
  }
  ints.subarray(0, size).sort();
  let hasNames = false;
  for (let at = 0; at < size; at += 1) {
    const said = weighed.get(ints[at] ?? 0) ?? 0;
    ints[size + at] = said;
    if ((said & (2 ** KIND_BITS - 1)) === termKinds.name) hasNames = true;
  }
  return { ints, at: 0, size, hasNames, tickers, category, fingerprint };
}

/** By term its weight and kind, as `weightAt` and `kindAt` read them. */
type Weighed = Map<number, number>;

interface Part {
  readonly company: ReadonlySet<string>;
  readonly weight: number;
  readonly wordsMax: number;
  readonly termsMax: number;
  readonly perMillionMax: number;
}

function addTerms(weighed: Weighed, words: Words, { company, weight, wordsMax, termsMax, perMillionMax }: Part): void {
  const end = Math.min(words.lower.length, wordsMax);
  const sizeMax = weighed.size + termsMax;
  for (let i = 0; i < end && weighed.size < sizeMax; i += 1) {
    const word = words.lower[i] ?? '';
    const lexeme = words.lexemes[i];
    if (lexeme === undefined || lexeme.perMillion > perMillionMax || word.length < 2) continue;
    const kind = kindOf(lexeme, { isCompany: company.has(word), isCapital: ((words.shapes[i] ?? 0) & shape.startsUpper) !== 0 });
    const percent = kind === termKinds.content && lexeme.number !== null ? FIGURE_PERCENT : percents[kind];
    const own = Math.round((weight * percent) / 100);
    if ((weighed.get(lexeme.term) ?? 0) >> KIND_BITS < own) weighed.set(lexeme.term, (own << KIND_BITS) | kind);
  }
}

const percents = {
  [termKinds.content]: 100,
  [termKinds.name]: NAME_PERCENT,
  [termKinds.company]: COMPANY_PERCENT,
  [termKinds.kind]: KIND_PERCENT,
} as const;

function kindOf({ perMillion, number, isKind }: Lexeme, { isCompany, isCapital }: { isCompany: boolean; isCapital: boolean }): 0 | 1 | 2 | 3 {
  if (isCompany) return termKinds.company;
  if (isKind) return termKinds.kind;
  return perMillion === 0 && number === null && isCapital ? termKinds.name : termKinds.content;
}

const COMPANIES_REMEMBERED = 40_000;
let wordsByCompany = new Map<string, readonly string[]>();

/** The words of a company's name; remembered, since the same companies are in the news again and again. */
function companyWords(name: string): readonly string[] {
  let words = wordsByCompany.get(name);
  if (words === undefined) {
    words = wordsOf(name).lower;
    if (wordsByCompany.size >= COMPANIES_REMEMBERED) wordsByCompany = new Map();
    wordsByCompany.set(name, words);
  }
  return words;
}
