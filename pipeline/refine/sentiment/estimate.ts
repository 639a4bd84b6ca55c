/** Compares a result in a headline with the estimate beside it, `EPS $0.42 vs $0.48 expected`, because the reader does not compare numbers. */
import type { Sentiment } from '#schemas/vocabulary.ts';
import { DOWN, sizes, UP } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';
import type { Mention } from '../tickers/mention.ts';

interface ComparedResult {
  readonly sentiment: Sentiment;
  /** Whether something points the other way: another measure, the change from a year ago, or a word outside the comparisons. */
  readonly isDisputed: boolean;
  /** Whether a word outside the comparisons points the other way: `shares fall`, `cuts outlook`. */
  readonly isOpposed: boolean;
  readonly quotes: readonly string[];
}

const EXPECTED = String.raw`(?:est(?:s|imates?|imated)?\b\.?|(?:expected|expectations?|consensus|forecasts?|anticipated)\b)`;
const NAMES_ESTIMATE = new RegExp(String.raw`\b${EXPECTED}`, 'i');
/** Matches the word for an estimate after its amount, with up to two words between that are no comparison: `$0.48 analysts expected`. */
const ESTIMATE_BEHIND = new RegExp(
  String.raw`^\)?(?: (?!below|above|under|over|short|ahead|better|worse|more|less|than|beat|top|miss|exceed|surpass|trail|lag)\p{L}[\p{L}’'&-]{0,13}){0,2} ${EXPECTED}`,
  'iu',
);
/** Greatest ratio of a result to its estimate. Amounts further apart are of two measures, or one lacks its size. */
const APART_MAX = 10;
/** Words for another period, whose result is no estimate. */
const EARLIER = /\b(?:ago|earlier|last|prior|previous|y\/y|yoy)\b/i;
const MEASURE = /\b(?:eps|earnings|earned|profits?|income|loss(?:es)?|revenues?|revs?|sales)\b/gi;
const OTHER_MEASURE = /\b(?:eps|earnings|revenues?|revs?|sales)\b/i;
const OF_REVENUE = /^(?:rev|sales)/i;
const OF_SHARES = /\b(?:eps|(?:a|per) share)\b/i;
const LOSS = /\bloss(?:es)?\b/i;
const PROFIT = /\bprofits?\b/i;
const PIECE_END = /[,;)]|\s[-–—|]\s|\b(?:vs\.?|versus)(?= )/i;
const PIECE_LENGTH_MAX = 60;

/** Matches words of the result, up to what separates it from its estimate. */
const OWN = String.raw`^[)$€£]?(?: (?:adj(?:usted)?\.?|(?:non-)?gaap|diluted|(?:a|per) (?:diluted )?share|loss|profit)){0,3}`;
const SIGN = String.raw`[-−–($€£]{0,3}$`;
const BESIDE = [
  String.raw`${OWN},? \(?(?:vs\.?|versus|against|compared (?:to|with)|beat(?:s|ing)?|top(?:s|ped|ping)?|miss(?:es|ed|ing)?|above|below)(?: [^,;\d]{0,40})? ${SIGN}`,
  String.raw`${OWN}[,;]? \(?(?:[\p{L}’']{1,14} ){0,2}${EXPECTED}:?(?: (?:of|at|was))? ${SIGN}`,
  String.raw`${OWN}(?:,| \(|, \() ?${SIGN}`,
].map((says) => new RegExp(says, 'iu'));

/** Matches the text between the ends of a range, or between a result and the one of the year before. */
const RANGE = /^ ?(?:[-–]|to|and) ?[$€£]?$/;
const YEAR_BEFORE = new RegExp(String.raw`${OWN} (?:vs\.?|versus|against|compared (?:to|with)|from) ${SIGN}`, 'iu');
const BASE_END = /^[^;,]{0,18}[;,]/;
const YEAR_AGO = /^ (?:an? |the )?(?:year (?:ago|earlier|before)|last year)(?=[,;])/i;
/** Matches the margin of a surprise, which is no estimate: `topped estimates by 9 cents`. */
const MARGIN = /\bby ?[$€£]?$/i;

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
  /** 0 for earnings per share, 1 for profit, 2 for revenue; the least decides. */
  readonly rank: number;
  readonly sentiment: Sentiment;
  readonly start: number;
  /** Start of the amount. Words before it describe the change of the measure: `slides 26% to $0.42`. */
  readonly amountStart: number;
  readonly end: number;
}

