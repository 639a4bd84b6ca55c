/**
 * Reads guidance from the sentences of a release and its tables of guidance: its state and the printed ranges. A range of a sentence counts
 * only where the sentence looks ahead, or is an item of a list that does, and names its measure.
 */
import type { Guidance, KeyMetric } from '#schemas/earnings.ts';
import type { GuidedRow } from '../tables/guidance-rows.ts';
import { guidedInRow } from './guided-row.ts';
import { guidedIn, type GuidedRange, type OutlookSentence } from './guided-ranges.ts';
import { periodOf } from './guided-period.ts';
import { isGuidanceHeading, type Sentence } from './sentences.ts';

type State = Guidance['state'];

export interface GuidanceReading {
  readonly state: State;
  /** The sentence that states the guidance. */
  readonly words: string;
  readonly evidence: KeyMetric['evidence'];
  readonly items: readonly GuidedRange[];
  /** List items under a sentence that looks ahead, which do not look ahead themselves, and rows of tables of guidance. */
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
/** Matches what a new figure is compared with: "up from our prior guidance". */
const earlier = String.raw`(?:(?:its|our|the|a)\s+)?(?:prior|previous|earlier)(?:ly)?\s+(?:[\w-]+\s+){0,4}?(?:guidance|outlook|forecast|expectations?)\b`;
const changed = (verbs: string, past: string, from: string): RegExp =>
  new RegExp(String.raw`\b(?:${verbs})(?:${object})|${subject}(?:${past})\b|\b${from}\s+${earlier}`, 'gi');
const raised = changed(
  'rais(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|upgrad(?:e|es|ed|ing)|lift(?:s|ed|ing)?|boost(?:s|ed|ing)?|revis(?:es|ed|ing) upwards?|upwardly revis\\w+',
  'raised|increased|revised upwards?',
  'up from',
);
const lowered = changed(
  'lower(?:s|ed|ing)?|reduc(?:e|es|ed|ing)|cut(?:s|ting)?|trim(?:s|med|ming)?|revis(?:es|ed|ing) downwards?',
  'lowered|reduced|cut|revised downwards?',
  'down from',
);
const maintained = new RegExp(
  `\\b(?:reiterat|reaffirm|reconfirm|confirm|maintain)(?:s|ed|ing|es)?\\b.{0,100}\\b${noun}\\b|\\b${noun}\\b.{0,80}\\b(?:reiterated|reaffirmed|confirmed|maintained|unchanged)`,
  'gi',
);
const initiated =
  /\b(?:initiat(?:es|ed|ing)|introduc(?:es|ed|ing)|(?:provid|issu)(?:es|ed|ing) (?:its |our |an )?(?:initial|first))\b[^.;]{0,80}\b(?:guidance|outlook|financial targets)\b/gi;
const ahead = new RegExp(
  `\\b(?:expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|target(?:s|ed|ing)?|project(?:s|ed|ing)|forecast(?:s|ed|ing)?|guid(?:es|ed|ing)|${noun}|estimates? that|estimated (?:to|at)|to be (?:in (?:the|a) range|between)|(?:will|should) (?:be (?:in (?:the|a) range|between|about|approximately)|range|reach|total|grow|increase|decline)|(?:currently |now )(?:estimates?|sees))\\b`,
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

const itemsMax = 12;

/** `rows`: the rows of its tables of guidance; they precede the sentences, which often repeat them in part. */
export function readGuidance(sentences: readonly Sentence[], currency: string, rows: readonly GuidedRow[] = []): GuidanceReading | null {
  const speaking = sentences.filter(({ text }) => !(/guidance/i.test(text) && otherGuidance.test(text)));
  const items: GuidedRange[] = [];
  let given: Sentence | undefined;
  const looks = lookingAhead(speaking);
  const points = [...looks.filter(({ isPoint }) => isPoint), ...rows].map(({ sentence }) => sentence);
  const guided = [
    ...looks.map((look) => ({ sentence: look.sentence, found: guidedIn(look, currency) })),
    ...rows.map((row) => ({ sentence: row.sentence, found: guidedInRow(row, currency) })),
  ];
  for (const { sentence, found } of guided) {
    if (items.length >= itemsMax) break;
    items.push(...found.filter((item) => !items.some((told) => isSameFigure(item, told))).slice(0, itemsMax - items.length));
    if (items.length > 0) given ??= sentence;
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
  return given === undefined ? null : { state: 'none', words: given.text, evidence: { start: given.start, end: given.end }, items, points };
}

const isSameFigure = (one: GuidedRange, other: GuidedRange): boolean =>
  one.metric === other.metric &&
  one.part === other.part &&
  one.basis === other.basis &&
  one.low === other.low &&
  one.high === other.high &&
  one.period === other.period;

/** Returns whether the sentence names no period, or that of its heading in fewer words. */
function isSamePeriod(text: string, heading: string): boolean {
  const [own, general] = [periodOf(text), periodOf(heading)];
  return own === null || general?.startsWith(own) === true;
}

const listMax = 10;
const pointCharactersMax = 220;

/** Carries the period on: "For the fourth quarter we target revenue of … A net loss of … is expected." */
function lookAfter(sentence: Sentence, before: OutlookSentence | null): OutlookSentence {
  if (before === null || before.sentence.paragraph !== sentence.paragraph || periodOf(sentence.text) !== null)
    return { sentence, under: '', isPoint: false };
  return { sentence, under: periodOf(before.sentence.text) === null ? before.under : before.sentence.text, isPoint: false };
}

/** Matches the heading of a list of earlier guidance, next to the new one. */
const ofBefore = /^\W*(?:(?:the|our|its)\s+)?(?:prior|previous(?:ly)?|former|earlier|original)\b(?!\s+(?:year|quarter)\b)/i;
/** A heading without a colon is followed by its guidance, or by results once more. */
const reports = /\b(?:was|were|grew|increased|decreased|declined|rose|fell|reported|totall?ed|amounted)\b/i;

function lookingAhead(sentences: readonly Sentence[]): OutlookSentence[] {
  const found: OutlookSentence[] = [];
  let under = '';
  let left = 0;
  let before: OutlookSentence | null = null;
  for (const sentence of sentences) {
    const { text } = sentence;
    const isAhead = ahead.test(text) && !says(text, withdrawn);
    const isList = isAhead && /:[^\w:]*$/.test(text);
    const isShort = text.length <= pointCharactersMax;
    if (isList || isGuidanceHeading(text)) [under, left] = [text, listMax];
    else if (left > 0 && isShort && ofBefore.test(under)) before = null;
    else if (isAhead) {
      const after = lookAfter(sentence, before);
      // A list item may look ahead itself, and still share the period of the list's heading.
      before = left > 0 && after.under === '' && isSamePeriod(text, under) ? { sentence, under, isPoint: false } : after;
      found.push(before);
    } else if (left > 0 && isShort && !reports.test(text)) found.push({ sentence, under, isPoint: true });
    else left = 0;
    left -= 1;
  }
  return found;
}
