/**
 * Sentences of a release in, what it says of the future out: its state and the ranges it prints. A range
 * is read only from a sentence that looks ahead and names its measure; a unit printed once after the
 * second number holds for both; a guided loss is printed without sign and gets one here.
 */
import type { Guidance, metricBases } from '#schemas/earnings.ts';
import { currencyIn } from './currency.ts';
import { quarterIn, yearsIn } from './period.ts';
import { factor, scaleWord, type Scale } from './scale.ts';
import type { Sentence } from './sentences.ts';

type GuidanceItem = Guidance['items'][number];
type State = Guidance['state'];

const noun = '(?:guidance|outlook|forecasts?|targets?|expectations?|estimates?)';
/** Guidance of health authorities and of accounting standards is none of the issuer's. */
const otherGuidance = /\b(?:fda|cdc|who|irs|sec|fasb|health|government|accounting|regulatory|authoritative|public health|interim final) (?:\w+ )?guidance|\b(?:fda|cdc|who|irs|fasb|government|agency)\b.{0,40}\bguidance|guidance (?:from|of|issued by) (?:the )?(?:fda|cdc|fasb|sec|government|health)/i;
const withdrawn = new RegExp(`\\b(?:withdr(?:aw|ew|awing|awn|awal)|suspend(?:s|ed|ing)?|discontinu(?:e|es|ed|ing)|rescind(?:s|ed|ing)?|no longer provid\\w+)\\b.{0,140}\\b(?:guidance|outlook)\\b|\\b(?:guidance|outlook)\\b.{0,100}\\b(?:withdrawn|withdrew|suspended|discontinued|no longer be relied)`, 'i');
const raised = new RegExp(`\\b(?:rais(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|upgrad(?:e|es|ed|ing)|revis(?:es|ed|ing) upwards?|upwardly revis\\w+)\\b.{0,90}\\b(?:guidance|outlook|forecast|view|targets?)\\b|\\b(?:guidance|outlook)\\b.{0,60}\\b(?:raised|increased|revised upward)|\\brevised upward its guidance`, 'i');
const lowered = new RegExp(`\\b(?:lower(?:s|ed|ing)?|reduc(?:e|es|ed|ing)|cut(?:s|ting)?|revis(?:es|ed|ing) downwards?)\\b.{0,60}\\b(?:its|our|the|full|fiscal|20\\d\\d|annual|year)\\b.{0,60}\\b(?:guidance|outlook|forecast)\\b|\\b(?:guidance|outlook)\\b.{0,40}\\b(?:lowered|reduced|cut)\\b`, 'i');
const reiterated = new RegExp(`\\b(?:reiterat|reaffirm|reconfirm|confirm|maintain)(?:s|ed|ing|es)?\\b.{0,100}\\b${noun}\\b|\\b${noun}\\b.{0,80}\\b(?:reiterated|reaffirmed|confirmed|maintained|unchanged)`, 'i');
const ahead = new RegExp(`\\b(?:expect(?:s|ed)?|anticipat(?:es?|ed)|target(?:s|ed|ing)?|project(?:s|ed)|forecast(?:s|ed)?|${noun}|estimates? that|to be (?:in the range|between)|will be (?:in the range|between)|currently (?:estimates?|sees))\\b`, 'i');

const states: readonly (readonly [State, RegExp])[] = [
  ['withdrawn', withdrawn],
  ['raised', raised],
  ['lowered', lowered],
  ['reiterated', reiterated],
];

const money = String.raw`(US\s?\$|HK\$|C\$|Cdn\$|RMB\s?|EUR\s?|Euro\s|€|£|\$)?\s?\(?(\d[\d,]*(?:\.\d+)?|\.\d+)\)?\s?(thousand|million|billion|mn|bn)?`;
const range = new RegExp(String.raw`(?:between\s+)?${money}\s*(?:to|and|-|–|—)\s*(?:a (?:net )?loss of\s+)?${money}(?![\d%])(?!\s*(?:%|percent|basis))`, 'gi');

interface Measure {
  readonly name: string;
  readonly isPerShare: boolean;
}
const measures: readonly (readonly [RegExp, Measure])[] = [
  [/\b(?:diluted |basic )?(?:net )?(?:earnings|income|loss|profit)(?: \w+){0,3} per (?:\w+ ){0,3}(?:share|ads)\b|\beps\b|\bper (?:fully )?(?:diluted )?(?:common )?(?:share|ads)\b/gi, { name: 'EPS', isPerShare: true }],
  [/\badjusted ebitda\b|\bebitda\b/gi, { name: 'EBITDA', isPerShare: false }],
  [/\boperating (?:income|profit|loss)\b/gi, { name: 'Operating income', isPerShare: false }],
  [/\bnet (?:income|loss|earnings|profit)\b/gi, { name: 'Net income', isPerShare: false }],
  [/\b(?:revenues?|net sales|sales)\b/gi, { name: 'Revenue', isPerShare: false }],
];

const itemsMax = 12;

