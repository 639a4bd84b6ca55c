/**
 * Title, summary, tickers and company names as served in, what tells whether two articles are about one
 * event out. Weights are whole numbers, so that sums over a story don't depend on the order of adding.
 */
import type { Category } from '#schemas/vocabulary.ts';
import { bareTitle } from '../dedup/fingerprint.ts';
import { marksOf } from '../dedup/marks.ts';
import { commonPerMillion } from '../text/common-words.ts';
import { hashText } from '../text/hash.ts';
import { stemOf } from '../text/stem.ts';
import { startsUpper, wordsOf, type Words } from '../text/words.ts';

export interface StoryFeatures {
  /** Stems, hashed, ascending, each once, with their weights: the title's count more than the summary's. */
  readonly terms: Uint32Array;
  readonly weights: Uint8Array;
  /** Those of the terms that only name the article's companies. */
  readonly companyTerms: ReadonlySet<number>;
  /** Those that look like a name: of a company, a person, a place. */
  readonly names: ReadonlySet<number>;
  readonly tickers: readonly string[];
  readonly category: Category | null;
  /** Numbers of the title, in one spelling, and its days and months. */
  readonly numbers: ReadonlySet<string>;
  readonly calendar: ReadonlySet<string>;
}

const STOP_PER_MILLION = 1_200;
const TITLE_WEIGHT = 10;
const SUMMARY_WEIGHT = 4;
/** In percent: a capitalised rare word says what the event is about; a listed company's name is in all of its news. */
const NAME_PERCENT = 130;
/** A figure of three digits or more is seldom another event's. */
const FIGURE_PERCENT = 140;
const COMPANY_PERCENT = 35;
/** Words that say what kind of news it is, not which. */
const KIND_PERCENT = 40;
// prettier-ignore
const KIND_WORDS: ReadonlySet<string> = new Set(`reports report reported reporting results result quarter quarterly q1 q2 q3 q4 fiscal fy eps est estimate estimates estimated earnings revenue revenues sales adj adjusted gaap non beats beat misses miss vs conference call transcript presentation webcast
maintains maintain upgrades upgrade downgrades downgrade initiates initiate coverage reiterates reiterate raises raise lowers lower pt price target rating neutral outperform overweight buy hold sell perform underperform analyst
stock stocks share shares trading higher movers moving mover premarket session market markets update updates watch scheduled today yesterday midday top biggest gainers losers week daily news summary recap monday tuesday wednesday thursday friday january february march april june july august september october november december
goldman sachs morgan stanley jp jpmorgan citi citigroup deutsche bank ubs barclays jefferies nomura mizuho piper stifel nicolaus raymond james evercore cowen rbc bmo oppenheimer needham wedbush btig keybanc suntrust baird canaccord wells fargo credit suisse hsbc bofa merrill bernstein benzinga zacks seeking alpha reuters bloomberg cnbc marketwatch
fed ecb trump biden china russia ukraine us u.s india europe inflation oil gold bitcoin crypto wall street data rate rates economy
announces announce announced class action lawsuit firm investors shareholder shareholders alert reminds deadline dividend declares`.split(/\s+/));
const WORDS_MAX = 60;

/** Words of one meaning in headlines, by their stems. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  [
    ['buy', 'acquir', 'acquisition', 'purchas', 'takeov', 'takeover', 'buyout', 'merger', 'merg'],
    ['fall', 'drop', 'declin', 'slid', 'slip', 'tumbl', 'plung', 'sink', 'slump', 'dip', 'tank', 'down'],
    ['rise', 'gain', 'jump', 'surg', 'soar', 'climb', 'rally', 'advanc', 'up', 'spik'],
    ['earn', 'profit', 'result', 'eps', 'incom'],
    ['beat', 'top', 'exceed', 'surpass'],
    ['estimat', 'expectation', 'consensu', 'forecast', 'view'],
    ['revenu', 'sale'],
    ['unveil', 'launch', 'introduc', 'debut', 'releas', 'announc'],
    ['job', 'payroll', 'employment', 'unemployment', 'jobless'],
    ['stock', 'share'],
    ['lawsuit', 'su', 'sue', 'court', 'judg'],
  ].flatMap(([first, ...others]) => others.map((other) => [other, first ?? other] as const)),
);

export const termOf = (lowerWord: string): string => {
  const stem = stemOf(lowerWord);
  return SYNONYMS.get(stem) ?? stem;
};

const FIGURE = /^[$€£¥₹]?\d[\d,]*\.?\d+%?[a-z]*$/;

const KIND_TERMS: ReadonlySet<number> = new Set([...KIND_WORDS].map((word) => hashText(termOf(word))));

export const isKindTerm = (term: number): boolean => KIND_TERMS.has(term);

export interface ServedText {
  readonly title: string;
  readonly summary: string;
  readonly tickers: readonly string[];
  /** What the text and the directory call the companies that the tickers stand for. */
  readonly companies: readonly string[];
  /** Null before it is known. */
  readonly category: Category | null;
}

export function storyFeaturesOf({ title, summary, tickers, companies, category }: ServedText): StoryFeatures {
  const titleWords = wordsOf(bareTitle(title));
  const company = new Set(companies.flatMap((name) => wordsOf(name).lower));
  const weightByTerm = new Map<number, number>();
  const names = new Set<number>();
  const sums = { weightByTerm, names, company };
  addTerms(sums, titleWords, TITLE_WEIGHT);
  addTerms(sums, wordsOf(summary), SUMMARY_WEIGHT);
  const marks = marksOf(titleWords);
  const terms = Uint32Array.from(weightByTerm.keys()).sort();
  return {
    terms,
    weights: Uint8Array.from(terms, (term) => weightByTerm.get(term) ?? 0),
    companyTerms: new Set([...company].map((word) => hashText(termOf(word)))),
    names,
    tickers,
    category,
    numbers: marks.numbers,
    calendar: marks.calendar,
  };
}

interface Sums {
  readonly weightByTerm: Map<number, number>;
  readonly names: Set<number>;
  readonly company: ReadonlySet<string>;
}

function addTerms({ weightByTerm, names, company }: Sums, words: Words, weight: number): void {
  const end = Math.min(words.lower.length, WORDS_MAX);
  for (let i = 0; i < end; i += 1) {
    const word = words.lower[i] ?? '';
    const perMillion = commonPerMillion(word);
    if (perMillion > STOP_PER_MILLION || word.length < 2) continue;
    const term = hashText(termOf(word));
    const isName = perMillion === 0 && startsUpper(words.raw[i] ?? '');
    const percent = company.has(word) ? COMPANY_PERCENT : KIND_WORDS.has(word) ? KIND_PERCENT : isName ? NAME_PERCENT : FIGURE.test(word) ? FIGURE_PERCENT : 100;
    if (isName && !company.has(word)) names.add(term);
    const own = Math.round((weight * percent) / 100);
    if ((weightByTerm.get(term) ?? 0) < own) weightByTerm.set(term, own);
  }
}
