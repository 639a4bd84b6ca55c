/**
 * A text and the place of a name in it in, which way the text points that name's price out: every word of
 * direction is given to the name it speaks of, by clause and by order, and the weights are added.
 */
import { wordTest } from '../text/lexeme.ts';
import { compilePhrases, findPhrases } from '../text/phrases.ts';
import type { Words } from '../text/words.ts';
import { concessions, negations, noPolarity, polarities, type Polarity } from './lexicon.ts';

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
}

const NOTHING: Polarity = { weight: 0, of: 'subject' };
const phrases = compilePhrases<Polarity>([...polarities, ...noPolarity.map((phrase) => [phrase, NOTHING] as const)]);

const NEGATION_REACH = 3;
const NEGATED_SHARE = -0.7;
const CONCEDED_SHARE = 0.15;
/** Parts of an expression's weight that a name gets which it does not speak of. */
const OTHER_NAME_SHARE = 0.1;
const OTHER_CLAUSE_SHARE = 0.6;
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
  const groups = listedTogether(words, names);
  const expressions: Expression[] = [];
  for (const found of expressionsIn(words, clauses, names)) {
    const share = about === null ? 1 : shareOf(found, about, { groups, clauses });
    const weight = found.weight * share;
    if (Math.abs(weight) >= TELLING_MIN) expressions.push({ text: words.text.slice(words.start[found.from], words.end[found.to - 1]), weight });
  }
  const certainty = words.text.trimEnd().endsWith('?') ? ASKED_SHARE : 1;
  return {
    score: certainty * expressions.reduce((sum, { weight }) => sum + weight, 0),
    expressions: expressions.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)),
  };
}

function expressionsIn(words: Words, clauses: readonly number[], names: readonly Span[]): Found[] {
  const found: Found[] = [];
  // `Best Buy`, `Advance Auto Parts`, `NET jumps`: words of a name point nowhere.
  const lower = [...words.lower];
  for (const { from, to } of names) lower.fill('', from, to);
  for (const { value, from, to } of findPhrases(phrases, { ...words, lower })) {
    if (value.weight === 0) continue;
    found.push({ from, to, polarity: value, weight: value.weight * turn(words, from, clauses), clause: clauses[from] ?? 0 });
  }
  return found;
}

/** What stands before an expression in its clause may turn it round, or take it back. */
function turn(words: Words, at: number, clauses: readonly number[]): number {
  for (let i = at - 1; i >= 0 && clauses[i] === clauses[at]; i -= 1) {
    const word = words.lower[i] ?? '';
    if (concessions.has(word)) return CONCEDED_SHARE;
    if (at - i <= NEGATION_REACH && (negations.has(word) || word.endsWith("n't"))) return NEGATED_SHARE;
  }
  return 1;
}

interface Layout {
  /** Names that stand in one list share what is said of any of them. */
  readonly groups: readonly (readonly Span[])[];
  readonly clauses: readonly number[];
}

function shareOf(found: Found, about: readonly Span[], { groups, clauses }: Layout): number {
  const own = new Set(groups.keys().filter((index) => groups[index]?.some((span) => about.includes(span)) === true));
  const inClause = groups
    .map((group, index) => ({ index, from: group[0]?.from ?? 0, to: group.at(-1)?.to ?? 0 }))
    .filter(({ from }) => clauses[from] === found.clause);
  if (inClause.length === 0) {
    // A clause without a name speaks of the nearest before it, and a little less of the rest.
    const before = groups.findLastIndex((group) => (group[0]?.from ?? 0) < found.from);
    return groups.length === own.size ? 0.9 : own.has(before) ? OTHER_CLAUSE_SHARE : OTHER_NAME_SHARE;
  }
  const before = inClause.findLast(({ to }) => to <= found.from);
  const after = inClause.find(({ from }) => from >= found.to);
  const spoken = found.polarity.of === 'object' ? (after ?? before) : (before ?? after);
  if (spoken !== undefined && own.has(spoken.index)) {
    // `X to acquire Y` says little of X: what speaks of an object is not its subject's.
    return found.polarity.of === 'object' && after === undefined ? OTHER_NAME_SHARE : 1;
  }
  return inClause.some(({ index }) => own.has(index)) ? OTHER_NAME_SHARE : 0;
}

function listedTogether(words: Words, names: readonly Span[]): Span[][] {
  const groups: Span[][] = [];
  for (const name of names) {
    const last = groups.at(-1)?.at(-1);
    const between = last === undefined ? null : words.text.slice(words.end[last.to - 1], words.start[name.from]);
    if (between !== null && /^['’]?s?\s*\)?\s*(?:[,/&]|and|,\s*and|or)\s*\(?\$?$/.test(between)) groups.at(-1)?.push(name);
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
    // `(NYSE: NET)`: a name is never split.
    if (i > 0 && !names.some(({ from, to }) => from < i && i < to) && (isConnective(words, i) || isSplit(words, i))) clause += 1;
    clauses.push(clause);
  }
  return clauses;
}
