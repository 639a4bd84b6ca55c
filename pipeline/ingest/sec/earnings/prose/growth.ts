/** Finds guided changes in percent beside their measure: "net sales up 3% to 5%", "8% to 10% revenue growth". */
import { lastMeasure, measureAfter, type NearMeasure } from './measures.ts';
import { roughly } from './printed-range.ts';

export interface GuidedChange {
  readonly measure: NearMeasure;
  /** The printed text, from the word of the direction on. */
  readonly value: string;
  readonly at: number;
  /** Ends in percent; a fall is negative. */
  readonly low: number;
  readonly high: number;
}

const number = String.raw`([-−–+]|\()?(?<![\d.,$€£])(\d{1,3}(?:\.\d{1,2})?)\)?`;
const percent = String.raw`\s?(?:%|percent(?!age))\)?`;
const rate = new RegExp(
  String.raw`(?:between\s+|(?:with)?in (?:a|the) range of\s+)?(?:${roughly})?${number}(?:${percent})?\s*(?:to|and|[-–—‑])\s*(?:${roughly})?${number}${percent}|(${roughly}|at least |more than |over |in excess of |exceeding )${number}${percent}`,
  'gi',
);
const up = 'up|grow(?:s|n|th|ing)?|increas(?:es?|ed|ing)|ris(?:es?|ing)|higher|improv(?:es?|ed|ing|ement)|expand(?:s|ing)?';
const down = 'down|declin(?:es?|ed|ing)|decreas(?:es?|ed|ing)|fall(?:s|ing)?|lower|drop(?:s|ping)?|shrink(?:s|ing)?|contract(?:s|ing)?';
const direction = new RegExp(String.raw`\b(?:(${up})|(${down}))\b`, 'gi');
/** Matches words that may stand between measure, direction and rate. */
const filler =
  /^(?:[\s,:()–—-]|\b(?:guidance|outlook|is|are|was|to|be|will|would|should|now|still|expected|projected|anticipated|forecast(?:ed)?|guided|estimated|targeted|expects?|the|for|in|of|by|at|a|an|range|between|year|years|full|fiscal|fy|half|quarter|first|second|third|fourth|year-over-year|year-on-year|yoy|y\/y|over|from|versus|compared|prior|organic(?:ally)?|reported|constant|currency|basis|on|gaap|non-gaap|adjusted|net|total|rate|annual|approximately|about|20\d\d|fy\d+|q[1-4])\b)*$/i;

const isFiller = (words: string): boolean => filler.test(words.replace(direction, ' '));

interface StatedGrowth {
  readonly measure: NearMeasure;
  /** Offset at which the value begins, with its direction. */
  readonly from: number;
  readonly falls: boolean;
  /** Number of characters after the rate that belong to the value. */
  readonly charactersAfter: number;
}

const leadCharacters = 160;
/** Measures for which a bare rate is a change. For income it may be a margin. */
const growing: ReadonlySet<string> = new Set(['Revenue', 'EPS']);

function growthBefore(before: string, isPoint: boolean): StatedGrowth | null {
  const named = lastMeasure(before);
  if (named === null) return null;
  const between = before.slice(named.end);
  if (!isFiller(between)) return null;
  const own = [...between.matchAll(direction)].at(-1);
  if (own !== undefined) return { measure: named.measure, from: named.end + own.index, falls: own[2] !== undefined, charactersAfter: 0 };
  // A list of guidance needs no direction: "Net sales: 3% to 5%".
  if (isPoint && growing.has(named.measure.name)) return { measure: named.measure, from: before.length, falls: false, charactersAfter: 0 };
  // In "Grow revenue 8% to 10%" the direction precedes the measure.
  const lead =
    /\b(?:(grow(?:th)?|increase|raise)|(decline|decrease|drop|fall))\s+(?:in\s+)?(?:(?:our|its|the|total|net|adjusted|organic|annual)\s+)*$/i.exec(
      before.slice(0, named.end - named.measure.words.length),
    );
  return lead === null ? null : { measure: named.measure, from: lead.index, falls: lead[2] !== undefined, charactersAfter: 0 };
}

