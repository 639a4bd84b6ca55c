/**
 * An analyst's target that moves while the rating stays (`Maintains Neutral on Nike, Lowers Price Target to $70`): what is new
 * is the target. Where the rating that is kept points the other way, the headline says both.
 */
import { wordTest } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';

export interface TargetChange {
  /** 1 is up, -1 down, 0 where target and rating disagree. */
  readonly way: 1 | 0 | -1;
  /** Whether the rating points the same way. */
  readonly isBacked: boolean;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const KEEPS = setOf('maintains maintain maintained reiterates reiterated keeps retains reaffirms affirms');
const isKept = wordTest((word) => KEEPS.has(word));
const RAISES = setOf('raises raised lifts lifted boosts boosted hikes ups increases increased bumps');
const LOWERS = setOf('lowers lowered cuts cut trims trimmed slashes reduces reduced decreases decreased drops');
const GOOD = setOf('buy overweight outperform accumulate add');
const BAD = setOf('sell underweight underperform reduce');
/** `Lowers PT`, `Raises its price target`, `Price Target Cut`: words between the two, at most. */
const REACH = 3;

/** Null where no target moves beside a rating that is kept. */
export function targetChangeIn({ lower, lexemes }: Words): TargetChange | null {
  if (!lexemes.some(isKept)) return null;
  const at = lower.findIndex((_, i) => isTarget(lower, i));
  if (at === -1) return null;
  const beside = [...lower.slice(Math.max(0, at - REACH), at), ...lower.slice(at + 1, at + REACH)];
  const way = beside.some((word) => RAISES.has(word)) ? 1 : beside.some((word) => LOWERS.has(word)) ? -1 : 0;
  if (way === 0) return null;
  // The rating stands behind the verb that keeps it, before the target or after it.
  const rated = lower.some((word) => GOOD.has(word)) ? 1 : lower.some((word) => BAD.has(word)) ? -1 : 0;
  return rated === -way ? { way: 0, isBacked: false } : { way, isBacked: rated === way };
}

const isTarget = (lower: readonly string[], at: number): boolean => {
  const next = lower[at + 1] ?? '';
  if (lower[at] === 'price') return next === 'target' || next === 'objective';
  return lower[at] === 'pt' || (lower[at] === 'target' && (next === 'price' || (next === 'to' && lower[at - 1] !== 'price')));
};