/** Returns the comparison of an amount with the result before it, or null when they are not the result of a measure and its estimate. */
function comparisonOf(text: string, amounts: readonly Amount[], at: number): Comparison | null {
  const gap = (i: number): string => (i < 1 ? '' : text.slice(amounts[i - 1]!.end, amounts[i]!.start));
  const estimate = amounts[at]!;
  // In `51 cents vs. 41 cents a year ago; consensus 50 cents` the year before is between the two.
  const isYearBetween = YEAR_BEFORE.test(gap(at - 1)) && BASE_END.test(gap(at));
  const actualAt = isYearBetween ? at - 2 : at - 1;
  const actual = amounts[actualAt]!;
  const low = RANGE.test(gap(actualAt)) ? amounts[actualAt - 1]! : actual;
  const between = isYearBetween ? gap(at).replace(YEAR_AGO, '') : gap(at);
  const piece = text
    .slice(Math.max(0, actual.start - PIECE_LENGTH_MAX), actual.start)
    .split(PIECE_END)
    .at(-1)!;
  const measure = [...piece.matchAll(MEASURE)].at(-1);
  const upper = at + 1 < amounts.length && RANGE.test(gap(at + 1)) ? amounts[at + 1]! : estimate;
  const after = ESTIMATE_BEHIND.exec(text.slice(upper.end, upper.end + PIECE_LENGTH_MAX))?.[0] ?? '';
  const isEstimate = (NAMES_ESTIMATE.test(between) || after !== '') && !MARGIN.test(between) && !OTHER_MEASURE.test(between);
  if (measure === undefined || !isEstimate || EARLIER.test(between + after) || !BESIDE.some((says) => says.test(between))) return null;
  const isLoss = actual.isNegative || LOSS.test(measure[0]) || between.startsWith(' loss');
  // When the result is called a loss, its estimate is one too, unless it is called a profit.
  const isLossExpected = estimate.isNegative || LOSS.test(between + after) || (isLoss && !actual.isNegative && !PROFIT.test(between + after));
  // A size after one amount applies to the others too.
  const sized = [actual, estimate].find(({ isSized }) => isSized);
  const valueOf = (own: Amount, isNegative: boolean): number =>
    own.value * (own.isSized || sized === undefined || own.value >= 1_000 ? 1 : sizeOf(text, sized)) * (isNegative ? -1 : 1);
  const isUnsure = isLossExpected && !estimate.isNegative && !LOSS.test(between + after);
  const [least, most] = [low, actual].map((end) => valueOf(end, isLoss)).toSorted((a, b) => a - b) as [number, number];
  const start = actual.start - piece.length + measure.index;
  const rank = OF_SHARES.test(piece + between) ? 0 : OF_REVENUE.test(measure[0]) ? 2 : 1;
  const against = (isNegative: boolean): Sentiment => {
    const ends = [estimate, upper].map((one) => valueOf(one, isNegative));
    return least > Math.max(...ends) ? 'positive' : most < Math.min(...ends) ? 'negative' : 'neutral';
  };
  const sentiment = against(isLossExpected);
  const sizesOf = [valueOf(actual, false), valueOf(estimate, false)];
  if (Math.max(...sizesOf) > APART_MAX * Math.min(...sizesOf) || (isUnsure && against(false) !== sentiment)) return null;
  const end = upper.end + after.length;
  return { rank, sentiment, start, amountStart: low.start, end: OPEN.test(text.slice(start, end)) && text.charAt(end) === ')' ? end + 1 : end };
}

const OPEN = /\([^)]*$/;

const SIZE = /(?<![a-z])[a-z]+$/i;
const sizeOf = (text: string, { start, end }: Amount): number => sizes.get(SIZE.exec(text.slice(start, end))?.[0].toLowerCase() ?? '') ?? 1;

const bits: Readonly<Record<Sentiment, number>> = { positive: UP, neutral: 0, negative: DOWN };

/** Returns the result of the comparisons in a headline, or null when it has none or two of one measure differ. Words of `names` have no direction. */
export function comparedResult(words: Words, names: readonly Pick<Mention, 'from' | 'to'>[] = []): ComparedResult | null {
  const { text, lexemes, raw, start } = words;
  if (!NAMES_ESTIMATE.test(text)) return null;
  const amounts = amountsIn(words);
  const found = amounts.slice(1).flatMap((_, at) => comparisonOf(text, amounts, at + 1) ?? []);
  const first = found.toSorted((a, b) => a.rank - b.rank)[0];
  if (first === undefined || found.some(({ rank, sentiment }) => rank === first.rank && sentiment !== first.sentiment)) return null;
  const { sentiment } = first;
  const isNamed = (at: number): boolean => names.some(({ from, to }) => from <= at && at < to);
  const opposing = lexemes.flatMap(({ direction }, at) =>
    (direction & ~bits[sentiment]) !== 0 && !isNamed(at) && raw[at]!.search(MEASURE) < 0 ? [start[at]!] : [],
  );
  const isOpposed = opposing.some((at) => !found.some((span) => span.start <= at && at < span.end));
  const isChanged = opposing.some((at) => found.some((span) => span.start <= at && at < span.amountStart));
  return {
    sentiment,
    isDisputed: isOpposed || isChanged || found.some((other) => other.sentiment !== sentiment),
    isOpposed,
    quotes: found.filter((span) => span.sentiment === sentiment).map((span) => text.slice(span.start, span.end).trim()),
  };
}
