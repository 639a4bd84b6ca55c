/**
 * Reads guidance from the sentences of a release: its state and the printed ranges. A range counts only in a sentence that looks ahead and
 * names its measure. A unit printed once, after the second number, applies to both. A guided loss is printed without sign and gets one
 * here.
 */
import type { Guidance, KeyMetric, metricBases } from '#schemas/earnings.ts';
import { currencyIn } from '../terms/currency.ts';
import { factor, scaleWord, type Scale } from '../tables/scale.ts';
import { periodOf, wholePeriod } from './guided-period.ts';
import { isPart, nearestMeasure, type NearMeasure } from './measures.ts';
import type { Sentence } from './sentences.ts';

type State = Guidance['state'];

/** A guided range or point, in whole units of `unit` (`USD/share` for per-share figures). */
export interface GuidedRange {
  readonly metric: string;
  readonly basis: (typeof metricBases)[number];
  readonly period: string | null;
  readonly value: string;
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  readonly scale: Scale | null;
  readonly evidence: KeyMetric['evidence'];
}

export interface GuidanceReading {
  readonly state: State;
  /** The sentence that states the guidance. */
  readonly words: string;
  readonly evidence: KeyMetric['evidence'];
  readonly items: readonly GuidedRange[];
  /** List items under a sentence that looks ahead, which do not look ahead themselves. */
  readonly points: readonly Sentence[];
}

const noun = '(?:guidance|outlook|forecasts?|targets?|expectations?|estimates?)';
/** Guidance of health authorities and accounting standards is not the issuer's; guidance for output and spending is not for earnings. */
const otherGuidance =
  /\b(?:production|capital|capex|drilling|volume|cost|expense|tax rate)(?: \w+){0,2} guidance|\b(?:fda|cdc|who|irs|sec|fasb|health|government|accounting|regulatory|authoritative|public health|interim final) (?:\w+ )?guidance|\b(?:fda|cdc|who|irs|fasb|government|agency)\b.{0,40}\bguidance|guidance (?:from|of|issued by) (?:the )?(?:fda|cdc|fasb|sec|government|health)/i;
const withdrawn = new RegExp(
  `\\b(?:withdr(?:aw|aws|ew|awing|awn|awal)|suspend(?:s|ed|ing)?|discontinu(?:e|es|ed|ing)|rescind(?:s|ed|ing)?|no longer provid\\w+)\\b.{0,140}\\b(?:guidance|outlook|financial expectations)\\b|\\b(?:guidance|outlook)\\b.{0,100}\\b(?:withdrawn|withdrew|suspended|discontinued|no longer be relied)`,
  'gi',
);
/** Targets named before the noun, without an article: "Digital orders and EPS annual targets"; not those of costs or emissions. */
const named = String.raw`(?:(?!(?:to|by|on|for|as|in|with|from|above|than|toward|costs?|prices?|capital|emissions?|production|dividends?)\b)[\w&’'/-]+\s+){0,8}?(?:revenue|sales|earnings|eps|profit|ebitda|arr|annual|full[\s-]year)\s+(?:annual\s+|growth\s+)?targets?\b`;
/** The guidance itself must be the object, because costs, debt and dividends are raised and lowered too. */
const object = String.raw`\s+(?:(?:and|or)\s+\w+\s+)?(?:(?:its|our|the|their|full|fiscal|fy|fy\s?\d{2,4}|annual|20\d\d|first|second|third|fourth|previous|previously|prior|revenue|sales|earnings|eps|profit|adjusted)(?:[\s-]+[\w’'$%/-]+){0,7}?[\s-]+)?(?:guidance|outlook|forecasts?|(?:financial|revenue|sales|earnings|eps|profit|growth|annual|full[\s-]year) targets?)\b|\s+${named}`;
/** Matches "Outlook raised", "guidance for the year was lowered"; but not "outlook, as tariffs increased costs". */
const subject = String.raw`\b(?:guidance|outlook)\s+(?:(?!(?:as|on|due|because|while|after|when|with|despite|amid|and|but)\b)[\w-]+\s+){0,4}`;
const changed = (verbs: string, past: string): RegExp => new RegExp(String.raw`\b(?:${verbs})(?:${object})|${subject}(?:${past})\b`, 'gi');
const raised = changed(
  'rais(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|upgrad(?:e|es|ed|ing)|lift(?:s|ed|ing)?|boost(?:s|ed|ing)?|revis(?:es|ed|ing) upwards?|upwardly revis\\w+',
  'raised|increased|revised upwards?',
);
const lowered = changed(
  'lower(?:s|ed|ing)?|reduc(?:e|es|ed|ing)|cut(?:s|ting)?|trim(?:s|med|ming)?|revis(?:es|ed|ing) downwards?',
  'lowered|reduced|cut|revised downwards?',
);
const maintained = new RegExp(
  `\\b(?:reiterat|reaffirm|reconfirm|confirm|maintain)(?:s|ed|ing|es)?\\b.{0,100}\\b${noun}\\b|\\b${noun}\\b.{0,80}\\b(?:reiterated|reaffirmed|confirmed|maintained|unchanged)`,
  'gi',
);
const initiated =
  /\b(?:initiat(?:es|ed|ing)|introduc(?:es|ed|ing)|(?:provid|issu)(?:es|ed|ing) (?:its |our |an )?(?:initial|first))\b[^.;]{0,80}\b(?:guidance|outlook|financial targets)\b/gi;
