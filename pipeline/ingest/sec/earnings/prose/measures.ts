/** Finds the measure of a guided figure, and whether it is adjusted, in the words around the figure. */
import type { metricBases } from '#schemas/earnings.ts';
import { roughEnd } from './printed-range.ts';

type Basis = (typeof metricBases)[number];

interface Measure {
  readonly name: string;
  readonly isPerShare: boolean;
}
const measures: readonly (readonly [RegExp, Measure])[] = [
  [
    /\b(?:diluted |basic )?(?:net )?(?:earnings|income|loss|profit)(?: [\p{L}\d]+){0,3} per (?:[\p{L}\d]+ ){0,3}(?:share|ads)\b|\beps\b|\bper (?:fully )?(?:diluted )?(?:common )?(?:share|ads)\b/giu,
    { name: 'EPS', isPerShare: true },
  ],
  [/\badjusted ebitda\b|\bebitda\b/gi, { name: 'EBITDA', isPerShare: false }],
  [/\badjusted ebit\b(?! margin)|\bebit\b(?! margin)/gi, { name: 'EBIT', isPerShare: false }],
  [/\boperating expenses?\b/gi, { name: 'Operating expenses', isPerShare: false }],
  [/\boperating (?:income|profit|loss)\b/gi, { name: 'Operating income', isPerShare: false }],
  [/\bnet (?:income|loss|earnings|profit)\b/gi, { name: 'Net income', isPerShare: false }],
  [/\b(?:revenues?|net sales|sales)\b/gi, { name: 'Revenue', isPerShare: false }],
];

