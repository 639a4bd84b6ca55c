/** Computes the features by which articles on one event are recognised: the terms of title and summary, with information and kind. */
import { LRUCache } from 'lru-cache';
import type { Category } from '#schemas/vocabulary.ts';
import type { Fingerprint, ServedWords } from '../dedup/fingerprint.ts';
import { mixHashes } from '../text/hash.ts';
import { sizes, type Lexeme } from '../text/lexeme.ts';
import { shape, wordsOf, type Words } from '../text/words.ts';
import { informationOf, STEPS_PER_NAT } from './information.ts';
import { partyWords } from './parties.ts';
import { periodsIn } from './periods.ts';
import { ratersIn, type Rater } from './raters.ts';
import { resultsIn } from './results.ts';
import { namesCountry, scopeOf, TITLE_WORDS_MAX, type Scope } from './scope.ts';
import { columnLength, isTemplate } from './template-words.ts';

export interface StoryFeatures {
  /** From `at` on: `size` distinct hashed terms in ascending order, then the packed values of each term in the same order. */
  readonly ints: Int32Array;
  readonly at: number;
  readonly size: number;
  readonly hasNames: boolean;
  readonly hasRaters: boolean;
  /** Bits of the figures in the title (`resultsIn`). */
  readonly results: number;
  /** Bits of the periods in the text (`periodsIn`). */
  readonly periods: number;
  readonly tickers: readonly string[];
  readonly category: Category | null;
  readonly scope: Scope;
  /** Contains the numbers, days and months of the title. */
  readonly fingerprint: Fingerprint;
}

export const termAt = ({ ints, at }: StoryFeatures, index: number): number => ints[at + index] ?? 0;
/** Returns the information of a term in steps (information.ts). */
export const informationAt = ({ ints, at, size }: StoryFeatures, index: number): number =>
  ((ints[at + size + index] ?? 0) >> INFORMATION_BITS) & INFORMATION_MASK;
/** Returns the presence of a term in tenths: 10 in the title, 4 in the summary. */
export const presenceAt = ({ ints, at, size }: StoryFeatures, index: number): number => ((ints[at + size + index] ?? 0) >> KIND_BITS) & PRESENCE_MASK;
export const kindAt = ({ ints, at, size }: StoryFeatures, index: number): number => (ints[at + size + index] ?? 0) & KIND_MASK;
/** Returns whether a term names a party of the event (parties.ts). */
export const isPartyAt = ({ ints, at, size }: StoryFeatures, index: number): boolean => ((ints[at + size + index] ?? 0) & IS_PARTY) !== 0;
const KIND_BITS = 3;
const KIND_MASK = 7;
const PRESENCE_MASK = 15;
const INFORMATION_BITS = 7;
const INFORMATION_MASK = 127;
const IS_PARTY = 1 << 14;

/**
 * `content` identifies the event, `name` looks like a name, `company` is the article's own company, `kind` is a word for a kind of news, `rater`
 * is a broker whose view the title gives, and `figure` is a number, which two events may share.
 */
export const termKinds = { content: 0, name: 1, company: 2, kind: 3, rater: 4, figure: 5 } as const;
export type TermKind = (typeof termKinds)[keyof typeof termKinds];

interface EventFacts {
  readonly tickers: readonly string[];
  /** Names of the companies, in the text and in the directory. */
  readonly companies: readonly string[];
  readonly category: Category | null;
}

const STOP_PER_MILLION = 3_000;
const INFORMATION_MIN = 2.5 * STEPS_PER_NAT;
/** Bounds of a summary, which adds only rare words. */
const SUMMARY_PER_MILLION = 60;
const SUMMARY_TERMS_MAX = 12;
const SUMMARY_WORDS_MAX = 80;
/** Information of a rater: some fifty brokers rate companies, a few of them often. */
const RATER_INFORMATION = 3 * STEPS_PER_NAT;

export const PRESENCE_IN_TITLE = 10;
const PRESENCE_IN_SUMMARY = 4;