export function readGuidance(sentences: readonly Sentence[], currency: string): Guidance | null {
  const speaking = sentences.filter(({ text }) => !otherGuidance.test(text));
  const items = speaking.filter(({ text }) => ahead.test(text) && !withdrawn.test(text)).flatMap((sentence) => rangesIn(sentence, currency)).slice(0, itemsMax);
  for (const [state, words] of states) {
    const found = speaking.find(({ text }) => words.test(text));
    if (found !== undefined) return { state, words: found.text, evidence: { start: found.start, end: found.end }, items };
  }
  const first = items[0];
  if (first === undefined) return null;
  const holder = speaking.find(({ start, end }) => first.evidence.start >= start && first.evidence.end <= end);
  return holder === undefined ? null : { state: 'given', words: holder.text, evidence: { start: holder.start, end: holder.end }, items };
}

function rangesIn({ text, start }: Sentence, currency: string): GuidanceItem[] {
  const found: GuidanceItem[] = [];
  for (const match of text.matchAll(range)) {
    const [whole, signLow, low = '', wordLow, signHigh, high = '', wordHigh] = match;
    // A currency or a unit makes it money: "2020 to 2021" is none.
    if (signLow === undefined && signHigh === undefined) continue;
    const measure = nearestMeasure(text, match.index, match.index + whole.length);
    if (measure === null) continue;
    const scale = rangeScale(wordLow, wordHigh, measure.isPerShare);
    if (scale === undefined) continue;
    const [from, to] = [Number(low.replaceAll(',', '')) * factor[scale[0]], Number(high.replaceAll(',', '')) * factor[scale[1]]];
    if (Number.isNaN(from) || Number.isNaN(to) || to < from) continue;
    if (measure.isPerShare && to >= 1_000) continue;
    const isLoss = /\bloss\b/i.test(measure.words) || /\(\s?[\d.]/.test(whole);
    const isAds = measure.isPerShare && /\bADS\b/.test(measure.words);
    const value = whole.trim();
    const at = start + match.index + whole.indexOf(value);
    found.push({
      metric: isAds ? `${measure.name} per ADS` : measure.name,
      basis: measure.basis,
      period: periodOf(text),
      value,
      low: isLoss ? -to : from,
      high: isLoss ? -from : to,
      unit: `${currencyIn(signLow ?? signHigh ?? '') ?? currency}${measure.isPerShare ? (isAds ? '/ADS' : '/share') : ''}`,
      scale: wordLow === undefined && wordHigh === undefined ? null : scale[1],
      evidence: { start: at, end: at + value.length },
    });
  }
  return found;
}

/** One word after the second number serves both; amounts without any are refused, per-share figures need none. */
function rangeScale(wordLow: string | undefined, wordHigh: string | undefined, isPerShare: boolean): readonly [Scale, Scale] | undefined {
  const high = wordHigh === undefined ? null : scaleWord(wordHigh);
  const low = wordLow === undefined ? null : scaleWord(wordLow);
  if (isPerShare) return high === null && low === null ? ['ones', 'ones'] : undefined;
  if (high === null) return undefined;
  return [low ?? high, high];
}

interface NearMeasure extends Measure {
  readonly words: string;
  readonly basis: (typeof metricBases)[number];
}

const followingCharacters = 40;

/** The measure named last before the range, or "per diluted share" right behind it. */
function nearestMeasure(text: string, from: number, to: number): NearMeasure | null {
  const after = text.slice(to, to + followingCharacters);
  const before = text.slice(0, from);
  let best: { measure: Measure; at: number; words: string } | null = null;
  for (const [pattern, measure] of measures)
    for (const match of before.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (best === null || end > best.at + best.words.length) best = { measure, at: match.index, words: match[0] };
    }
  if (best === null) return null;
  const isPerShare = /^[\s,]*per (?:\w+ ){0,3}(?:share|ads)\b/i.test(after);
  if (best.measure.isPerShare !== isPerShare && isPerShare) best = { ...best, measure: { name: 'EPS', isPerShare: true } };
  const isAdjusted = best.measure.name === 'EBITDA' || lastBasis(before) === 'adjusted';
  return { ...best.measure, words: `${before.slice(Math.max(0, best.at - 12))} ${after}`, basis: isAdjusted ? 'non-GAAP' : 'GAAP' };
}

/** The basis named last before the range; none means as reported. */
function lastBasis(before: string): 'adjusted' | 'reported' {
  const marks = [...before.matchAll(/\b(?:(non-?gaap|adjusted|core|excluding|before exceptional)|(?<!non-?)gaap)\b/gi)];
  return marks[marks.length - 1]?.[1] === undefined ? 'reported' : 'adjusted';
}

function periodOf(text: string): string | null {
  const quarter = quarterIn(text);
  const years = yearsIn(text);
  const year = years.length === 1 ? years[0] : null;
  if (quarter !== null) return year === null ? `Q${quarter}` : `Q${quarter} ${year}`;
  return year === null ? null : `FY${year}`;
}
