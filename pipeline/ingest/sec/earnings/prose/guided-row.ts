/** Reads the guided figures of a row of a table of guidance. Its label names the measure, else the head of the column does. */
import type { GuidedRow } from '../tables/guidance-rows.ts';
import type { Scale } from '../tables/scale.ts';
import { currencyIn } from '../terms/currency.ts';
import { growthIn, ratesIn } from './growth.ts';
import { periodOf } from './guided-period.ts';
import { guidedChange, type GuidedRange } from './guided-ranges.ts';
import { lastBasis, nearestMeasure } from './measures.ts';
import { endsOf, printedPoints, printedRanges, roughEnd } from './printed-range.ts';

/** Matches a label without words that make it a measure of its own, such as "Digital Media segment revenue". */
const plain =
  /^(?:[\W\d]|\b(?:total|net|gaap|non|adjusted|diluted|basic|consolidated|company|expected|projected|estimated|fully|reported|full|annual|fiscal|year|fy|q|first|second|third|fourth|quarter|and|attributable|to|common|ordinary|shareholders|stockholders|growth|revenues?|sales|earnings|income|loss|profit|per|share|ads|eps|operating|ebitda|expenses?|opex|guidance|outlook|range|in|of|us|usd|dollars?|thousands?|millions?|billions?)\b)+$/i;
/** Matches a label of a period or of guidance only: the head of the column then names the measure. */
const namesNoMeasure =
  /^(?:[\W\d]|\b(?:updated?|current|new|revised|company|our|guidance|outlook|range|targets?|expected|fiscal|full|year|annual|quarter|first|second|third|fourth|fy\d*|q[1-4]|for|the|of|20\d\d)\b)*$/i;
/** Matches rates, which have their own fields, and counts of shares, which are not earnings. */
const notListed = /\bgross margin|\btax rate|^(?:gaap )?(?:operating|ebit) margin|\bshares\b(?!.*\bper\b)|\bshare count\b|\bshares? outstanding\b/i;
const ofUnit = /\((?:[^()]*\b)?(?:thousands?|millions?|billions?|percent|%)[^()]*\)/gi;
const labelCharactersMax = 80;

/** Returns the measure of a figure. `lead`: the words before it in its cell, such as "GAAP:". */
function nameOf({ label, heading, isReconciliation }: GuidedRow, lead: string) {
  const words = namesNoMeasure.test(label) ? `${label} ${heading}` : label;
  const named = nearestMeasure(`${words} `, words.length + 1, words.length + 1);
  const basis = lastBasis(`${heading} ${words} ${lead}`) ?? named?.basis ?? 'GAAP';
  if (named !== null && (words !== label || plain.test(label))) return { metric: named.name, measure: named, isPerShare: named.isPerShare, basis };
  if (isReconciliation || words !== label || label.length > labelCharactersMax || notListed.test(label)) return null;
  return {
    metric: label.replace(ofUnit, '').trim(),
    measure: null,
    isPerShare: named?.isPerShare ?? /\bper\b.{0,80}\b(?:share|ads)\b/i.test(label),
    basis,
  };
}

const inScale = (scale: Scale | null): string => (scale === null || scale === 'ones' ? '' : ` (in ${scale})`);

/** Returns the figures that a row guides. `currency`: that of a figure without its own. */
export function guidedInRow(row: GuidedRow, currency: string): GuidedRange[] {
  const amounts = amountsIn(row, currency);
  return amounts.length > 0 ? amounts : changesIn(row);
}

function amountsIn(row: GuidedRow, currency: string): GuidedRange[] {
  const { sentence, figuresFrom, onlyRanges, isReconciliation } = row;
  const figures = sentence.text.slice(figuresFrom);
  const ranges = printedRanges(figures, false);
  const points = ranges.length > 0 || isReconciliation ? [] : printedPoints(figures, false);
  const printed = [...ranges, ...points.filter(({ tolerance, from }) => !onlyRanges || tolerance !== null || roughEnd.test(figures.slice(0, from)))];
  return printed.flatMap((one) => {
    const named = nameOf(row, figures.slice(0, one.from));
    const ends = named === null ? null : endsOf(one, named.isPerShare, row.scale);
    if (named === null || ends === null) return [];
    const { low, high, scale } = ends;
    const isLoss = /\bloss\b(?! *\))/i.test(row.label) && !/income|earnings|profit/i.test(row.label) && low >= 0 && high >= 0;
    const start = sentence.start + figuresFrom + one.at;
    return [
      {
        metric: named.metric,
        part: '',
        basis: named.basis,
        period: periodOf(row.under),
        value: `${one.value.replace(/\s+/g, ' ')}${scale === null && !named.isPerShare ? inScale(row.scale) : ''}`,
        low: isLoss ? -high : low,
        high: isLoss ? -low : high,
        unit: `${currencyIn(one.sign) ?? currency}${named.isPerShare ? '/share' : ''}`,
        evidence: { start, end: start + one.value.length },
      },
    ];
  });
}

/** Returns the row's changes in percent, else its other rates under the label. */
function changesIn(row: GuidedRow): GuidedRange[] {
  const { sentence, figuresFrom, label } = row;
  const { text } = sentence;
  const grown = plain.test(label) ? growthIn(text, true).filter(({ at, value }) => at + value.length > figuresFrom) : [];
  const rates =
    grown.length > 0
      ? grown
      : notListed.test(label)
        ? []
        : ratesIn(text.slice(figuresFrom)).map((one) => ({ ...one, at: one.at + figuresFrom, measure: null }));
  return rates.flatMap((one) => {
    const named = nameOf(row, text.slice(figuresFrom, Math.max(figuresFrom, one.at)));
    const metric = one.measure?.name ?? (named?.measure === null ? named.metric : null);
    if (named === null || metric === null) return [];
    return [guidedChange({ metric, part: '', basis: named.basis, period: periodOf(row.under) }, one, sentence.start)];
  });
}
