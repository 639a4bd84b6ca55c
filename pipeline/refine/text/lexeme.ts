/** Computes the properties of lower-case words, such as stem, frequency and number, and caches them up to a bound. */
import { commonPerMillion } from './common-words.ts';
import { hashText } from './hash.ts';
import { stemOf } from './stem.ts';
import { wordSet } from './word-set.ts';

export interface Lexeme {
  /** The word, as one string for all occurrences. */
  readonly word: string;
  /** Hash of the word, or of the kind of a number. */
  readonly wordId: number;
  /** Hash of the stem. */
  readonly stem: number;
  /** Hash of the stem that stands for this word and its synonyms in headlines. */
  readonly term: number;
  readonly perMillion: number;
  /** Value of a number as written, with its size when the word has it (`1.5bn`), else null. */
  readonly number: NumberWord | null;
  readonly numberKind: NumberKind | null;
  /** Hash of the day, month or part of a day, else null. */
  readonly calendar: number | null;
  /** `UP`, `DOWN` or 0. */
  readonly direction: number;
  /** Whether the word names a kind of news. */
  readonly isKind: boolean;
  /** The word with a capital first letter; null until a text has it so. */
  capital: string | null;
  /** Bits of the tests (`wordTest`) that were run on the word. */
  tested: number;
  /** Bits of the tests that the word passed. */
  passed: number;
}

const TESTS_MAX = 31;
let tests = 0;

/** Returns a test of words whose result is cached with the word. */
export function wordTest(test: (lowerWord: string) => boolean): (lexeme: Lexeme) => boolean {
  // Tests beyond the number of bits are not cached.
  if (tests === TESTS_MAX) return (lexeme) => test(lexeme.word);
  const bit = 1 << tests;
  tests += 1;
  return (lexeme) => {
    if ((lexeme.tested & bit) === 0) {
      lexeme.tested |= bit;
      if (test(lexeme.word)) lexeme.passed |= bit;
    }
    return (lexeme.passed & bit) !== 0;
  };
}

/** Returns a test whether a word is one of these words, given in lower case and separated by blanks. */
export function wordIn(words: string): (lexeme: Lexeme) => boolean {
  const set = wordSet(words);
  return wordTest((word) => set.has(word));
}

type NumberKind = '<num>' | '<money>' | '<pct>' | '<quarter>' | '<year>';

export interface NumberWord {
  readonly value: number;
  /** Whether `value` includes a size such as `bn`. Percent signs, currencies and units are never included. */
  readonly isSized: boolean;
  /** Letters after the digits that are not a size, unit or ordinal: `5g`. */
  readonly ending: string;
}

const LEXEMES_MAX = 60_000;
/** Sizes of the tables, powers of two. `PLACES` is more than twice LEXEMES_MAX, so that a free place is near. */
const PLACES = 1 << 17;
const FIGURES = 1 << 13;
let places: (Lexeme | undefined)[] = Array.from({ length: PLACES });
let count = 0;
/** Cache of the last figure of each hash. There are too many figures to keep all, but small ones recur. */
const figures: (Lexeme | undefined)[] = Array.from({ length: FIGURES });

export const lexemeOf = (lowerWord: string): Lexeme => lexemeAt(lowerWord, 0, lowerWord.length, hashText(lowerWord));

/** Returns the lexeme of a word in a text, in any case. `hash` is hashText of the word after lowerCode of each character. */
export function lexemeAt(text: string, from: number, to: number, hash: number): Lexeme {
  const first = text.charCodeAt(from);
  if (isFigure(first)) {
    const place = (hash ^ (hash >>> 16)) & (FIGURES - 1);
    let figure = figures[place];
    if (figure === undefined || !isWord(figure.word, text, from, to)) {
      figure = newLexeme(lowered(text, from, to));
      figures[place] = figure;
    }
    return figure;
  }
  let place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  for (let lexeme = places[place]; lexeme !== undefined; lexeme = places[place]) {
    if (isWord(lexeme.word, text, from, to)) return lexeme;
    place = (place + 1) & (PLACES - 1);
  }
  if (count === LEXEMES_MAX) {
    places = Array.from({ length: PLACES });
    count = 0;
    place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  }
  const lexeme = newLexeme(lowered(text, from, to));
  places[place] = lexeme;
  count += 1;
  return lexeme;
}