function growthAfter(before: string, after: string): StatedGrowth | null {
  const named = measureAfter(after);
  if (named === null) return null;
  const lead = [...before.matchAll(direction)].at(-1);
  if (lead !== undefined && isFiller(before.slice(lead.index)) && /^\s+(?:in|of)\b/i.test(after))
    return { measure: named.measure, from: lead.index, falls: lead[2] !== undefined, charactersAfter: 0 };
  const own = /^\s*(?:(growth|increases?|improvement)|(declines?|decreases?))\b/i.exec(after.slice(named.end));
  return own === null
    ? null
    : { measure: named.measure, from: before.length, falls: own[2] !== undefined, charactersAfter: named.end + own[0].length };
}

/** Returns the rates in a text: each end with its own sign, and whether it is a single figure, which is rough or one end only. */
function ratesOf(text: string) {
  if (!/%|percent/i.test(text)) return [];
  return [...text.matchAll(rate)].map((match) => {
    const [whole, signLow, low, signHigh, high, bound, signOne, one] = match;
    const signed = (sign: string | undefined, digits: string | undefined): number => (sign === undefined || sign === '+' ? 1 : -1) * Number(digits);
    return {
      whole,
      at: match.index,
      low: signed(signLow ?? signOne, low ?? one),
      high: signed(signHigh ?? signOne, high ?? one),
      isOne: bound !== undefined,
    };
  });
}

/** Returns the rates in a text, whatever they measure. */
export const ratesIn = (text: string): Omit<GuidedChange, 'measure'>[] =>
  ratesOf(text).map(({ whole, at, low, high }) => ({ value: whole.trim(), at: at + whole.length - whole.trimStart().length, low, high }));

/** Pattern of growth on the quarter before. It is part of the value, which would read as growth on the year without it. */
const onQuarter = String.raw`(?:sequential(?:ly)?|quarter[\s-]over[\s-]quarter)`;
const basedBefore = new RegExp(String.raw`\b${onQuarter}\s+$`, 'i');
const basedAfter = new RegExp(
  String.raw`^,?\s+(?:${onQuarter}\b|(?:from|over|versus|compared (?:to|with))\s+(?:the\s+|our\s+)?(?:(?:prior|previous|preceding|last|first|second|third|fourth)\s+(?:fiscal\s+)?quarter|q[1-4])\b(?:\s+of\s+(?:fiscal\s+)?20\d\d\b)?)`,
  'i',
);

/** Returns the guided changes in percent of a sentence. `isPoint`: the sentence is an item of a list of guidance and needs no direction. */
export function growthIn(text: string, isPoint: boolean): GuidedChange[] {
  return ratesOf(text).flatMap(({ whole, at, low, high, isOne }) => {
    const before = text.slice(Math.max(0, at - leadCharacters), at);
    const stated = growthBefore(before, isPoint) ?? growthAfter(before, text.slice(at + whole.length));
    // Growth of a cost is not growth of revenue, and a single rate without a direction before it may be of anything.
    if (stated === null || /^cost/i.test(stated.measure.part) || (isOne && !isPoint && stated.from === before.length)) return [];
    const [first, last] = stated.falls ? [-high, -low] : [low, high];
    const begin = at - before.length + stated.from;
    const from = begin - (basedBefore.exec(text.slice(0, begin))?.[0].length ?? 0);
    const end = at + whole.length + stated.charactersAfter;
    const value = text.slice(from, end + (basedAfter.exec(text.slice(end))?.[0].length ?? 0)).trimEnd();
    return [
      {
        measure: stated.measure,
        value: value.trimStart(),
        at: from + value.length - value.trimStart().length,
        low: Math.min(first, last),
        high: Math.max(first, last),
      },
    ];
  });
}
