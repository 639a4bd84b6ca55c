/**
 * Extracts hashed features for the sentiment model from a text and the positions of a name in it (none: the whole text):
 * words, stems and classes, in runs, by side of the name and by the number of other names and clauses between; and what
 * the rules read (polarity.ts).
 */
import { hashText } from '../text/hash.ts';
import { sizes, wordTest, type Lexeme } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';
import type { Span } from '../sentiment/polarity.ts';
import { mix, NO_WORD, type FeatureSet } from './feature-set.ts';

export interface RuleReading {
  /** Sum of weights of the rules, for the name and for the text as a whole. */
  readonly ofName: number;
  readonly ofText: number;
  /** Hash of each expression that the rules gave to the name. */
  readonly expressions: readonly number[];
}

const WORDS_MAX = 60;
const TOKENS_MAX = 2 * WORDS_MAX + 4;

/** Tokens that are no words. */
const token = (name: string): number => hashText(`<${name}>`);
const SELF = token('self');
const OTHER = token('other');
const BREAK = token('break');
const COMMA = token('comma');
const ASKS = token('asks');
const ENDS_ASKING = token('ends asking');
const PLUS = token('plus');
const MINUS = token('minus');

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const CLAUSE_WORDS = words('as but while after amid despite before ahead on');
/** Small words between classes that change their meaning. */
const LINKS = words('as but while after amid despite on ahead before by for of from to with in at over vs than and or due');

const opensClause = wordTest((word) => CLAUSE_WORDS.has(word) && word !== 'on');
const isLink = wordTest((word) => LINKS.has(word));

const [BEFORE, AFTER, HERE, NOWHERE] = [1, 2, 3, 4] as const;

interface Tokens {
  size: number;
  readonly ids: Int32Array;
  readonly places: Int16Array;
  self: number;
}

const tokens = (): Tokens => ({ size: 0, ids: new Int32Array(TOKENS_MAX), places: new Int16Array(TOKENS_MAX), self: -1 });
const full = tokens();
const stems = tokens();

interface Classes {
  size: number;
  readonly ids: (readonly number[])[];
  readonly places: Int16Array;
  readonly clauses: Int16Array;
  self: number;
}
const classed: Classes = { size: 0, ids: [], places: new Int16Array(TOKENS_MAX), clauses: new Int16Array(TOKENS_MAX), self: -1 };

const linkIds = new Map([...LINKS].map((word) => [hashText(word), [hashText(word)] as const]));
const SELF_CLASS = [SELF];
const OTHER_CLASS = [OTHER];
const NUMBER_CLASS = [token('number')];
/** The second of two figures that are compared is less, or more, than the first: `EUR 13.1 mn, compared with EUR 8.7 mn`. */
const ROSE_CLASS = [token('rose')];
const SANK_CLASS = [token('sank')];
const COMPARING = words('from compared against versus vs vs. than');
const compares = wordTest((word) => COMPARING.has(word));
const COMPARED_REACH = 9;
const PLUS_CLASS = [PLUS];
const MINUS_CLASS = [MINUS];

/** Fills `set`. `about` may be empty: then the text is read as a whole. */
export function putSentimentFeatures(set: FeatureSet, text: Words, about: readonly Span[], others: readonly Span[], rules: RuleReading): void {
  set.clear();
  tokenise(text, about, others);
  addRuns(set, full, 0x11);
  addRuns(set, stems, 0x22);
  addNear(set, stems, 0x33);
  addClasses(set, classed);
  addName(set, text, about);
  addRules(set, rules);
  if (about.length === 0) addShape(set, text);
  set.add(0x77, NO_WORD, NO_WORD);
  set.add(mix(0x78, Math.min(3, others.length) + (about.length > 0 ? 8 : 0)), NO_WORD, NO_WORD);
}