const isFigure = (code: number): boolean => code < 65 || (code > 90 && code < 97) || (code > 126 && code < 0xc0) || code > 0x2000;

/** End of Latin Extended-B. Letters below it have a lower case of one character. */
const LATIN_END = 0x250;
const RIGHT_QUOTE = 0x2019;
const lowerCodes = Uint16Array.from({ length: 1 << 16 }, (_, code) => {
  if (code === RIGHT_QUOTE) return 39;
  // Reads only the first character, because `İ` would become two, the second a combining dot.
  return code < LATIN_END ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : code;
});

/** Returns a character in lower case, a typographic apostrophe as the plain one. */
export const lowerCode = (code: number): number => lowerCodes[code] ?? 0;

function isWord(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let i = 0; i < word.length; i += 1) if (word.charCodeAt(i) !== lowerCode(text.charCodeAt(from + i))) return false;
  return true;
}

function lowered(text: string, from: number, to: number): string {
  let word = '';
  for (let i = from; i < to; i += 1) word += String.fromCharCode(lowerCode(text.charCodeAt(i)));
  return word;
}

function newLexeme(word: string): Lexeme {
  const stem = word.charCodeAt(0) > 0x2000 ? word : stemOf(word);
  const hash = hashText(stem);
  const synonym = synonyms.get(stem);
  const numberKind = numberKindOf(word);
  return {
    word,
    wordId: hashText(numberKind ?? word),
    stem: hash,
    term: synonym === undefined ? hash : hashText(synonym),
    perMillion: commonPerMillion(word),
    number: numberOf(word),
    numberKind,
    calendar: calendarWords.has(word) ? hashText(word.slice(0, 3)) : null,
    direction: directionByWord.get(word) ?? 0,
    isKind: kindWords.has(word),
    capital: null,
    tested: 0,
    passed: 0,
  };
}

/** Stems of one meaning in headlines. The first of a line represents the line. */
const synonyms: ReadonlyMap<string, string> = new Map(
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
    ['bankruptcy', 'bankrupt', 'chapter'],
  ].flatMap(([first, ...others]) => others.map((other) => [other, first ?? other] as const)),
);

// prettier-ignore
export const sizes: ReadonlyMap<string, number> = new Map([
  ['k', 1e3], ['thousand', 1e3], ['m', 1e6], ['mn', 1e6], ['mln', 1e6], ['mm', 1e6], ['million', 1e6], ['millions', 1e6], ['b', 1e9], ['bn', 1e9], ['bln', 1e9], ['billion', 1e9], ['billions', 1e9], ['t', 1e12], ['tn', 1e12], ['trln', 1e12], ['trillion', 1e12], ['crore', 1e7], ['lakh', 1e5],
]);
const NAMED: ReadonlyMap<string, number> = new Map(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map((word, value) => [word, value]),
);
/** Matches letters of a currency before a figure, as in Europe and India: `EUR13.1m`, `Rs500`. */
const CODED = /^(?:euro?|usd|us\$|gbp|sek|nok|dkk|chf|inr|rs|cad|aud|jpy|hkd|sgd|cny|rmb)(\d[\d,]*(?:\.\d+)?[a-z]*)$/;
const NUMBER = /^[$€£¥₹]?([\d,]*(?:\.\d+|\d))(%|[a-z]+)?$/;

function numberOf(word: string): NumberWord | null {
  const first = word.charCodeAt(0);
  if (first >= 97 && first <= 122) {
    const named = NAMED.get(word);
    if (named !== undefined) return { value: named, isSized: false, ending: '' };
    const figure = codedFigure(word);
    return figure === null ? null : numberOf(figure);
  }
  const match = NUMBER.exec(word);
  if (match === null) return null;
  const value = Number((match[1] ?? '').replaceAll(',', ''));
  const ending = match[2] ?? '';
  const size = sizes.get(ending);
  if (size !== undefined) return { value: Math.round(value * size), isSized: true, ending: '' };
  return { value, isSized: false, ending: /^(?:%|st|nd|rd|th|x|)$/.test(ending) ? '' : ending };
}

