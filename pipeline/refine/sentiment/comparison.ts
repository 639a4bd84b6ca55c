/**
 * Finds figures that a text compares (`profit of EUR 8.3 mn, compared with EUR 8.4 mn`), and tells which
 * way each comparison points: up where what is good grows, or what is bad shrinks. Read from the numbers alone.
 */
import { sizes, wordTest } from '../text/lexeme.ts';
import { classNumber } from '../text/word-classes.ts';
import type { Words } from '../text/words.ts';

export interface Comparison {
  /** 1 is up, -1 down. */
  readonly way: number;
  /** Words from the first figure to the second. */
  readonly from: number;
  readonly to: number;
}

const [GOOD, BAD] = [classNumber('goodWhenUp'), classNumber('badWhenUp')];
const cues: ReadonlySet<string> = new Set(['from', 'compared', 'against', 'versus', 'vs', 'than', 'previously']);
const isCue = wordTest((word) => cues.has(word));
const isNegative = wordTest((word) => word === 'negative' || word === 'loss' || word === 'losses');
/** `a $12 billion order from Emirates for 65 jets`: what follows is of something else. */
const isElsewhere = wordTest((word) => ['for', 'with', 'on', 'at', 'by'].includes(word));
/** Words between the figures, at most; longer is another statement. */
const REACH = 14;

interface Figure {
  /** As it is written, and what its size multiplies it by; 1 where none is written. */
  readonly digits: number;
  readonly size: number;
  readonly at: number;
  /** 1: good when it grows; -1: bad; 0: not said. */
  readonly sense: number;
  readonly isAfterFrom: boolean;
}

export function comparisonsIn(words: Words): Comparison[] {
  const found: Comparison[] = [];
  let first: Figure | null = null;
  let sense = 0;
  let [cueAt, negativeAt] = [-1, -1];
  for (let at = 0; at < words.lexemes.length; at += 1) {
    const lexeme = words.lexemes[at];
    if (lexeme === undefined) continue;
    if (lexeme.classes.includes(BAD)) sense = -1;
    else if (lexeme.classes.includes(GOOD)) sense = 1;
    if (isNegative(lexeme)) negativeAt = at;
    if (isCue(lexeme)) cueAt = at;
    else if (isElsewhere(lexeme) && words.lower[cueAt] === 'from') cueAt = -1;
    const figure = figureAt(words, at);
    if (figure === null) continue;
    const isAfterFrom = cueAt >= 0 && words.lower[cueAt] === 'from' && at - cueAt <= 3;
    if (first !== null && at - first.at <= REACH && isCompared(first, cueAt, toBefore(words, at))) {
      const way = wayOf(first, { ...figure, sense, isLoss: negativeAt > first.at });
      if (way !== 0) found.push({ way, from: first.at, to: at + 1 });
      first = null;
      continue;
    }
    first = { ...figure, at, sense, isAfterFrom };
  }
  return found;
}

/** `X, compared with Y`; `from Y to X`. */
const isCompared = (first: Figure, cueAt: number, isAfterTo: boolean): boolean => (first.isAfterFrom ? isAfterTo : cueAt > first.at);

/** `to 13.1`, `to EUR 13.1`. */
const toBefore = ({ lower }: Words, at: number): boolean => lower[at - 1] === 'to' || lower[at - 2] === 'to';

function wayOf(first: Figure, second: Pick<Figure, 'digits' | 'size' | 'sense'> & { readonly isLoss: boolean }): number {
  // A profit against a loss, a loss against a profit: the signs say it, not the sizes.
  if (first.sense >= 0 && second.isLoss) return 1;
  if (first.sense < 0 && second.sense > 0) return -1;
  // `EUR 8.3 mn compared to EUR 8.4`: the size is said once.
  const isSaidOnce = (first.size === 1) !== (second.size === 1);
  const valueOf = ({ digits, size }: Pick<Figure, 'digits' | 'size'>): number => (isSaidOnce ? digits : digits * size);
  const grown = Math.sign(valueOf(first) - valueOf(second)) * (first.isAfterFrom ? -1 : 1);
  return first.sense < 0 ? -grown : grown;
}

/** A figure with the size that stands in it or after it, null for what is none: a year, a quarter, a number in letters. */
function figureAt({ lexemes, lower }: Words, at: number): Pick<Figure, 'digits' | 'size'> | null {
  const lexeme = lexemes[at];
  if (lexeme === undefined || lexeme.number === null || lexeme.number.ending !== '' || !/\d/.test(lexeme.word)) return null;
  if (lexeme.numberKind === '<year>' || lexeme.numberKind === '<quarter>') return null;
  const { value, isSized } = lexeme.number;
  return isSized ? { digits: value, size: 1 } : { digits: value, size: sizes.get(lower[at + 1] ?? '') ?? 1 };
}
