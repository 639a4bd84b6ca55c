/** Finds the clause of a headline around a name of a market. Only the words of this clause describe the market. */
import { wordsOf, type Words } from '../text/words.ts';

/** Span in a headline: offset of its first character and of the one after its last. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Indexes of words: the phrase from `at` to `phraseEnd`, its clause from `from` to `to`; ends are exclusive. */
export interface Clause {
  readonly words: Words;
  readonly from: number;
  readonly at: number;
  readonly phraseEnd: number;
  readonly to: number;
}

const MARK = /[,;:–—|]| - /;
const BEGINS = /^(?:as|after|despite|while|amid|but|before|although|though|when|because|since|following|until|if)$/;

export function clauseAround(title: string, { start, end }: Place): Clause {
  const words = wordsOf(title);
  const { lower, start: starts, end: ends } = words;
  const isEdge = (i: number): boolean => BEGINS.test(lower[i]!) || MARK.test(title.slice(ends[i - 1], starts[i]));
  const last = starts.findLastIndex((begin) => begin <= start);
  const at = Math.max(0, last);
  const next = starts.findIndex((begin) => begin >= end);
  const phraseEnd = next < 0 ? starts.length : next;
  let from = at;
  while (from > 0 && !isEdge(from)) from -= 1;
  let to = phraseEnd;
  while (to < starts.length && !isEdge(to)) to += 1;
  return { words, from: BEGINS.test(lower[from] ?? '') && from < at ? from + 1 : from, at, phraseEnd, to };
}

/** Words for the level of a market or for no change (`STATES`), and neutral words beside them (`FILLS`). */
const STATES =
  /^(?:steady|flat|unchanged|changed|stable|muted|mixed|focus|holds?|holding|held|stands?|stood|sits?|hovers?|hovering|at|near|around|about)$/;
const FILLS = /^(?:futures|prices?|notes?|is|are|was|were|now|trades?|traded|trading|little|on|hold|in|today|a|an|per|barrel|ounce|oz|level)$/;
/** Verbs for rates that stay: `keeps interest rates`. */
const KEEPS = /^(?:hold|holds|holding|keep|keeps|keeping|leave|leaves|leaving|maintain|maintains|maintaining|pat)$/;
/** Verbs before a market for what moves it: `bets push yields near 4.5%`. */
const MOVES = /^(?:send|push|driv|pull|drag|bring|tak|knock)/;
/** Words with which the next clause goes on about the same market: `gold at $1,226, up $4`, `Brent near $102, heads for weekly drop`. */
const GOES_ON = /^(?:heads?|heading|set|near|not|but|its|highest|lowest|biggest|best|worst|most)$/;
const REACH = 4;

/** Returns whether the clause only gives the level of the market or says that it did not change: `yields at 4.48%`. */
export function isStill({ words: { lower, lexemes }, from, at, phraseEnd, to }: Clause): boolean {
  const isDirected = (i: number): boolean => lexemes[i]!.direction !== 0;
  const isNumber = (i: number): boolean => lexemes[i]!.numberKind !== null;
  const rest = Array.from({ length: to - phraseEnd }, (_, i) => phraseEnd + i);
  const isLevel = rest.some((i) => STATES.test(lower[i]!)) && rest.every((i) => STATES.test(lower[i]!) || FILLS.test(lower[i]!) || isNumber(i));
  const goesOn = to < lower.length && (isDirected(to) || isNumber(to) || GOES_ON.test(lower[to]!));
  return isLevel && !goesOn && !lower.slice(Math.max(from, at - REACH), at).some((word) => MOVES.test(word));
}

/** `no rush to cut rates`: a move that is denied is none. */
const DENIES = /^(?:no|not|never|(?:wo|is|do|does|should)n['’]t|unlikely|premature|(?:rul|refus|reject|resist)(?:es?|ed|s|ing))$/;
const DENIAL_REACH = 6;

/** Returns whether the clause denies a move of the market that it names. */
export const isDenied = ({ words: { lower }, from, at }: Clause): boolean =>
  lower.slice(Math.max(from, at - DENIAL_REACH), at).some((word) => DENIES.test(word));

/** Returns whether the clause says that somebody keeps rates: `keeps interest rates unchanged`. */
export const isKept = ({ words: { lower, lexemes }, from, at, phraseEnd, to }: Clause): boolean =>
  lower.slice(Math.max(from, at - REACH), at).some((word) => KEEPS.test(word)) &&
  !lexemes.slice(phraseEnd, to).some(({ direction }) => direction !== 0);