const ahead = new RegExp(
  `\\b(?:expect(?:s|ed)?|anticipat(?:es?|ed)|target(?:s|ed|ing)?|project(?:s|ed)|forecast(?:s|ed)?|${noun}|estimates? that|to be (?:in the range|between)|will be (?:in the range|between)|currently (?:estimates?|sees))\\b`,
  'i',
);

const states: readonly (readonly [State, RegExp])[] = [
  ['withdrawn', withdrawn],
  ['raised', raised],
  ['lowered', lowered],
  ['maintained', maintained],
  ['initiated', initiated],
];

/** Matches guidance for the rest, next to revised guidance: "All guidance not discussed in this release is unchanged". */
const ofRest =
  /\b(?:guidance|outlook)\s+(?:(?:that|which) (?:is|was)\s+)?not\s+(?:otherwise\s+|specifically\s+)?(?:discussed|mentioned|addressed|updated|described|listed|included)\b|\b(?:other|remaining)\s+(?:[\w-]+\s+){0,3}(?:guidance|outlook)\b/i;
const revised = /\b(?:revis(?:es|ed|ing)|updat(?:es|ed|ing)|chang(?:es|ed|ing))\b[^.;]{0,60}\b(?:guidance|outlook)\b/i;
/** Sentences of the title and around it. */
const titleSentences = 6;

