/**
 * Compiles a table of phrases into a matcher. A phrase is lowercase words separated by blanks; each word may be `{a,b}`
 * (one of these), `<num>`, `<money>`, `<pct>`, `<quarter>` or `<year>` (a number of that kind), or `...` (up to five
 * words between). At each position the longest phrase wins, and matches do not overlap.
 */
import { hashText } from './hash.ts';
import { lexemeOf, wordTest, type Lexeme, type NumberKind } from './lexeme.ts';
import type { Words } from './words.ts';

export interface PhraseMatch<T> {
  readonly value: T;
  /** First word, and the word after the last. */
  readonly from: number;
  readonly to: number;
}

interface Node<T> {
  next: Map<string, Node<T>> | null;
  /** Of the words in `next`, by two halves of their hashes: most words that do not follow are told without a look-up. */
  low: number;
  high: number;
  gap: Node<T> | null;
  value: T | undefined;
}

export interface Phrases<T> {
  readonly root: Node<T>;
  /** Whether any phrase begins with this word, be it as a number of a kind. */
  readonly mayBegin: (lexeme: Lexeme) => boolean;
}

/** A word that is '' matches nothing. */
export type PhraseWords = Pick<Words, 'lower' | 'lexemes'>;

const GAP_WORDS_MAX = 5;

const newNode = <T>(): Node<T> => ({ next: null, low: 0, high: 0, gap: null, value: undefined });

const lowBit = (hash: number): number => 1 << (hash & 31);
const highBit = (hash: number): number => 1 << ((hash >>> 5) & 31);

export function compilePhrases<T>(entries: Iterable<readonly [phrase: string, value: T]>): Phrases<T> {
  const root = newNode<T>();
  for (const [phrase, value] of entries) {
    for (const words of expand(phrase)) {
      let node = root;
      for (const word of words) {
        if (word === '...') {
          node.gap ??= newNode<T>();
          node = node.gap;
          continue;
        }
        node.next ??= new Map();
        let child = node.next.get(word);
        if (child === undefined) {
          child = newNode<T>();
          node.next.set(word, child);
          const hash = hashText(word);
          node.low |= lowBit(hash);
          node.high |= highBit(hash);
        }
        node = child;
      }
      node.value = value;
    }
  }
  const begins = wordTest((word) => root.next?.has(word) === true || hasNumbers(root, lexemeOf(word).numberKind));
  return { root, mayBegin: begins };
}

/** A gap at the very beginning would let a phrase begin at any word. */
const hasNumbers = <T>({ next, gap }: Node<T>, kind: NumberKind | null): boolean =>
  gap !== null || (kind !== null && (next?.has(kind) === true || next?.has('<num>') === true));

/** `{beats,tops} estimates` -> the two word lists. */
export function expand(phrase: string): string[][] {
  let lists: string[][] = [[]];
  for (const part of phrase.match(/\{[^{}]*\}|\S+/g) ?? []) {
    const choices = part.startsWith('{') ? part.slice(1, -1).split(',') : [part];
    lists = lists.flatMap((list) =>
      choices.map((choice) => [
        ...list,
        ...choice
          .trim()
          .split(' ')
          .filter((word) => word !== ''),
      ]),
    );
  }
  return lists;
}

export function findPhrases<T>(phrases: Phrases<T>, words: PhraseWords): PhraseMatch<T>[] {
  const found: PhraseMatch<T>[] = [];
  for (let i = 0; i < words.lower.length;) {
    const best = beginsAt(phrases, words, i) ? longestFrom(phrases.root, words, i) : null;
    if (best === null) {
      i += 1;
    } else {
      found.push({ value: best.value, from: i, to: best.to });
      i = best.to;
    }
  }
  return found;
}

/** The longest phrase from every word on: matches may overlap. */
export function findOverlapping<T>(phrases: Phrases<T>, words: PhraseWords): PhraseMatch<T>[] {
  const found: PhraseMatch<T>[] = [];
  for (let i = 0; i < words.lower.length; i += 1) {
    const best = beginsAt(phrases, words, i) ? longestFrom(phrases.root, words, i) : null;
    if (best !== null) found.push({ value: best.value, from: i, to: best.to });
  }
  return found;
}

function beginsAt<T>({ mayBegin }: Phrases<T>, { lower, lexemes }: PhraseWords, at: number): boolean {
  const lexeme = lexemes[at];
  return lexeme !== undefined && lower[at] !== '' && mayBegin(lexeme);
}

interface Reach<T> {
  value: T;
  to: number;
}

function longestFrom<T>(node: Node<T>, words: PhraseWords, at: number): Reach<T> | null {
  let best: Reach<T> | null = null;
  const word = words.lower[at];
  if (word !== undefined && node.next !== null) {
    const lexeme = words.lexemes[at];
    const kind = lexeme?.numberKind ?? null;
    if (lexeme === undefined || mayFollow(node, word, lexeme)) best = follow(node.next.get(word), words, at + 1);
    if (kind !== null && word !== '') {
      best = longer(best, follow(node.next.get(kind), words, at + 1));
      if (kind !== '<num>') best = longer(best, follow(node.next.get('<num>'), words, at + 1));
    }
  }
  if (node.gap !== null) {
    for (let skip = 0; skip <= GAP_WORDS_MAX && at + skip < words.lower.length; skip += 1) {
      const reach = longestFrom(node.gap, words, at + skip);
      if (reach !== null) {
        best = longer(best, reach);
        break;
      }
    }
  }
  return best;
}

/** The hash of a number is its kind's. */
const mayFollow = <T>({ low, high }: Node<T>, word: string, { word: hashed, wordId, numberKind }: Lexeme): boolean =>
  numberKind !== null || hashed !== word || ((low & lowBit(wordId)) !== 0 && (high & highBit(wordId)) !== 0);

function follow<T>(child: Node<T> | undefined, words: PhraseWords, at: number): Reach<T> | null {
  if (child === undefined) return null;
  const further = child.next === null && child.gap === null ? null : longestFrom(child, words, at);
  if (further !== null) return further;
  return child.value === undefined ? null : { value: child.value, to: at };
}

const longer = <T>(a: Reach<T> | null, b: Reach<T> | null): Reach<T> | null => (b === null || (a !== null && a.to >= b.to) ? a : b);
