/**
 * Tells which way a text points the price of a name in it: every word of direction is given to the name it
 * speaks of, by clause and by order, and the weights are added. The result is above zero for up.
 */
import { wordTest } from '../text/lexeme.ts';
import { compilePhrases, findPhrases } from '../text/phrases.ts';
import type { Words } from '../text/words.ts';
import { comparisonsIn } from './comparison.ts';
import { concessions, idioms, negations, noPolarity, polarities, type Polarity } from './lexicon.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Expression {
  readonly text: string;
  readonly weight: number;
}

export interface PolarityReading {
  /** Sum of weights: above zero is up. */
  readonly score: number;
  /** What made it, heaviest first. */
  readonly expressions: readonly Expression[];
  /** An idiom (`sheds light`, `stake falls below`) stands where a word of direction would. */
  readonly isIdle: boolean;
}

const NOTHING: Polarity = { weight: 0, of: 'subject' };
const IDLE: Polarity = { weight: 0, of: 'subject' };
const phrases = compilePhrases<Polarity>([
  ...polarities,
  ...noPolarity.map((phrase) => [phrase, NOTHING] as const),
  ...idioms.map((phrase) => [phrase, IDLE] as const),
]);

const NEGATION_REACH = 3;
const NEGATED_SHARE = -0.7;
const CONCEDED_SHARE = 0.15;
/** Parts of an expression's weight that a name gets which it does not speak of. */
const OTHER_NAME_SHARE = 0.1;
const OTHER_CLAUSE_SHARE = 0.6;
const ONLY_NAME_SHARE = 0.9;
/** What a headline asks it does not say. */
const ASKED_SHARE = 0.4;
/** Less weight than this is none: what is said of a neighbour. */
const TELLING_MIN = 0.35;

interface Found extends Span {
  readonly polarity: Polarity;
  readonly weight: number;
  readonly clause: number;
}

/** `about`: every place that names it; null: the text as a whole. `others`: the other names, which take what speaks of them. */
export function polarityOf(words: Words, about: readonly Span[] | null, others: readonly Span[]): PolarityReading {
  const names = about === null ? [] : [...about, ...others].toSorted((a, b) => a.from - b.from);
  const clauses = clausesOf(words, names);
  const groups = about === null ? [] : groupsOf(words, names, { about, clauses });
  const expressions: Expression[] = [];
  const { found: all, isIdle } = expressionsIn(words, clauses, names);
  for (const found of all) {
    const share = about === null ? 1 : shareOf(found, groups);
    const weight = found.weight * share;
    if (Math.abs(weight) >= TELLING_MIN) expressions.push({ text: words.text.slice(words.start[found.from], words.end[found.to - 1]), weight });
  }
  const certainty = words.text.trimEnd().endsWith('?') ? ASKED_SHARE : 1;
  return {
    score: certainty * expressions.reduce((sum, { weight }) => sum + weight, 0),
    expressions: expressions.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)),
    isIdle: isIdle && expressions.length === 0,
  };
}

function expressionsIn(words: Words, clauses: readonly number[], names: readonly Span[]): { found: Found[]; isIdle: boolean } {
  const found: Found[] = [];
  let isIdle = false;
  // `Best Buy`, `Advance Auto Parts`, `NET jumps`: words of a name point nowhere.
  const lower = names.length === 0 ? words.lower : blanked(words.lower, names);
  for (const { value, from, to } of findPhrases(phrases, { lower, lexemes: words.lexemes })) {
    isIdle ||= value === IDLE;
    if (value.weight === 0) continue;
    found.push({ from, to, polarity: value, weight: value.weight * turn(words, from, clauses), clause: clauses[from] ?? 0 });
  }
  for (const { way, from, to } of comparisonsIn(words)) {
    found.push({ from, to, polarity: COMPARED, weight: way * COMPARED_WEIGHT, clause: clauses[from] ?? 0 });
  }
  for (const [at, lexeme] of words.lexemes.entries()) {
    const way = lexeme.numberKind === '<pct>' ? signBefore(words, at) : 0;
    if (way !== 0) found.push({ from: at, to: at + 1, polarity: COMPARED, weight: way * SIGNED_WEIGHT, clause: clauses[at] ?? 0 });
  }
  return { found, isIdle };
}