/** Matches "We are not withdrawing", "does not intend to raise"; but not "not only raised". */
const negation = /\b(?:not(?! only)|never|cannot|no (?:plans?|intention|need)|without)\b[^,;:]{0,40}$|n[’']t\b[^,;:]{0,40}$/i;

const says = (text: string, words: RegExp): boolean => [...text.matchAll(words)].some(({ index }) => !negation.test(text.slice(0, index)));

/** Every state names one of these; most sentences have none. */
const stateWords = /guidance|outlook|forecast|\bview\b|target|expectation|estimate/i;

/** Groups: opening bracket, currency, opening bracket, digits, closing bracket, scale. */
const money = String.raw`(\()?(US\s?\$|USD\s?|HK\$|C\$|Cdn\$|RMB\s?|EUR\s?|Euro\s|€|£|\$)?\s?(\()?((?<![\d,])\d[\d,]*(?:\.\d+)?|\.\d+)(\))?\s?(thousand|million|billion|mln|mn|bn|m(?!\w)|b(?!\w))?`;
const range = new RegExp(
  String.raw`(?:between\s+)?${money}\s*(?:to|and|-|–|—)\s*(?:a (?:net )?loss of\s+)?${money}(?![\d%])(?!\s*(?:%|percent|basis))`,
  'gi',
);

interface Amount {
  readonly sign: string | undefined;
  readonly digits: number;
  /** Whether it is printed in its own brackets. */
  readonly isNegative: boolean;
  readonly word: string | undefined;
}

function amountOf(groups: readonly (string | undefined)[]): Amount {
  const [open, sign, openBehind, digits = '', close, word] = groups;
  return { sign, digits: Number(digits.replaceAll(',', '')), isNegative: (open ?? openBehind) !== undefined && close !== undefined, word };
}

/** Returns the text as printed, without an unpaired bracket. */
function balanced(text: string): string {
  const trimmed = text.trim();
  const opened = trimmed.split('(').length - trimmed.split(')').length;
  if (opened > 0 && trimmed.startsWith('(')) return trimmed.slice(1);
  if (opened < 0 && trimmed.endsWith(')')) return trimmed.slice(0, -1);
  return trimmed.startsWith('(') && trimmed.endsWith(')') && trimmed.indexOf(')') === trimmed.length - 1 ? trimmed.slice(1, -1) : trimmed;
}

const itemsMax = 12;

export function readGuidance(sentences: readonly Sentence[], currency: string): GuidanceReading | null {
  const speaking = sentences.filter(({ text }) => !(/guidance/i.test(text) && otherGuidance.test(text)));
  const items: GuidedRange[] = [];
  let given: Look | undefined;
  const looks = lookingAhead(speaking);
  const points = looks.filter(isPoint).map(({ sentence }) => sentence);
  for (const look of looks) {
    if (items.length >= itemsMax) break;
    items.push(...[...rangesIn(look, currency), ...pointsIn(look, currency)].slice(0, itemsMax - items.length));
    if (items.length > 0) given ??= look;
  }
  const ofGuidance = speaking.filter(({ text }) => stateWords.test(text));
  const isRevised = sentences.slice(0, titleSentences).some(({ text }) => revised.test(text));
  const standsFor = (state: State, text: string): boolean => state !== 'maintained' || !isRevised || !ofRest.test(text);
  const sayings = new Map(states.map(([state, words]) => [state, ofGuidance.find(({ text }) => says(text, words) && standsFor(state, text))]));
  // One measure raised and another lowered is neither.
  const isTorn = sayings.get('raised') !== undefined && sayings.get('lowered') !== undefined;
  for (const [state, said] of sayings) {
    // A withdrawn year next to a guided quarter still leaves guidance.
    if (said === undefined || (state === 'withdrawn' && items.length > 0)) continue;
    return {
      state: isTorn && state !== 'withdrawn' ? 'none' : state,
      words: said.text,
      evidence: { start: said.start, end: said.end },
      items,
      points,
    };
  }
  return given === undefined
    ? null
    : { state: 'none', words: given.sentence.text, evidence: { start: given.sentence.start, end: given.sentence.end }, items, points };
}

/** A sentence that looks ahead, or an item of a list under one. `under` holds text with the period when the sentence names none. */
interface Look {
  readonly sentence: Sentence;
  readonly under: string;
}

/** Returns whether the sentence names no period, or that of its heading in fewer words. */
function isSamePeriod(text: string, heading: string): boolean {
  const [own, general] = [periodOf(text), periodOf(heading)];
  return own === null || general?.startsWith(own) === true;
}

const listMax = 10;
const pointCharactersMax = 220;

/** Carries the period on: "For the fourth quarter we target revenue of … A net loss of … is expected." */
function lookAfter(sentence: Sentence, before: Look | null): Look {
  if (before === null || before.sentence.paragraph !== sentence.paragraph || periodOf(sentence.text) !== null) return { sentence, under: '' };
  return { sentence, under: periodOf(before.sentence.text) === null ? before.under : before.sentence.text };
}

function lookingAhead(sentences: readonly Sentence[]): Look[] {
  const found: Look[] = [];
  let under = '';
  let left = 0;
  let before: Look | null = null;
  for (const sentence of sentences) {
    const isAhead = ahead.test(sentence.text) && !says(sentence.text, withdrawn);
    if (isAhead && /:[^\w:]*$/.test(sentence.text)) [under, left] = [sentence.text, listMax];
    else if (isAhead) {
      const after = lookAfter(sentence, before);
      // A list item may look ahead itself, and still share the period of the list's heading.
      before = left > 0 && after.under === '' && isSamePeriod(sentence.text, under) ? { sentence, under } : after;
      found.push(before);
    } else if (left > 0 && sentence.text.length <= pointCharactersMax) found.push({ sentence, under });
    else left = 0;
    left -= 1;
  }
  return found;
}

const rough = /about|approximately|around|circa|ca\./i;
/** Matches words that expect; guidance that a result exceeds or matches is earlier guidance. */
const expects =
  /\b(?:expects?|anticipates?|targets?|forecasts?)\b|(?<!\b(?:above|exceed\w*|below|within|beat\w*|with|than|versus|to|prior|previous\w*)\s(?:[\w-]+\s){0,4})\b(?:guidance|outlook)\b/gi;
const compares = /\b(?:compared|versus|from|against|than)\b/i;

/** Returns whether the words right before a figure expect it, without a comparison. */
function areExpecting(words: string): boolean {
  const clause = words.slice(Math.max(words.lastIndexOf('.'), words.lastIndexOf(';')) + 1);
  const last = [...clause.matchAll(expects)].at(-1);
  return last !== undefined && !compares.test(clause.slice(last.index + last[0].length));
}

/** Returns whether it is a list item that does not look ahead itself. */
const isPoint = ({ sentence, under }: Look): boolean => under !== '' && !ahead.test(sentence.text);

/** Matches "Revenue of about $22 billion". */
const point = new RegExp(
  String.raw`\b(?:(?:of|to be)\s+|to\s+(?=about|approx|around|ca\.|circa))(?:(?:about|approximately|around|circa|ca\.)\s*)?${money}(?!\s*(?:to|and|-|–)\s*[$\d])(?![\d%])`,
  'gi',
);

function pointsIn({ sentence, under }: Look, currency: string): GuidedRange[] {
  const found: GuidedRange[] = [];
  for (const match of sentence.text.matchAll(point)) {
    // Outside a list the figure must be called approximate and expected, and not be the base of a comparison.
    if (!isPoint({ sentence, under }) && !(rough.test(match[0]) && areExpecting(sentence.text.slice(Math.max(0, match.index - 90), match.index))))
      continue;
    const [whole, ...groups] = match;
    const { sign, digits, isNegative, word } = amountOf(groups);
    const measure = nearestMeasure(sentence.text, match.index, match.index + whole.length);
    const scale = measure === null ? undefined : rangeScale(undefined, word, measure.isPerShare);
    if (sign === undefined || measure === null || scale === undefined || isPart(sentence.text.slice(0, match.index))) continue;
    const at = whole.search(/[($]|USD?|HK|C\$|Cdn|RMB|EUR|Euro|€|£/);
    const amount = (isNegative ? -1 : 1) * digits * factor[scale[1]];
    found.push(
      makeItem(
        { sentence, under },
        measure,
        {
          value: whole.slice(at).trim(),
          at: match.index + at,
          sign,
          low: amount,
          high: amount,
          scale: word === undefined ? null : scale[1],
        },
        currency,
      ),
    );
  }
  return found;
}

interface Printed {
  readonly value: string;
  /** Offset in the sentence. */
  readonly at: number;
  readonly sign: string;
  readonly low: number;
  readonly high: number;
  readonly scale: Scale | null;
}

const lossCharactersMax = 120;

/** Returns where a guided loss begins: it has no sign, so its text begins with the word "loss" when that is near. */
function lossFrom(text: string, at: number): number {
  const word = [...text.slice(0, at).matchAll(/\b(?:net )?loss\b/gi)].at(-1);
  return word === undefined || at - word.index > lossCharactersMax ? at : word.index;
}

function makeItem({ sentence, under }: Look, measure: NearMeasure, printed: Printed, currency: string): GuidedRange {
  const { value, at, sign, low, high, scale } = printed;
  const isLoss = /\bloss\b/i.test(measure.words) && low >= 0 && high >= 0;
  const isAds = measure.isPerShare && /\bADS\b/.test(measure.words);
  const from = isLoss ? lossFrom(sentence.text, at) : at;
  const [start, end] = [sentence.start + from, sentence.start + at + value.length];
  return {
    metric: isAds ? `${measure.name} per ADS` : measure.name,
    basis: measure.basis,
    period: wholePeriod(periodOf(sentence.text, at), periodOf(under)),
    value: sentence.text.slice(from, at + value.length).replace(/\s+/g, ' '),
    low: isLoss ? -high : low,
    high: isLoss ? -low : high,
    unit: `${currencyIn(sign) ?? currency}${measure.isPerShare ? (isAds ? '/ADS' : '/share') : ''}`,
    scale,
    evidence: { start, end },
  };
}

/** Returns the ranges that one sentence prints, whatever it says about them. */
export const rangesOf = (sentence: Sentence, currency: string): GuidedRange[] => rangesIn({ sentence, under: '' }, currency);

const ofBefore =
  /\b(?:previous(?:ly)?|prior|earlier|former(?:ly)?|original(?:ly)?)\b(?![\s-]+(?:year|quarter|period)\b)(?:(?!\b(?:now|expects?)\b)[^;]){0,80}$|\bfrom\s+(?:(?:a|the) range of\s+|between\s+|approximately\s+|about\s+)?$|\b(?:compared (?:to|with)|versus|vs\.?)\s[^;,]{0,60}$/i;

/** Returns whether the range is earlier guidance next to the new one; not when the sentence maintains it. */
const isOld = (text: string, at: number): boolean => ofBefore.test(text.slice(0, at)) && !says(text, maintained);

function rangesIn(look: Look, currency: string): GuidedRange[] {
  const { text } = look.sentence;
  const found: GuidedRange[] = [];
  for (const match of text.matchAll(range)) {
    const [whole, ...groups] = match;
    const [low, high] = [amountOf(groups.slice(0, 6)), amountOf(groups.slice(6))];
    const sign = low.sign ?? high.sign;
    // Only a currency makes it money: "2020 to 2021" is none.
    if (sign === undefined) continue;
    const measure = nearestMeasure(text, match.index, match.index + whole.length);
    if (measure === null) continue;
    const scale = rangeScale(low.word, high.word, measure.isPerShare);
    if (scale === undefined || isOld(text, match.index) || isPart(text.slice(0, match.index))) continue;
    const ends = [low, high].map(({ digits, isNegative }, at) => (isNegative ? -1 : 1) * digits * factor[scale[at]!]);
    const [from, to] = low.isNegative && high.isNegative ? ends.toSorted((one, other) => one - other) : ends;
    if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to) || to < from || (measure.isPerShare && to >= 1_000))
      continue;
    const value = balanced(whole);
    const printed = {
      value,
      at: match.index + whole.indexOf(value),
      sign,
      low: from,
      high: to,
      scale: low.word === undefined && high.word === undefined ? null : scale[1],
    };
    found.push(makeItem(look, measure, printed, currency));
  }
  return found;
}

/** Returns both ends' scales. A word after the second number applies to both; an amount needs one, a per-share figure none. */
function rangeScale(wordLow: string | undefined, wordHigh: string | undefined, isPerShare: boolean): readonly [Scale, Scale] | undefined {
  const high = wordHigh === undefined ? null : scaleWord(wordHigh);
  const low = wordLow === undefined ? null : scaleWord(wordLow);
  if (isPerShare) return high === null && low === null ? ['ones', 'ones'] : undefined;
  if (high === null) return undefined;
  return [low ?? high, high];
}
