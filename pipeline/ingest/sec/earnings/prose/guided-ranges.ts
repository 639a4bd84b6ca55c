/**
 * Finds the ranges and single figures that a sentence guides, each with its measure and period. Earlier guidance and parts of a guided figure
 * are left out. A guided loss is printed without a sign and gets one here.
 */
import type { KeyMetric, metricBases } from '#schemas/earnings.ts';
import { currencyIn } from '../terms/currency.ts';
import { growthIn, type GuidedChange } from './growth.ts';
import { periodOf, wholePeriod } from './guided-period.ts';
import { isPart, nearestMeasure, type NearMeasure } from './measures.ts';
import { isCalledEarlier, isEarlier, isReplaced } from './earlier-guidance.ts';
import { endsOf, printedPoints, printedRanges, roughEnd, roughly, type Ends, type PrintedRange } from './printed-range.ts';
import type { Sentence } from './sentences.ts';

/** A guided range or figure in whole units of `unit` (`USD/share` for figures per share), or a change in percent (`pct`). */
export interface GuidedRange {
  readonly metric: string;
  /** The part of the whole that the measure is of, such as `subscription`; '' for the whole. */
  readonly part: string;
  readonly basis: (typeof metricBases)[number];
  readonly period: string | null;
  readonly value: string;
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  readonly evidence: KeyMetric['evidence'];
}

export const areAlike = (one: GuidedRange, other: GuidedRange): boolean =>
  one.metric === other.metric && one.part === other.part && one.basis === other.basis && one.unit === other.unit;

/** A sentence that looks ahead. `under`: text with the period if the sentence names none. */
export interface OutlookSentence {
  readonly sentence: Sentence;
  readonly under: string;
  /** Whether the sentence is an item of a list, which looks ahead because of its heading. */
  readonly isPoint: boolean;
}

/** Returns the figures that a sentence guides. `currency`: that of a figure without its own. */
export function guidedIn(look: OutlookSentence, currency: string): GuidedRange[] {
  if (!/\d/.test(look.sentence.text)) return [];
  const amounts = [...rangesIn(look, currency), ...pointsIn(look, currency)].toSorted((a, b) => a.evidence.start - b.evidence.start);
  return [
    ...amounts,
    ...changesIn(look, isNow(look.sentence)).filter(({ metric, part }) => !amounts.some((other) => other.metric === metric && other.part === part)),
  ];
}

/** Returns the guidance that the sentence's own replaces: "compared with its prior view of $5.90 to $6.15". */
export function guidedBefore(look: OutlookSentence, currency: string): GuidedRange[] {
  const { text } = look.sentence;
  const printed = [
    ...printedRanges(text).filter(({ from, to }) => isReplaced(text, from, to)),
    ...printedPoints(text).filter(({ from, to }) => isCalledEarlier(text, from, to)),
  ];
  return [
    ...printed.flatMap((one) => (translates(text, one.at) ? [] : (itemOf(look, one, currency) ?? []))),
    ...changesIn(look, ({ at, value }) => isReplaced(text, at, at + value.length)),
  ];
}

/** Returns the ranges that a sentence prints, whatever it says about them. */
export const rangesOf = (sentence: Sentence, currency: string): GuidedRange[] =>
  printedRanges(sentence.text).flatMap((printed) => itemOf({ sentence, under: '', isPoint: false }, printed, currency) ?? []);

function itemOf(look: OutlookSentence, printed: PrintedRange, currency: string): GuidedRange | null {
  const measure = nearestMeasure(look.sentence.text, printed.from, printed.to);
  const ends = measure === null ? null : endsOf(isLoss(measure) ? ascending(printed) : printed, measure.isPerShare, null);
  return measure === null || ends === null || isPart(look.sentence.text.slice(0, printed.from))
    ? null
    : makeItem(look, measure, printed, ends, currency);
}

const isLoss = ({ words }: NearMeasure): boolean => /\bloss\b/i.test(words);

/** Returns the range with the smaller figure first: "a net loss of $0.08 to $0.06" begins with the worse end. */
const ascending = (printed: PrintedRange): PrintedRange => {
  const [first, last] = printed.ends;
  return first.digits > last.digits && first.word === last.word ? { ...printed, ends: [last, first] } : printed;
};