/** Matches exclusions and divisors that make another measure; returns, interest expense, allowances and discounts do not. */
const qualifier =
  /^,?\s*\(?((?:ex[-\s](?!dividend)[\p{L}\d&]+|(?:excluding|net of|less|before)(?!\s+(?:returns|interest expense|allowances|discounts))(?:\s(?!(?:to|is|are|of|will|between|in|at|for)\b)[\p{L}\d&’'/-]+){1,6}|per(?:\s(?!(?:share|ads|to|is|are|of)\b)[\p{L}\d-]+){1,3}))/iu;

/** Returns the measure with its exclusions in its name: "Revenue ex-TAC" is not revenue. */
function qualified(measure: Measure, behind: string): Measure {
  const words = measure.isPerShare || measure.name === 'EBITDA' ? undefined : qualifier.exec(behind)?.[1];
  return words === undefined ? measure : { ...measure, name: `${measure.name} ${words}` };
}

export interface NearMeasure extends Measure {
  readonly words: string;
  /** The part of the whole that it measures, such as `subscription`; '' for the whole. */
  readonly part: string;
  readonly basis: Basis;
}

const followingCharacters = 110;

interface NamedMeasure {
  readonly measure: Measure;
  readonly at: number;
  readonly words: string;
}

function namedBefore(before: string): NamedMeasure | null {
  let best: NamedMeasure | null = null;
  for (const [pattern, measure] of measures)
    for (const match of before.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (best === null || end > best.at + best.words.length)
        best = { measure: qualified(measure, before.slice(end)), at: match.index, words: match[0] };
    }
  return best;
}

/** Matches words between a figure and the measure after it: "of revenue", "in total net sales", "GAAP diluted earnings per share". */
const leading = /^\s*(?:(?:of|in)\s+)?(?:(?:total|adjusted|gaap|non-gaap|fully|consolidated)\s+)*$/i;
const ownFigure = /^\s*(?:of|between|to be|is|are|will|in the range|from|at|for which)\b|^\s*[:($€£\d]/i;
/** Matches "per share" alone, which is only a unit, also of dividends. */
const isBareUnit = /^per\b/i;

function namedAfter(after: string): NamedMeasure | null {
  for (const [pattern, measure] of measures)
    for (const match of after.matchAll(pattern)) {
      const rest = after.slice(match.index + match[0].length);
      if (leading.test(after.slice(0, match.index)) && !isBareUnit.test(match[0]) && !ownFigure.test(rest))
        return { measure: qualified(measure, rest), at: match.index, words: match[0] };
    }
  return null;
}

/** Matches an exclusion after a figure, before the next one: "$2.00 to $2.40 diluted earnings per share excluding …". */
const excludesAfter = /^(?:[^,;.$€£\d]|,(?=\s*(?:but )?exclud)){0,80}\b(?:excluding|exclusive of)\b/i;

/** Matches words before revenue or sales that make it a part, or something else than the whole. */
const partWords =
  /(?:^|[^\p{L}])((?:cost of|subscriptions?|products?|services?|segments?|licen[cs](?:e|ing)|cloud|software|hardware|maintenance|support|recurring|advertising|collaboration|royalty|rental|comparable|comp|same[- ](?:store|restaurant|property)|like-for-like|online|digital|e-?commerce|retail|wholesale|international|domestic|deferred|transaction|hosting|premium)(?: (?:and|&) \w+)?)(?: (?:net|store|revenues?))?\s+$/iu;
const partOf = ({ measure, at }: NamedMeasure, text: string): string =>
  measure.name === 'Revenue' ? (partWords.exec(text.slice(0, at))?.[1] ?? '') : '';

/** Returns the last measure in the text; null if there is none. "Per share" alone is none. */
export function lastMeasure(before: string) {
  const named = namedBefore(before);
  if (named === null || isBareUnit.test(named.words)) return null;
  return { measure: nearOf(named, before, before), end: named.at + named.words.length };
}

/** Returns the measure with which the text begins; null if there is none. */
export function measureAfter(after: string) {
  const named = namedAfter(after.slice(0, followingCharacters));
  if (named === null) return null;
  return { measure: nearOf(named, after, after.slice(0, named.at)), end: named.at + named.words.length };
}

const nearOf = (named: NamedMeasure, text: string, basisWords: string): NearMeasure => ({
  ...named.measure,
  words: named.words,
  part: partOf(named, text),
  basis: basisOf(named.measure, basisWords),
});

const earned = /\b(?:earnings|income|loss|profit|eps)\b/gi;

/** Returns earnings that a figure per share follows without a measure's full name: "its fully diluted earnings target is … per share". */
function earnedBefore(before: string): NamedMeasure | null {
  const last = [...before.matchAll(earned)].at(-1);
  return last === undefined ? null : { measure: { name: 'EPS', isPerShare: true }, at: last.index, words: last[0] };
}

/** Matches things with figures of their own, which do not belong to a measure named before them. */
const other =
  /\b(?:capital (?:expenditures?|spending|investments?)|capex|cash flows?|dividends?|depreciation|amortization|interest (?:expense|income)|repurchases?|buy-?backs?|charges?|tax(?:es)?|compensation|gross (?:profit|margins?)|backlog|bookings|orders|arr|debt|savings|synergies|inventor(?:y|ies)|impairments?|shipments?|headwinds?|tailwinds?|contributions?|accretion|dilution)\b/i;
const otherAfter = /^\s*(?:of|in|for)\s+(?:[\w-]+\s+){0,2}?/i;

/** Returns whether the figure belongs to something else, which is named between measure and figure or directly after the figure. */
function isOfOther(named: NamedMeasure, before: string, after: string): boolean {
  const between = withoutAsides(before).slice(named.at + named.words.length);
  const behind = otherAfter.exec(after)?.[0] ?? null;
  return other.test(between) || (behind !== null && after.slice(behind.length).search(other) === 0);
}

const changeAfter =
  /^\s*(?:per (?:[\p{L}\d]+ ){0,3}(?:share|ads)\s+)?(?:lower|higher|less|more|accretive|dilutive)\b(?! than (?:\w+ )?(?:prior|previous|earlier|original))/iu;
const changeBefore = /\bby\s+$/i;
/** Matches words before a measure, or before a figure with its measure after it, that make the figure an effect on the measure. */
const affects =
  /\b(?:headwinds?|tailwinds?|impacts?|contribut\w{1,6}|accretive|accretion|dilutive|dilution)\s(?:(?:to|on|of|in|for|from|about|approximately|between|our|its|the|total|net|adjusted|gaap|non-gaap|diluted|full|fiscal|year|annual|organic|additional|incremental|20\d\d)[\s-])*$/i;

/** Returns whether the figure is the amount of a change of its measure, or of an effect on it: "raises sales guidance by $5 million". */
const isOfChange = (before: string, after: string, lead: string): boolean =>
  changeBefore.test(before.replace(roughEnd, '')) || changeAfter.test(after) || affects.test(lead);

/**
 * Returns the measure directly after the range, else the last one before it; "per diluted share" after the range makes it EPS. Null if there
 * is none, or if the figure is of something else or is the amount of a change.
 */
export function nearestMeasure(text: string, from: number, to: number): NearMeasure | null {
  const after = text.slice(to, to + followingCharacters);
  const before = text.slice(0, from);
  const isPerShare = /^[\s,]*per (?:[\p{L}\d]+ ){0,3}(?:share|ads)\b/iu.test(after);
  const behind = namedAfter(after);
  let best = behind ?? namedBefore(before) ?? (isPerShare ? earnedBefore(before) : null);
  if (best === null || (behind === null && isOfOther(best, before, after))) return null;
  if (isOfChange(before, after, behind === null ? before.slice(0, best.at) : before)) return null;
  const part = partOf(best, behind === null ? before : after);
  if (best.measure.isPerShare !== isPerShare && isPerShare) best = { ...best, measure: { name: 'EPS', isPerShare: true } };
  const namesBasis = behind === null ? before : `${before} ${after.slice(0, behind.at)}`;
  const basis = best.measure.isPerShare && excludesAfter.test(after) ? 'non-GAAP' : basisOf(best.measure, namesBasis);
  // After the figure only its own phrase counts: "and net loss of …" belongs to the next figure.
  const phrase = after.split(/[,;]|\band\b|\((?=[A-Z]*[$€£¥])/, 1)[0]!;
  const own = behind === null ? before.slice(Math.max(0, best.at - 12)) : '';
  return { ...best.measure, words: `${own} ${phrase}`, part, basis };
}

export function lastBasis(words: string): Basis | null {
  const mark = [...words.matchAll(/\b(?:(non-?gaap|adjusted|core|excluding|ex-\w+|before exceptional)|(?<!non-?)gaap)\b/gi)].at(-1);
  return mark === undefined ? null : mark[1] === undefined ? 'GAAP' : 'non-GAAP';
}

const basisOf = ({ name }: Measure, words: string): Basis => (name === 'EBITDA' ? 'non-GAAP' : (lastBasis(words) ?? 'GAAP'));

/** Matches what a figure includes or excludes: "including $0.24 related to the charges of the second quarter". */
const aside =
  /\b(?:including|inclusive of|excluding|exclusive of)\b(?:[^,;.:]|\.\d){0,160}?(?=[,;:]|\.(?!\d)|\b(?:to be|between|in the range)\b|$)/gi;
const namesMeasure = (words: string): boolean =>
  measures.some(([pattern]) => words.search(pattern) >= 0 && !/^per\b/i.test(words.match(pattern)?.[0] ?? ''));

/** Returns the text with such asides blanked, because a period in one is that of a part. Offsets stay the same. */
export const withoutAsides = (text: string): string => text.replace(aside, (words) => (namesMeasure(words) ? words : ' '.repeat(words.length)));

const partBefore = /\b(?:including|includes?|inclusive of)\b([^,;:$€£]{0,80})$|\b(?:excluding|excludes?)\s+(?:(?:about|approximately|an?|the)\s+)*$/i;
const goesOn = /\b(?:to be|is|are|will|guidance|outlook|range|expect\w*|between)\b/i;

/** Returns whether a figure after "including" is a part of the guided one, unless a measure of its own is named there. */
export function isPart(before: string): boolean {
  const match = partBefore.exec(before);
  if (match === null) return false;
  const words = match[1] ?? '';
  return !namesMeasure(words) && !goesOn.test(words);
}