function tokenise(text: Words, about: readonly Span[], others: readonly Span[]): void {
  full.size = stems.size = classed.size = 0;
  full.self = stems.self = classed.self = -1;
  let clause = 0;
  let figure: number | null = null;
  let comparedAt = -COMPARED_REACH;
  const end = Math.min(text.lower.length, WORDS_MAX);
  for (let i = 0; i < end; i += 1) {
    const sign = i === 0 ? signOf(text.text.slice(0, text.start[0])) : markGap(text, i);
    if (sign === BREAK || sign === COMMA || sign === ASKS) clause += 1;
    if (sign === PLUS || sign === MINUS) pushClass(sign === PLUS ? PLUS_CLASS : MINUS_CLASS, i, clause);
    if (sign !== 0) push(sign, sign, i);
    const own = spanAt(about, i);
    const span = own ?? spanAt(others, i);
    if (span !== null) {
      if (i !== span.from) continue;
      if (own !== null && full.self < 0) {
        full.self = stems.self = full.size;
        classed.self = classed.size;
      }
      push(own === null ? OTHER : SELF, own === null ? OTHER : SELF, i);
      pushClass(own === null ? OTHER_CLASS : SELF_CLASS, i, clause);
      continue;
    }
    const lexeme = text.lexemes[i];
    if (lexeme === undefined) continue;
    if (opensClause(lexeme)) clause += 1;
    if (compares(lexeme)) comparedAt = i;
    const value = valueAt(text, lexeme, i);
    if (value !== null) {
      if (figure !== null && i - comparedAt < COMPARED_REACH && figure !== value) {
        pushClass(figure > value ? ROSE_CLASS : SANK_CLASS, i, clause);
        comparedAt = -COMPARED_REACH;
      }
      figure = value;
    }
    push(lexeme.wordId, lexeme.stemId, i);
    if (lexeme.classes.length > 0) pushClass(lexeme.classes, i, clause);
    else if (isLink(lexeme)) pushClass(linkIds.get(lexeme.wordId) ?? lexeme.classes, i, clause);
    else if (lexeme.numberKind !== null) pushClass(NUMBER_CLASS, i, clause);
  }
  if (text.text.trimEnd().endsWith('?')) push(ENDS_ASKING, ENDS_ASKING, end);
}

function spanAt(spans: readonly Span[], i: number): Span | null {
  for (const span of spans) if (i >= span.from && i < span.to) return span;
  return null;
}

/** A figure with its magnitude; null for other numbers: a year, a quarter, a share, a number in letters. */
function valueAt(text: Words, { number, numberKind, word }: Lexeme, i: number): number | null {
  if (number === null || number.ending !== '' || !(numberKind === '<num>' || numberKind === '<money>')) return null;
  if (!FIGURE_BEGINS.includes(word.charAt(0))) return null;
  return number.isSized ? number.value : number.value * (sizes.get(text.lower[i + 1] ?? '') ?? 1);
}
const FIGURE_BEGINS = '0123456789$€£';

function push(id: number, stem: number, place: number): void {
  full.ids[full.size] = id;
  stems.ids[stems.size] = stem;
  full.places[full.size] = place;
  stems.places[stems.size] = place;
  full.size += 1;
  stems.size += 1;
}

function pushClass(ids: readonly number[], place: number, clause: number): void {
  if (classed.size === TOKENS_MAX) return;
  classed.ids[classed.size] = ids;
  classed.places[classed.size] = place;
  classed.clauses[classed.size] = clause;
  classed.size += 1;
}

/** What stands between a word and the one before: a mark that parts clauses, a sign of a number, 0 for neither. */
function markGap(text: Words, i: number): number {
  const from = text.end[i - 1] ?? 0;
  const to = text.start[i] ?? 0;
  if (to - from === 1 && text.text.charCodeAt(from) === 32) return 0;
  const gap = text.text.slice(from, to);
  if (gap === '-' || gap === "'" || gap === '/') return 0;
  const sign = signOf(gap);
  const code = text.text.charCodeAt(to);
  if (sign !== 0 && ((code >= 48 && code <= 57) || code === 36)) return sign;
  if (/[;:|\-–—]/.test(gap)) return BREAK;
  if (/[?!]/.test(gap)) return ASKS;
  return gap.includes(',') ? COMMA : 0;
}

function signOf(gap: string): number {
  const last = gap.charCodeAt(gap.length - 1);
  const before = gap.charCodeAt(gap.length - 2);
  if (gap.length > 1 && before !== 32 && before !== 40) return 0;
  if (last === 43) return PLUS;
  return last === 45 || last === 0x2013 || last === 0x2212 ? MINUS : 0;
}

const sideOf = (at: number, self: number): number => (self < 0 ? NOWHERE : at < self ? BEFORE : at > self ? AFTER : HERE);

/** Runs of one to three tokens; of one and two also by side of the name. */
function addRuns(set: FeatureSet, { size, ids, places, self }: Tokens, kind: number): void {
  for (let i = 0; i < size; i += 1) {
    const side = sideOf(i, self);
    const from = places[i] ?? 0;
    let run = kind;
    for (let length = 1; length <= 3 && i + length <= size; length += 1) {
      run = mix(run, ids[i + length - 1] ?? 0);
      const to = (places[i + length - 1] ?? 0) + 1;
      set.add(run, from, to);
      if (length < 3) set.add(mix(run, side), from, to);
    }
  }
}

/** Each token by side, names between and clauses between. */
function addNear(set: FeatureSet, { size, ids, places, self }: Tokens, kind: number): void {
  if (self < 0) return;
  for (const step of [-1, 1]) {
    let names = 0;
    let clauses = 0;
    for (let i = self + step; i >= 0 && i < size; i += step) {
      const id = ids[i] ?? 0;
      const place = places[i] ?? 0;
      const near = mix(mix(kind, id), step);
      set.add(mix(near, Math.min(names, 2)), place, place + 1);
      set.add(mix(near, 16 + Math.min(names, 1) * 4 + Math.min(clauses, 2)), place, place + 1);
      if (id === OTHER) names += 1;
      if (id === BREAK || id === COMMA || CLAUSE_IDS.has(id)) clauses += 1;
    }
  }
}
const CLAUSE_IDS: ReadonlySet<number> = new Set([...CLAUSE_WORDS].map((word) => hashText(word)));

