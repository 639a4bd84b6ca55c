/**
 * Finds the ranges and single amounts of money in a text, in any of the usual notations: "$500 to 520 million", "about $500 million to about
 * $520 million", "$500 million, plus or minus 2%". A unit that is printed once, after the second number, applies to both.
 */
import { factor, scaleWord, type Scale } from '../tables/scale.ts';
import { currencySign } from './amounts.ts';

interface Amount {
  readonly sign: string | undefined;
  readonly digits: number;
  /** Whether it is printed with a minus or in its own brackets. */
  readonly isNegative: boolean;
  readonly word: string | undefined;
}

/** A range, or a single amount, whose two ends are equal. */
export interface PrintedRange {
  readonly value: string;
  readonly at: number;
  /** Offsets of the match, which may begin with words that `value` omits. */
  readonly from: number;
  readonly to: number;
  readonly sign: string;
  readonly ends: readonly [Amount, Amount];
  readonly tolerance: Tolerance | null;
}

/** A tolerance such as "plus or minus 2%", or "$10 million". */
interface Tolerance {
  readonly digits: number;
  readonly isPercent: boolean;
  readonly word: string | undefined;
}

/** Pattern of an amount. Groups: bracket or minus, currency, bracket or minus, digits, closing bracket, scale (a wrapped line indents it). */
const money = String.raw`(\(|(?<!\S)[-−–](?=\s?[$€£¥\d]))?(${currencySign})?\s?(\(|[-−–](?=[\d.]))?((?<![\d,.])\d[\d,]*(?:\.\d+)?|(?<!\d)\.\d+)(\))?(?:\s{0,40}|-)(thousand|million|billion|trillion|mln|mm(?!\w)|mn|bn|m(?!\w)|b(?!\w))?`;
export const roughly = String.raw`(?:about|approximately|approx\.|around|roughly|circa|ca\.|some|as much as|as high as|up to|~)\s*`;
/** Matches such a word at the end of a text. */
export const roughEnd = new RegExp(`${roughly}$`, 'i');
/** Pattern of the words between two ends; "and" counts only after "between" or "range". */
const joint = String.raw`\s*(?:to|through|[-–—‑‒−]|(?<=\b(?:between|range)\b[^;]{0,60})and)\s*(?:${roughly})?(?:a (?:net )?loss of\s+)?`;
const range = new RegExp(String.raw`(?:between\s+(?:${roughly})?)?${money}${joint}${money}(?![\d%])(?!\.\d)(?!\s*(?:%|percent|basis))`, 'gi');
const single = new RegExp(String.raw`${money}(?![\d%])(?!\.\d)(?!\s*(?:%|percent|basis))(?!${joint}(?:${currencySign})?\s?\(?\.?\d)`, 'gi');
/** Matches a change before the range to which it leads: "by $50 million to $1.25 billion to $1.30 billion". */
const changeBy = new RegExp(
  String.raw`\bby\s(?:${roughly})?${money}(?=\s?to\s(?:a (?:new )?range of\s|between\s)?(?:${roughly})?${money}${joint}${money})`,
  'gi',
);
const tolerance =
  /^,?\s*\(?(?:plus or minus|plus\/minus|\+\s?\/\s?[-−–]|±)\s*(?:[$€£¥]\s?)?(\d[\d,]*(?:\.\d+)?)\s?(%|percent|basis points)?\s?(million|billion|mn|bn|m(?!\w)|b(?!\w))?\)?/i;

function amountOf(groups: readonly (string | undefined)[]): Amount {
  const [open, sign, inside, digits = '', close, word] = groups;
  const mark = open ?? inside;
  return { sign, digits: Number(digits.replaceAll(',', '')), isNegative: mark !== undefined && (mark !== '(' || close !== undefined), word };
}

function balanced(text: string): string {
  const trimmed = text.trim().replace(/-$/, '');
  const opened = trimmed.split('(').length - trimmed.split(')').length;
  if (opened > 0 && trimmed.startsWith('(')) return trimmed.slice(1);
  if (opened < 0 && trimmed.endsWith(')')) return trimmed.slice(0, -1);
  return trimmed.startsWith('(') && trimmed.endsWith(')') && trimmed.indexOf(')') === trimmed.length - 1 ? trimmed.slice(1, -1) : trimmed;
}