/** Cache of the last result, which is needed again when the placed article is added to the window. */
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
  const company = new Set(companies.flatMap((name) => wordsByCompany.memo(name)));
  const values = new Map<number, number>();
  const raters = ratersIn(words.title, company);
  for (const { term } of raters) values.set(term, (RATER_INFORMATION << INFORMATION_BITS) | (PRESENCE_IN_TITLE << KIND_BITS) | termKinds.rater);
  addTerms(values, words.title, {
    company,
    raters,
    parties: partyWords(words.title, company),
    labelWords: columnLength(words.title),
    presence: PRESENCE_IN_TITLE,
    wordsMax: TITLE_WORDS_MAX,
    termsMax: TITLE_WORDS_MAX,
    perMillionMax: STOP_PER_MILLION,
  });
  addTerms(values, words.summary, {
    company,
    raters: [],
    parties: none,
    labelWords: 0,
    presence: PRESENCE_IN_SUMMARY,
    wordsMax: SUMMARY_WORDS_MAX,
    termsMax: SUMMARY_TERMS_MAX,
    perMillionMax: SUMMARY_PER_MILLION,
  });
  const size = values.size;
  const ints = new Int32Array(2 * size);
  ints.set([...values.keys()]);
  ints.subarray(0, size).sort();
  let hasNames = false;
  for (let at = 0; at < size; at += 1) {
    const packed = values.get(ints[at] ?? 0) ?? 0;
    ints[size + at] = packed;
    if ((packed & KIND_MASK) === termKinds.name) hasNames = true;
  }
  return {
    ints,
    at: 0,
    size,
    hasNames,
    hasRaters: raters.length > 0,
    results: resultsIn(words.title.text),
    periods: periodsIn(words.title.text) || (category === 'earnings' ? periodsIn(words.summary.text) : 0),
    tickers,
    category,
    scope: scopeOf(words.title),
    fingerprint,
  };
}

const none: ReadonlySet<number> = new Set();

interface TextPart {
  readonly company: ReadonlySet<string>;
  /** Raters in the title, whose words are left out. */
  readonly raters: readonly Rater[];
  readonly parties: ReadonlySet<number>;
  /** Number of words at the beginning that name a column. */
  readonly labelWords: number;
  readonly presence: number;
  readonly wordsMax: number;
  readonly termsMax: number;
  readonly perMillionMax: number;
}

/** Adds terms to `values` in the packed form that the functions above read. A term of the title is not added again. */
function addTerms(
  values: Map<number, number>,
  words: Words,
  { company, raters, parties, labelWords, presence, wordsMax, termsMax, perMillionMax }: TextPart,
): void {
  const end = Math.min(words.lower.length, wordsMax);
  const sizeMax = values.size + termsMax;
  for (let i = 0; i < end && values.size < sizeMax; i += 1) {
    const lexeme = words.lexemes[i];
    if (lexeme === undefined || lexeme.perMillion > perMillionMax || lexeme.word.length < 2) continue;
    const term = isCount(lexeme, words.lexemes[i + 1]) ? mixHashes(lexeme.term, words.lexemes[i + 1]?.term ?? 0) : lexeme.term;
    if (values.has(term)) continue;
    const information = informationOf(lexeme);
    if (information < INFORMATION_MIN || raters.some(({ from, length }) => i >= from && i < from + length)) continue;
    const isCapital = ((words.shapes[i] ?? 0) & shape.startsUpper) !== 0;
    const kind = kindOf(lexeme, {
      isCompany: company.has(lexeme.word),
      isOfKind: i < labelWords || isTemplate(words, i) || namesCountry(lexeme),
      isCapital,
    });
    values.set(term, (parties.has(i) ? IS_PARTY : 0) | (information << INFORMATION_BITS) | (presence << KIND_BITS) | kind);
  }
}

const COUNT_MAX = 100;
/** Returns whether a number counts the things of the next word: `17 reasons` and `17 years` have no number in common. */
const isCount = ({ number, numberKind }: Lexeme, next: Lexeme | undefined): boolean =>
  number !== null &&
  (numberKind === '<num>' || numberKind === null) &&
  number.value < COUNT_MAX &&
  Number.isInteger(number.value) &&
  number.ending === '' &&
  !number.isSized &&
  (next === undefined || !sizes.has(next.word));

function kindOf(
  { perMillion, number, isKind }: Lexeme,
  { isCompany, isOfKind, isCapital }: Readonly<Record<'isCompany' | 'isOfKind' | 'isCapital', boolean>>,
): TermKind {
  if (isCompany) return termKinds.company;
  if (isKind || isOfKind) return termKinds.kind;
  if (number !== null) return termKinds.figure;
  return perMillion === 0 && isCapital ? termKinds.name : termKinds.content;
}

/** Cache of the words in names of companies, because the same companies are in the news repeatedly. */
const wordsByCompany = new LRUCache<string, readonly string[]>({ max: 40_000, memoMethod: (name) => wordsOf(name).lower });