function rangesIn(look: OutlookSentence, currency: string): GuidedRange[] {
  const { text } = look.sentence;
  const printed = printedRanges(text);
  const isNow = (one: PrintedRange): boolean => !isEarlier(text, one.from, one.to) && !translates(text, one.at);
  return printed.flatMap((one) => {
    if (isNow(one)) return itemOf(look, one, currency) ?? [];
    // "Raised from $500 million to $520 million" prints the old and the new figure; "raised to $520 to $530, from $500 to $510" two ranges.
    const isReplacedBy = (other: PrintedRange): boolean => isNow(other) && (other.from > one.from || isFromNext.test(text.slice(other.to, one.from)));
    const isMove = movesFrom.test(text.slice(0, one.from)) && !printed.some(isReplacedBy);
    return isMove ? (itemOf(look, { ...one, ...pointAtEnd(one) }, currency) ?? []) : [];
  });
}

const movesFrom =
  /\b(?:rais\w+|increas\w+|lift\w+|lower\w+|reduc\w+|cut\w*|trim\w+|revis\w+|updat\w+|mov\w+)\b[^.;]{0,120}\bfrom\s+(?:about |approximately )?$/i;

const isFromNext = /^[^.;\d$€£]{0,60}\bfrom\b[^.;\d$€£]{0,40}$/i;

function pointAtEnd({ value, at, ends: [first, last] }: PrintedRange): Pick<PrintedRange, 'value' | 'at' | 'ends'> {
  const joint =
    /^.*?\d\S{0,40}(?:\s(?:thousand|million|billion|mn|bn|m|b))?\s*(?:to|-|–|—)\s*(?:about |approximately )?/i.exec(value)?.[0].length ?? 0;
  const end = { ...last, word: last.word ?? first.word };
  return { value: value.slice(joint), at: at + joint, ends: [end, end] };
}