function codedFigure(word: string): string | null {
  const last = word.charCodeAt(word.length - 1);
  // Fast path: most words have no digit near their end.
  if (last > 57 && !/\d[a-z]{1,3}$/.test(word)) return null;
  return CODED.exec(word)?.[1] ?? null;
}

function numberKindOf(word: string): NumberKind | null {
  const first = word.charCodeAt(0);
  // Only `q` and `f` begin a quarter or fiscal year.
  if (first === 113 || first === 102) return /^(?:f?q[1-4]|fy\d{2,4})$/.test(word) ? '<quarter>' : null;
  if (first >= 97 && first <= 122) return codedFigure(word) === null ? null : '<money>';
  if (first < 48 || first > 57) return '$€£¥₹'.includes(word.charAt(0)) ? '<money>' : null;
  if (word.endsWith('%')) return '<pct>';
  if (/^[1-4]q$/.test(word)) return '<quarter>';
  return /^(?:19|20)\d\d$/.test(word) ? '<year>' : '<num>';
}

/** Words for a kind of news. They weigh little in the comparison of events. */
// prettier-ignore
const kindWords = wordSet(`reports report reported reporting results result quarter quarterly q1 q2 q3 q4 fiscal fy eps est estimate estimates estimated earnings revenue revenues sales adj adjusted gaap non beats beat misses miss vs conference call transcript presentation webcast
maintains maintain upgrades upgrade downgrades downgrade initiates initiate coverage reiterates reiterate raises raise lowers lower pt price target rating neutral outperform overweight buy hold sell perform underperform analyst
stock stocks share shares trading higher movers moving mover premarket session market markets update updates watch scheduled today yesterday midday top biggest gainers losers week daily news summary recap monday tuesday wednesday thursday friday january february march april june july august september october november december
goldman sachs morgan stanley jp jpmorgan citi citigroup deutsche bank ubs barclays jefferies nomura mizuho piper stifel nicolaus raymond james evercore cowen rbc bmo oppenheimer needham wedbush btig keybanc suntrust baird canaccord wells fargo credit suisse hsbc bofa merrill bernstein benzinga zacks seeking alpha reuters bloomberg cnbc marketwatch
fed ecb trump biden china russia ukraine us u.s india europe inflation oil gold bitcoin crypto wall street data rate rates economy
announces announce announced class action lawsuit firm investors shareholder shareholders alert reminds deadline dividend declares`);

/** Words that distinguish similar texts: days, months and parts of a day. */
// prettier-ignore
const calendarWords = wordSet(`monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec today yesterday tomorrow weekly monthly annual quarterly
morning afternoon midday premarket aftermarket preliminary final revised prelim`);

export const [UP, DOWN] = [1, 2] as const;

const directionByWord: ReadonlyMap<string, number> = new Map(
  [
    [
      UP,
      'rise rises rose rising gain gains gained gaining up higher jump jumps jumped surge surges surged soar soars soared climb climbs climbed rally rallies rallied advance advances advanced beat beats tops exceeds raise raises raised hike hikes hiked increase increases increased boost boosts boosted lift lifts lifted upgrade upgrades upgraded buy buys bought buying acquire acquires acquired acquiring bullish profit wins approves approved grows accelerates top overweight outperform rebound rebounds rebounded recover recovers recovered spike spikes spiked',
    ] as const,
    [
      DOWN,
      'fall falls fell falling loss losses lose loses lost losing down lower drop drops dropped plunge plunges plunged sink sinks sank slide slides slid tumble tumbles tumbled decline declines declined slump slumps slumped miss misses missed cut cuts lowers lowered slash slashes slashed decrease decreases decreased trim trims trimmed downgrade downgrades downgraded sell sells sold selling bearish rejects rejected shrinks slows bottom underweight underperform slip slips slipped slipping shed sheds shedding dip dips dipped ease eases eased retreat retreats retreated plummet plummets plummeted',
    ] as const,
  ].flatMap(([way, words]) => words.split(' ').map((word) => [word, way] as const)),
);