/** Returns the ranges in a text. `needsSign`: only those with a currency count, because "2020 to 2021" is not money. */
export function printedRanges(sentence: string, needsSign = true): PrintedRange[] {
  const text = sentence.replace(changeBy, (change) => ' '.repeat(change.length));
  const ranges: PrintedRange[] = [];
  for (const match of text.matchAll(range)) {
    const [whole, ...groups] = match;
    const [low, high] = [amountOf(groups.slice(0, 6)), amountOf(groups.slice(6))];
    const sign = low.sign ?? high.sign ?? '';
    if (needsSign && sign === '') continue;
    const value = balanced(whole);
    const at = match.index + whole.indexOf(value);
    ranges.push({ value, at, from: match.index, to: match.index + whole.length, sign, ends: [low, high], tolerance: null });
  }
  return ranges;
}

/** Returns the single amounts in a text that are no part of a range, each with its tolerance. */
export function printedPoints(text: string, needsSign = true): PrintedRange[] {
  const ranges = printedRanges(text, needsSign);
  const amounts: PrintedRange[] = [];
  for (const match of text.matchAll(single)) {
    const [whole, ...groups] = match;
    const amount = amountOf(groups);
    const to = match.index + whole.length;
    if ((needsSign && amount.sign === undefined) || ranges.some((other) => match.index < other.to && other.from < to)) continue;
    const around = tolerance.exec(text.slice(to));
    const end = to + (around?.[0].length ?? 0);
    const value = balanced(text.slice(match.index, end));
    const at = text.indexOf(value, match.index);
    const [, digits, unit, word] = around ?? [];
    const given =
      digits === undefined || unit === 'basis points' ? null : { digits: Number(digits.replaceAll(',', '')), isPercent: unit !== undefined, word };
    amounts.push({ value, at, from: match.index, to: end, sign: amount.sign ?? '', ends: [amount, amount], tolerance: given });
  }
  return amounts;
}

/** Ends in whole units, the smaller first. `scale`: the one printed beside the figures; null if there is none. */
export interface Ends {
  readonly low: number;
  readonly high: number;
  readonly scale: Scale | null;
}

const perShareMax = 1_000;

/** Returns the ends; null if they have no scale or form no range. `stated`: the scale that a heading or label states. */
export function endsOf({ ends: [first, second], tolerance: around }: PrintedRange, isPerShare: boolean, stated: Scale | null): Ends | null {
  const scales = scalesOf(first.word, second.word, isPerShare, stated);
  if (scales === null) return null;
  const [one, other] = [first, second].map(({ digits, isNegative }, at) => (isNegative ? -1 : 1) * digits * factor[scales[at]!]);
  if (one === undefined || other === undefined || Number.isNaN(one) || Number.isNaN(other)) return null;
  const [low, high] = first.isNegative && second.isNegative && one > other ? [other, one] : [one, other];
  if (high < low || (isPerShare && high >= perShareMax)) return null;
  const width =
    around === null
      ? 0
      : around.isPercent
        ? Math.abs(low) * (around.digits / 100)
        : around.digits * factor[scaleAround(around, second.digits, scales[1])];
  return { low: low - width, high: high + width, scale: first.word === undefined && second.word === undefined ? null : scales[1] };
}

/** Returns the scale of a tolerance. If it would exceed its amount, it is in whole units: "$9.5 million, plus or minus $200,000". */
const scaleAround = ({ word, digits }: Tolerance, amount: number, scale: Scale): Scale => scaleOf(word) ?? (digits > amount ? 'ones' : scale);

const scaleOf = (word: string | undefined): Scale | null => (word === undefined ? null : scaleWord(word));

/** Returns the scales of both ends; one word applies to both. An amount needs a scale, and a figure per share may have none. */
function scalesOf(
  wordLow: string | undefined,
  wordHigh: string | undefined,
  isPerShare: boolean,
  stated: Scale | null,
): readonly [Scale, Scale] | null {
  const low = scaleOf(wordLow);
  if (isPerShare) return scaleOf(wordHigh) === null && low === null ? ['ones', 'ones'] : null;
  const high = scaleOf(wordHigh) ?? low ?? stated;
  return high === null ? null : [low ?? high, high];
}
