/** Compares a result that a headline gives with the estimate beside it, `EPS $0.42 vs $0.48 expected`: the reader does not compare numbers. */
import type { Sentiment } from '#schemas/vocabulary.ts';
import { DOWN, sizes, UP } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';

export interface ComparedResult {
  readonly sentiment: Sentiment;
  /** Whether another measure, or a word outside the comparisons, points elsewhere. */
  readonly isDisputed: boolean;
  /** Whether a word outside the comparisons points elsewhere: `shares fall`, `cuts outlook`. */
  readonly isOpposed: boolean;
  /** Comparisons that give the direction, as printed. */
  readonly quotes: readonly string[];
}

const EXPECTED = String.raw`(?:est(?:s|imates?|imated)?\b\.?|(?:expected|expectations?|consensus|forecasts?|anticipated)\b)`;
const NAMES_ESTIMATE = new RegExp(String.raw`\b${EXPECTED}`, 'i');
/** Matches the word after an estimate, after at most two others: `$0.48 analysts expected`. */
const ESTIMATE_BEHIND = new RegExp(String.raw`^\)?(?: [\p{L}’'&-]{1,14}){0,2} ${EXPECTED}`, 'iu');
/** A result of another period is no estimate. */
const EARLIER = /\b(?:ago|earlier|last|prior|previous|y\/y|yoy)\b/i;
const MEASURE = /\b(?:eps|earnings|earned|profits?|income|loss(?:es)?|revenues?|revs?|sales)\b/gi;
const OF_REVENUE = /^(?:rev|sales)/i;
const OF_SHARES = /\b(?:eps|(?:a|per) share)\b/i;
const LOSS = /\bloss(?:es)?\b/i;
const PROFIT = /\bprofits?\b/i;
const PIECE_END = /[,;]|\b(?:vs\.?|versus)(?= )/i;
const PIECE_LENGTH_MAX = 60;

/** Words of the result itself, up to what separates it from its estimate. */
const OWN = String.raw`^\)?(?: (?:adj(?:usted)?\.?|(?:non-)?gaap|diluted|(?:a|per) (?:diluted )?share|loss|profit)){0,3}`;
const SIGN = String.raw`[-−–($€£]{0,3}$`;
const BESIDE = [
  String.raw`${OWN},? \(?(?:vs\.?|versus|against|compared (?:to|with)|beat(?:s|ing)?|top(?:s|ped|ping)?|miss(?:es|ed|ing)?|above|below)(?: [^,;\d]{0,40})? ${SIGN}`,
  String.raw`${OWN}[,;]? \(?(?:[\p{L}’']{1,14} ){0,2}${EXPECTED}:?(?: (?:of|at|was))? ${SIGN}`,
  String.raw`${OWN}(?:,| \(|, \() ?${SIGN}`,
].map((says) => new RegExp(says, 'iu'));

interface Amount {
  readonly value: number;
  readonly isSized: boolean;
  readonly isNegative: boolean;
  readonly start: number;
  readonly end: number;
}

const MINUS = /(?<![\p{L}\p{N}])[-−–]$/u;
const CENTS = /^(?:c|p|cents?|pence)$/;

function amountsIn({ text, lexemes, lower, start, end }: Words): Amount[] {
  return lexemes.flatMap(({ number, numberKind }, at): Amount[] => {
    if (number === null || (numberKind !== '<num>' && numberKind !== '<money>')) return [];
    const next = number.isSized || number.ending !== '' ? number.ending : (lower[at + 1] ?? '');
    const isCents = CENTS.test(next);
    const unit = isCents ? 0.01 : sizes.get(next);
    if (number.ending !== '' && unit === undefined) return [];
    const [from, to] = [start[at]!, unit === undefined || next === number.ending ? end[at]! : end[at + 1]!];
    const before = text.slice(Math.max(0, from - 3), from);
    const isNegative = MINUS.test(before) || (before.endsWith('(') && text.charAt(to) === ')');
    return [{ value: number.value * (unit ?? 1), isSized: number.isSized || (unit !== undefined && !isCents), isNegative, start: from, end: to }];
  });
}