/** Returns whether the figure is the convenience translation of the one before it: "RMB198 million to RMB208 million (US$29.0 million to …". */
const translates = (text: string, at: number): boolean =>
  /\d\S{0,40}(?: (?:thousand|million|billion))?(?: per (?:[a-z]+ ){0,3}(?:share|ads))? \((?:or )?(?:about |approximately )?$/i.test(
    text.slice(0, at),
  );

const rough = new RegExp(`\\b(?:of|to|at|be|is|reach)\\s+${roughly}$`, 'i');
/** Matches a measure and a verb directly before a figure: "revenue of", "net income will reach". */
const leads =
  /\b(?:revenues?|sales|income|earnings|profit|ebitda|eps|share|loss|expenses)(?:\s(?:for|in) (?:the )?(?:[\w-]+ ){0,3}(?:20\d\d|year|quarter))?\s(?:(?:is|are) (?:now )?(?:expected|projected|forecast|anticipated|estimated) (?:to (?:be|reach|total|exceed)|at)|will (?:be|reach|total)|to (?:be|reach|total)|of|at)\s(?:about |approximately |around |at least |more than |in excess of |over |up to |no more than )?$/i;
const reports = /\b(?:had|has|have|was|were|generated?|recorded|reported|posted|achieved|delivered|totall?ed|amounted)\b[^,;]{0,60}$/i;
/** Matches words that expect something, but not guidance that a result exceeds or matches. */
const expects =
  /\b(?:expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|target(?:s|ed|ing)?|forecast(?:s|ed|ing)?|project(?:s|ed|ing)?|guid(?:es|ed|ing)|estimat(?:es|ed|ing)|sees|will|should be)\b|(?<!\b(?:above|exceed\w*|below|within|beat\w*|with|than|versus|to|prior|previous\w*)\s(?:[\w-]+\s){0,4})\b(?:guidance|outlook|view)\b/gi;
const compares = /\b(?:compared|versus|from|against|than)\b/i;
const expectingCharacters = 110;
/** Number of characters before a figure in which a comparison is about this figure. */
const comparingCharacters = 60;

/** Returns whether the words before a figure expect it and do not compare with it. */
export function areExpecting(words: string): boolean {
  const clause = words.split(';').at(-1)!;
  const last = [...clause.matchAll(expects)].at(-1);
  return last !== undefined && !compares.test(clause.slice(last.index + last[0].length).slice(-comparingCharacters));
}

/** Matches the words of a list item before its figure: "Revenue of", "Tax rate:". */
const leadsPoint = new RegExp(`(?:\\b(?:of|to be|at|is)\\s+|[:–—-]\\s*)(?:${roughly}|at least |more than )?$`, 'i');

function pointsIn(look: OutlookSentence, currency: string): GuidedRange[] {
  const { text } = look.sentence;
  return printedPoints(text).flatMap((printed) => {
    const before = text.slice(0, printed.from);
    if (isEarlier(text, printed.from, printed.to) || translates(text, printed.at)) return [];
    const isGuided = look.isPoint
      ? leadsPoint.test(before) || printed.tolerance !== null
      : (printed.tolerance !== null || rough.test(before) || (leads.test(before) && !reports.test(before))) &&
        areExpecting(before.replace(roughEnd, '').slice(-expectingCharacters));
    return isGuided ? (itemOf(look, withBound(printed, before), currency) ?? []) : [];
  });
}

const bound = /\b(?:at least|more than|in excess of|over|up to|no more than)\s+$/i;

/** Returns the figure with the words that make it one end only: "at least $4.00". */
function withBound(printed: PrintedRange, before: string): PrintedRange {
  const words = bound.exec(before)?.[0] ?? '';
  return { ...printed, value: words + printed.value, at: printed.at - words.length };
}

const isNow =
  ({ text }: Sentence) =>
  ({ at, value }: Pick<GuidedChange, 'at' | 'value'>): boolean =>
    !isEarlier(text, at, at + value.length);

const changesIn = (look: OutlookSentence, isWanted: (change: GuidedChange) => boolean): GuidedRange[] =>
  growthIn(look.sentence.text, look.isPoint)
    .filter(isWanted)
    .map((change) => {
      const { name: metric, part, basis } = change.measure;
      const period = wholePeriod(periodOf(look.sentence.text, change.at), periodOf(look.under));
      return guidedChange({ metric, part, basis, period }, change, look.sentence.start);
    });

/** Returns a change in percent as guidance. `offset`: the place in the document of the text that `at` refers to. */
export const guidedChange = (
  named: Pick<GuidedRange, 'metric' | 'part' | 'basis' | 'period'>,
  { value, at, low, high }: Omit<GuidedChange, 'measure'>,
  offset: number,
): GuidedRange => ({
  ...named,
  value: value.replace(/\s+/g, ' '),
  low,
  high,
  unit: 'pct',
  evidence: { start: offset + at, end: offset + at + value.length },
});

const lossCharactersMax = 120;

/** Returns the offset at which a guided loss begins: at the word "loss" if that is near, because the figure has no sign. */
function lossFrom(text: string, at: number): number {
  const word = [...text.slice(0, at).matchAll(/\b(?:net )?loss\b/gi)].at(-1);
  return word === undefined || at - word.index > lossCharactersMax ? at : word.index;
}

function makeItem(
  { sentence, under }: OutlookSentence,
  measure: NearMeasure,
  { value, at, sign }: PrintedRange,
  ends: Ends,
  currency: string,
): GuidedRange {
  const { low, high } = ends;
  const isGuidedLoss = isLoss(measure) && low >= 0 && high >= 0;
  const isAds = measure.isPerShare && /\bADS\b/.test(measure.words);
  const from = isGuidedLoss ? lossFrom(sentence.text, at) : at;
  const [start, end] = [sentence.start + from, sentence.start + at + value.length];
  return {
    metric: isAds ? `${measure.name} per ADS` : measure.name,
    part: measure.part,
    basis: measure.basis,
    period: wholePeriod(periodOf(sentence.text, at), periodOf(under)),
    value: sentence.text.slice(from, at + value.length).replace(/\s+/g, ' '),
    low: isGuidedLoss ? -high : low,
    high: isGuidedLoss ? -low : high,
    unit: `${currencyIn(sign) ?? currency}${measure.isPerShare ? (isAds ? '/ADS' : '/share') : ''}`,
    evidence: { start, end },
  };
}