/** `shares +13%`, `(-9%)`: a move of a price; not `5-10%`. */
const SIGNED_WEIGHT = 3;
function signBefore({ text, start }: Words, at: number): number {
  const from = start[at] ?? 0;
  const sign = text[from - 1];
  if (sign === undefined || !'+-−–'.includes(sign) || !/[\s(]/.test(text[from - 2] ?? ' ')) return 0;
  return sign === '+' ? 1 : -1;
}
const COMPARED: Polarity = { weight: 1, of: 'subject' };
const COMPARED_WEIGHT = 1.5;

function blanked(lower: readonly string[], names: readonly Span[]): readonly string[] {
  const rest = [...lower];
  for (const { from, to } of names) rest.fill('', from, to);
  return rest;
}

const concedes = wordTest((word) => concessions.has(word));
const negates = wordTest((word) => negations.has(word) || word.endsWith("n't"));

/** What stands before an expression in its clause may turn it round, or take it back. */
function turn(words: Words, at: number, clauses: readonly number[]): number {
  for (let i = at - 1; i >= 0 && clauses[i] === clauses[at]; i -= 1) {
    const lexeme = words.lexemes[i];
    if (lexeme === undefined) continue;
    if (concedes(lexeme)) return CONCEDED_SHARE;
    if (at - i <= NEGATION_REACH && negates(lexeme)) return NEGATED_SHARE;
  }
  return 1;
}

/** Names that stand in one list: they share what is said of any of them. */
interface Group extends Span {
  readonly clause: number;
  readonly isOwn: boolean;
}

function shareOf({ from, to, clause, polarity }: Found, groups: readonly Group[]): number {
  let before: Group | null = null;
  let after: Group | null = null;
  let within: Group | null = null;
  let [isAnyHere, isOwnHere] = [false, false];
  for (const group of groups) {
    if (group.clause !== clause) continue;
    isAnyHere = true;
    isOwnHere ||= group.isOwn;
    if (group.to <= from) before = group;
    if (group.from >= from && group.to <= to) within = group;
    if (after === null && group.from >= to) after = group;
  }
  if (!isAnyHere) return shareOfNameless(from, groups);
  // `initiates X at buy`, `cuts X's rating`: what encloses a name speaks of it.
  if (within !== null) return within.isOwn ? 1 : isOwnHere ? OTHER_NAME_SHARE : 0;
  const spoken = polarity.of === 'object' ? (after ?? before) : (before ?? after);
  // `X to acquire Y` says little of X: what speaks of an object is not its subject's.
  if (spoken?.isOwn === true) return polarity.of === 'object' && after === null ? OTHER_NAME_SHARE : 1;
  return isOwnHere ? OTHER_NAME_SHARE : 0;
}

/** A clause without a name speaks of the nearest before it, and a little less of the rest. */
function shareOfNameless(at: number, groups: readonly Group[]): number {
  if (groups.every(({ isOwn }) => isOwn)) return ONLY_NAME_SHARE;
  return groups.findLast(({ from }) => from < at)?.isOwn === true ? OTHER_CLAUSE_SHARE : OTHER_NAME_SHARE;
}

function groupsOf(words: Words, names: readonly Span[], { about, clauses }: { about: readonly Span[]; clauses: readonly number[] }): Group[] {
  return listedTogether(words, names).map((list) => {
    const [from, to] = [list[0]?.from ?? 0, list.at(-1)?.to ?? 0];
    return { from, to, clause: clauses[from] ?? 0, isOwn: list.some((span) => about.includes(span)) };
  });
}

function listedTogether(words: Words, names: readonly Span[]): Span[][] {
  const groups: Span[][] = [];
  for (const name of names) {
    const last = groups.at(-1)?.at(-1);
    const between = last === undefined ? null : words.text.slice(words.end[last.to - 1], words.start[name.from]);
    if (between !== null && /^['’]?s?\s*(?:\)\s*)?(?:[,/&]|and|,\s*and|or)\s*\(?\$?$/.test(between)) groups.at(-1)?.push(name);
    else groups.push([name]);
  }
  return groups;
}

/** Words that begin another statement: `X falls as Y rises`, `X up, but Y down`. */
const CONNECTIVES: ReadonlySet<string> = new Set([
  'but',
  'while',
  'as',
  'whereas',
  'however',
  'yet',
  'after',
  'before',
  'because',
  'since',
  'when',
  'though',
  'although',
]);

const connects = wordTest((word) => CONNECTIVES.has(word));

function isConnective({ lexemes }: Words, at: number): boolean {
  const lexeme = lexemes[at];
  return lexeme !== undefined && connects(lexeme);
}

/** Whether what stands before this word ends a clause. */
function isSplit({ text, start, end }: Words, at: number): boolean {
  const [from, to] = [end[at - 1] ?? 0, start[at] ?? 0];
  // Nearly always a space and no more.
  if (to - from === 1 && text.charCodeAt(from) === 32) return false;
  return /[;:|]|\s[-–—]{1,2}\s|[.!?]\s|,\s/.test(text.slice(from, to));
}

/** The number of its clause for every word. */
function clausesOf(words: Words, names: readonly Span[]): number[] {
  const clauses: number[] = [];
  let clause = 0;
  for (let i = 0; i < words.lower.length; i += 1) {
    if (i > 0 && (isConnective(words, i) || isSplit(words, i)) && !isInside(names, i)) clause += 1;
    clauses.push(clause);
  }
  return clauses;
}

/** `(NYSE: NET)`: a name is never split. */
function isInside(names: readonly Span[], at: number): boolean {
  for (const { from, to } of names) if (from < at && at < to) return true;
  return false;
}