interface Comparison {
  /** Earnings per share come first, then profit, then revenue. */
  readonly rank: number;
  readonly sentiment: Sentiment;
  readonly start: number;
  readonly end: number;
}

/** Returns the comparison of two neighbouring amounts; null where they are not a measure's result and its estimate. */
function comparisonOf(text: string, actual: Amount, estimate: Amount): Comparison | null {
  const piece = text
    .slice(Math.max(0, actual.start - PIECE_LENGTH_MAX), actual.start)
    .split(PIECE_END)
    .at(-1)!;
  const measure = [...piece.matchAll(MEASURE)].at(-1);
  const between = text.slice(actual.end, estimate.start);
  const behind = ESTIMATE_BEHIND.exec(text.slice(estimate.end, estimate.end + PIECE_LENGTH_MAX))?.[0] ?? '';
  const isEstimate = NAMES_ESTIMATE.test(between) || behind !== '';
  if (measure === undefined || !isEstimate || EARLIER.test(between + behind) || !BESIDE.some((says) => says.test(between))) return null;
  const isLoss = actual.isNegative || LOSS.test(measure[0]) || between.startsWith(' loss');
  // An estimate is a loss too where the result is one by its word, unless it is called a profit.
  const isLossAwaited = estimate.isNegative || LOSS.test(between + behind) || (isLoss && !actual.isNegative && !PROFIT.test(between + behind));
  // A size after one of two amounts applies to both.
  const size = (own: Amount, other: Amount): number => (own.isSized || !other.isSized || own.value >= 1_000 ? 1 : sizeOf(text, other));
  const [got, awaited] = [
    actual.value * size(actual, estimate) * (isLoss ? -1 : 1),
    estimate.value * size(estimate, actual) * (isLossAwaited ? -1 : 1),
  ];
  const start = actual.start - piece.length + measure.index;
  const rank = OF_SHARES.test(piece + between) ? 0 : OF_REVENUE.test(measure[0]) ? 2 : 1;
  const sentiment = got === awaited ? 'neutral' : got < awaited ? 'negative' : 'positive';
  const end = estimate.end + behind.length;
  return { rank, sentiment, start, end: OPEN.test(text.slice(start, end)) && text.charAt(end) === ')' ? end + 1 : end };
}

const OPEN = /\([^)]*$/;

const SIZE = /[a-z]+$/i;
const sizeOf = (text: string, { start, end }: Amount): number => sizes.get(SIZE.exec(text.slice(start, end))?.[0].toLowerCase() ?? '') ?? 1;

const bits: Readonly<Record<Sentiment, number>> = { positive: UP, neutral: 0, negative: DOWN };

/** Returns what the comparisons of a headline give; null where it has none, or two of one measure differ. */
export function comparedResult(words: Words): ComparedResult | null {
  const { text, lexemes, raw, start } = words;
  if (!NAMES_ESTIMATE.test(text)) return null;
  const amounts = amountsIn(words);
  const found = amounts.slice(1).flatMap((estimate, at) => comparisonOf(text, amounts[at]!, estimate) ?? []);
  const first = found.toSorted((a, b) => a.rank - b.rank)[0];
  if (first === undefined || found.some(({ rank, sentiment }) => rank === first.rank && sentiment !== first.sentiment)) return null;
  const { sentiment } = first;
  const isOutside = (at: number): boolean => !found.some((span) => span.start <= start[at]! && start[at]! < span.end);
  const isOpposed = lexemes.some(({ direction }, at) => (direction & ~bits[sentiment]) !== 0 && isOutside(at) && raw[at]!.search(MEASURE) < 0);
  return {
    sentiment,
    isDisputed: isOpposed || found.some((other) => other.sentiment !== sentiment),
    isOpposed,
    quotes: found.filter((span) => span.sentiment === sentiment).map((span) => text.slice(span.start, span.end).trim()),
  };
}