/** Classes alone, in pairs within three and in threes, by side of the name and by clauses and names between. */
function addClasses(set: FeatureSet, { size, ids, places, clauses, self }: Classes): void {
  const selfClause = self < 0 ? 0 : (clauses[self] ?? 0);
  for (let i = 0; i < size; i += 1) {
    const clause = clauses[i] ?? 0;
    const where = mix(sideOf(i, self), self < 0 ? 0 : Math.min(2, Math.abs(clause - selfClause)));
    const names = self < 0 ? 0 : namesBetween(i, self);
    const from = places[i] ?? 0;
    for (const id of ids[i] ?? []) {
      const one = mix(0x44, id);
      set.add(one, from, from + 1);
      set.add(mix(one, where), from, from + 1);
      set.add(mix(mix(one, where), 32 + names), from, from + 1);
      for (let k = 1; k <= 3 && i + k < size; k += 1) {
        const to = (places[i + k] ?? 0) + 1;
        for (const second of ids[i + k] ?? []) {
          const two = mix(mix(0x45 + (clause === clauses[i + k] ? 0 : 1), id), second);
          set.add(two, from, to);
          if (k === 1) set.add(mix(two, 1), from, to);
          if (k > 2) continue;
          set.add(mix(two, where), from, to);
          for (let m = 1; m <= 2 && i + k + m < size; m += 1) {
            for (const third of ids[i + k + m] ?? []) set.add(mix(mix(mix(0x47, id), second), third), from, (places[i + k + m] ?? 0) + 1);
          }
        }
      }
    }
  }
}

function namesBetween(i: number, self: number): number {
  for (let at = Math.min(i, self) + 1; at < Math.max(i, self); at += 1) if (classed.ids[at] === OTHER_CLASS) return 1;
  return 0;
}

function addName(set: FeatureSet, text: Words, about: readonly Span[]): void {
  const first = about[0];
  if (first === undefined) return;
  for (let i = first.from; i < first.to; i += 1) set.add(mix(0x55, text.lexemes[i]?.stem ?? 0), NO_WORD, NO_WORD);
}

/** How a text is written, which tells a post from a headline and from a sentence of a report. */
function addShape(set: FeatureSet, { text, raw, lower }: Words): void {
  let capital = 0;
  let upper = 0;
  for (const word of raw) {
    const first = word.charCodeAt(0);
    if (first < 65 || first > 90) continue;
    const second = word.charCodeAt(1);
    if (second >= 97 && second <= 122) capital += 1;
    else if (word.length > 3) upper += 1;
  }
  const cashtags = Math.min(3, (text.match(/\$[A-Z]/g) ?? []).length);
  set.add(mix(0x71, cashtags), NO_WORD, NO_WORD);
  set.add(mix(0x72, Math.min(3, (text.match(/#\w/g) ?? []).length)), NO_WORD, NO_WORD);
  set.add(mix(0x73, Math.min(5, upper)), NO_WORD, NO_WORD);
  set.add(mix(0x74, Math.min(8, lower.length >> 2)), NO_WORD, NO_WORD);
  set.add(mix(0x75, Math.round((5 * capital) / Math.max(1, lower.length))), NO_WORD, NO_WORD);
  if (text.includes('…')) set.add(mix(0x76, 1), NO_WORD, NO_WORD);
  if (text.startsWith('$')) set.add(mix(0x76, 2), NO_WORD, NO_WORD);
  if (text.includes('!')) set.add(mix(0x76, 3), NO_WORD, NO_WORD);
  if (text.endsWith('.')) set.add(mix(0x76, 4), NO_WORD, NO_WORD);
}

const DIRECTION_MIN = 0.8;
const signed = (score: number): number => (score >= DIRECTION_MIN ? 1 : score <= -DIRECTION_MIN ? 2 : 0);
const rounded = (score: number): number => Math.max(-4, Math.min(4, Math.round(score)));

function addRules(set: FeatureSet, { ofName, ofText, expressions }: RuleReading): void {
  set.add(mix(0x61, rounded(ofName)), NO_WORD, NO_WORD);
  set.add(mix(0x62, signed(ofName)), NO_WORD, NO_WORD);
  set.add(mix(0x63, rounded(ofText)), NO_WORD, NO_WORD);
  set.add(mix(mix(0x64, rounded(ofText)), rounded(ofName)), NO_WORD, NO_WORD);
  for (const expression of expressions) set.add(mix(0x65, expression), NO_WORD, NO_WORD);
}
