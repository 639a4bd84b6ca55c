/**
 * Reads guidance from the sentences of a release and its tables of guidance: its state and the printed ranges. A range of a sentence counts
 * only where the sentence looks ahead, or is an item of a list that does, and names its measure.
 */
import type { Guidance, KeyMetric } from '#schemas/earnings.ts';
import type { GuidedRow } from '../tables/guidance-rows.ts';
import { guidedInRow } from './guided-row.ts';
import { besideGuidance } from './earlier-guidance.ts';
import { areAlike, areExpecting, guidedBefore, guidedIn, type GuidedRange, type OutlookSentence } from './guided-ranges.ts';
import { periodOf } from './guided-period.ts';
import { isGuidanceHeading } from '../../documents/paragraphs.ts';
import type { Sentence } from './sentences.ts';

type State = Guidance['state'];

export interface ParsedGuidance {
  readonly state: State;
  /** The sentence that states the guidance. */
  readonly evidence: KeyMetric['evidence'];
  readonly items: readonly GuidedRange[];
  /** List items under a sentence that looks ahead, which do not look ahead themselves, and rows of tables of guidance. */
  readonly points: readonly Sentence[];
}

const noun = '(?:guidance|outlook|forecasts?|targets?|expectations?|estimates?)';
/** Guidance of health authorities and accounting standards is not the issuer's; guidance for output and spending is not for earnings. */
const otherGuidance =
  /\b(?:production|capital|capex|drilling|volume|cost|expense|tax rate)(?: \w+){0,2} guidance|\b(?:fda|cdc|who|irs|sec|fasb|health|government|accounting|regulatory|authoritative|public health|interim final) (?:\w+ )?guidance|\b(?:fda|cdc|who|irs|fasb|government|agency)\b.{0,40}\bguidance|guidance (?:from|of|issued by) (?:the )?(?:fda|cdc|fasb|sec|government|health)/i;
/** Targets named before the noun, without an article: "Digital orders and EPS annual targets"; not those of costs or emissions. */
const named = String.raw`(?:(?!(?:to|by|on|for|as|in|with|from|above|than|toward|costs?|prices?|capital|emissions?|production|dividends?)\b)[\p{L}\d&’'/-]+\s+){0,8}?(?:revenue|sales|earnings|eps|profit|ebitda|arr|annual|full[\s-]year)\s+(?:annual\s+|growth\s+)?targets?\b`;
/** The guidance itself must be the object, because costs, debt and dividends are raised and lowered too. */
const object = String.raw`\s+(?:(?:and|or)\s+\w+\s+)?(?:(?:the\s+)?(?:(?:low|high|upp)(?:er)?|top|bottom)[\s-]+end\s+of\s+|(?:the\s+)?mid-?point\s+of\s+)?(?:(?:its|our|the|their|full|fiscal|fy|fy\s?\d{2,4}|annual|20\d\d|first|second|third|fourth|previous|previously|prior|revenue|sales|earnings|eps|profit|adjusted)(?:[\s-]+[\p{L}\d’'$%/-]+){0,7}?[\s-]+)?(?:guidance|outlook|forecasts?|(?:financial|revenue|sales|earnings|eps|profit|growth|annual|full[\s-]year) targets?)\b|\s+${named}`;
const withdrawn = new RegExp(
  `\\b(?:withdr(?:aw|aws|ew|awing|awn|awal)|suspend(?:s|ed|ing)?|discontinu(?:e|es|ed|ing)|rescind(?:s|ed|ing)?|no longer provid\\w+)\\b.{0,140}\\b(?:guidance|outlook|financial expectations)\\b|\\b(?:guidance|outlook)\\b.{0,100}\\b(?:withdrawn|withdrew|suspended|discontinued|no longer be relied)|\\bpull(?:s|ed|ing)?(?:${object})`,
  'giu',
);
/** Matches "Outlook raised", "guidance for the year was lowered"; but not "outlook, as tariffs increased costs". */
const subject = String.raw`\b(?:guidance|outlook)\s+(?:(?!(?:as|on|due|because|while|after|when|with|despite|amid|and|but)\b)[\p{L}\d-]+\s+){0,4}`;
/** Matches what a new figure is compared with: "up from our prior guidance". */
const earlier = String.raw`(?:(?:its|our|the|a)\s+)?(?:prior|previous|earlier)(?:ly)?\s+(?:[\p{L}\d-]+\s+){0,4}?(?:guidance|outlook|forecast|expectations?)\b`;
const changed = (verbs: string, past: string, from: string): RegExp =>
  new RegExp(String.raw`\b(?:${verbs})(?:${object})|${subject}(?:${past})\b|\b${from}\s+${earlier}`, 'giu');
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
  `\\b(?:reiterat|(?:re)?affirm|(?:re)?confirm|maintain)(?:s|ed|ing|es)?\\b(?:(?!\\bratings?\\b).){0,100}\\b${noun}\\b|\\b${noun}\\b.{0,80}\\b(?:reiterated|(?:re)?affirmed|confirmed|maintained|unchanged)|\\b(?:narrow|tighten)(?:s|ed|ing)?(?:${object})`,
  'giu',
);
const initiated =
  /\b(?:initiat(?:es|ed|ing)|introduc(?:es|ed|ing)|(?:provid|issu)(?:es|ed|ing) (?:its |our |an )?(?:initial|first))\b[^.;]{0,80}\b(?:guidance|outlook|financial targets)\b/gi;
const ahead = new RegExp(
  `\\b(?:expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|target(?:s|ed|ing)?|project(?:s|ed|ing)|forecast(?:s|ed|ing)?|guid(?:es|ed|ing)|${noun}|estimates? that|estimated (?:to|at)|to be (?:in (?:the|a) range|between)|(?:will|should) (?:be (?:in (?:the|a) range|between|about|approximately)|range|reach|total|grow|increase|decline)|(?:currently |now )(?:estimates?|sees)|we (?:project|forecast|target|guide))\\b`,
  'i',
);

const statePatterns = { withdrawn, maintained, initiated } as const;

/** Matches a sentence that guides as before: "continues to expect", "on track to meet guidance", "the high end of its previous range". */
const goesOn =
  /\b(?:continu(?:es?|ing) to (?:expect|anticipate|forecast|project|target|see|estimate|guide)|still (?:expect|anticipat|forecast|project|target|see)\w*|(?:meet|meeting|achiev(?:e|ing)|deliver(?:ing)?) (?:on )?(?:(?:its|our|the|full[\s-]year|fiscal|annual|20\d\d) ){0,3}guidance|(?:within|(?:end|half|mid-?point) of) (?:its|our|the) (?:previous|prior|existing|original|initial|current)\w*\b[^,;.]{0,40}\b(?:guidance|guided|outlook|ranges?|forecasts?|expectations))\b/i;

/** Matches guidance for the rest, next to revised guidance: "All guidance not discussed in this release is unchanged". */
const ofRest =
  /\b(?:guidance|outlook)\s+(?:(?:that|which) (?:is|was)\s+)?not\s+(?:otherwise\s+|specifically\s+)?(?:discussed|mentioned|addressed|updated|described|listed|included)\b|\b(?:other|remaining)\s+(?:[\w-]+\s+){0,3}(?:guidance|outlook)\b/i;
const revised = /\b(?:revis(?:es|ed|ing)|updat(?:es|ed|ing)|chang(?:es|ed|ing))\b[^.;]{0,60}\b(?:guidance|outlook)\b/i;
/** Sentences of the title and around it. */
const titleSentences = 6;

/** Matches "We are not withdrawing", "does not intend to raise"; but not "not only raised". */
const negation = /\b(?:not(?! only)|never|cannot|no (?:plans?|intention|need)|without)\b[^,;:]{0,40}$|n[’']t\b[^,;:]{0,40}$/i;

const said = (text: string, words: RegExp): RegExpExecArray[] =>
  [...text.matchAll(words)].filter(({ index }) => !negation.test(text.slice(0, index)));
const says = (text: string, words: RegExp): boolean => said(text, words).length > 0;

/** Matches what guidance is for, right after the noun: "outlook for capital expenditures"; not "outlook as costs rose". */
const guidedBehind =
  /^\s(?:for|of)(?:\s(?!(?:as|on|due|because|while|after|when|with|despite|amid|and(?! (?:marketing|administrative|development)\b)|but|to|of|in)\b)[\p{L}\d&’'-]+){1,6}/iu;
const spent = 'income tax(?:es)?|expenses?|expenditures?|costs?|capex|opex|spending|selling|tax(?:es)?|debt|leverage|churn|attrition';
const earned = 'revenues?|sales|earnings|income|profits?|margins?|ebitda?|eps|cash flow|bookings|billings|results|performance';
/** Matches a measure with what is a part of it: "cost of sales", "earnings before taxes", "income (loss)". */
const measure = new RegExp(
  String.raw`\b(?:(${spent})|(loss(?:es)?)|(?:${earned}))\b(?:\s(?:of|before|after|excluding|net of)\s(?:(?!to\b)[\p{L}\d,&-]+\s){0,4}?(?:${spent}|${earned})\b|\s?(?:\(|\/|or )loss(?:es)?\b)?`,
  'giu',
);

/** Returns what words guide, which their last measure is: "income tax", "after-tax income"; null where they name none. */
function kindOf(words: string): 'spending' | 'loss' | 'earnings' | null {
  const last = [...words.matchAll(measure)].at(-1);
  return last === undefined ? null : last[1] !== undefined ? 'spending' : last[2] !== undefined ? 'loss' : 'earnings';
}
/** Returns what guidance is for by the words after it, which start at `at`. */
const kindBehind = (text: string, at: number): ReturnType<typeof kindOf> => kindOf(guidedBehind.exec(text.slice(at))?.[0] ?? '');

/** Matches a measure that came out so already, or is said to have been expected to. */
const cameOut = /\b(?:as|than) expected\b|\b(?:was|were|came|fell|finished|ended)\b[^,;]{0,40}$/i;
/** Matches guidance that is given up: "no longer expects to achieve its guidance"; not one that was missed or may be, nor a hiring outlook. */
const givenUp = new RegExp(
  String.raw`\b(?:(?:(?:will|can) (?:not|no longer)|cannot|won[’']t)(?: now)?|(?:no longer|(?:do(?:es)?|is|are) not|(?:do(?:es)?|is|are)n[’']t)(?: (?:now|currently|longer))? (?:expect|anticipate)(?:s|d|ed)?(?: to)?)(?: be able to)? (?:achiev(?:e|ing)|meet(?:ing)?|reach(?:ing)?|attain(?:ing)?|deliver(?:ing)?)\s(?:(?:the|our|its|their|this|low(?:er)?|high|upp?er|bottom|top|end|mid-?point|of|previous(?:ly)?|prior|earlier|original(?:ly)?|initial|existing|current|issued|announced|provided|stated|published|full|fiscal|fy|annual|year|first|second|third|fourth|quarter|half|financial|net|total|organic|per|share|adjusted|diluted|operating|growth|and|${earned}|[$€£]?\d[\d.,%]*)(?:[’']s)?[\s-]+){0,12}(?:guidance|outlook|forecasts?)\b`,
  'i',
);
/** Matches words before guidance that only may be missed, or is said not to be. */
const doubts = /\b(?:if|unless|whether|event|risks?|could|may|might|should|assurance|affects?|ability|not (?:believe|think|mean))\b/i;
const conditions = /\b(?:if|unless)\b/i;
const clauseEnd = /[,;:]|\b(?:that|and|but|so)\b/i;

/** Returns whether a text gives up guidance for what the issuer earns. */
function givesUp(text: string): boolean {
  const match = givenUp.exec(text);
  if (match === null) return false;
  const before = text.slice(0, match.index);
  const behind = text.slice(match.index + match[0].length);
  if (doubts.test(before) || conditions.test(behind)) return false;
  return [kindOf(before.split(clauseEnd).at(-1)!), kindBehind(behind, 0)].every((kind) => kind === null || kind === 'earnings');
}

/** Matches a first clause whose measure is another than the sentence's. */
const concedes = /^(?:despite|although|while|after|following|notwithstanding)\b[^,]*,/i;
/** Matches words after which an issuer itself exceeds its guidance. */
const expectsTo = /\b(?:expects?|anticipates?)\sto\s$/i;

/** Returns how a sentence that expects a result beyond the guidance moves it. */
function expectedMove(text: string): 'raised' | 'lowered' | null {
  if (givesUp(text)) return 'lowered';
  const beside = besideGuidance(text);
  const before = beside === null ? '' : text.slice(0, beside.at).replace(concedes, '');
  if (beside === null || !areExpecting(before) || cameOut.test(before) || negation.test(before)) return null;
  const kind = kindOf(before) ?? (expectsTo.test(before) ? (kindOf(text.slice(beside.at)) ?? 'earnings') : null);
  if (kind === null || kind === 'spending') return null;
  return (beside.side === 'above') === (kind === 'loss') ? 'lowered' : 'raised';
}

/** Returns whether a sentence says that guidance became better, or worse; less of a loss is better, and spending says neither. */
function saysMove(text: string, move: 'raised' | 'lowered'): boolean {
  if (expectedMove(text) === move) return true;
  const kinds = (words: RegExp): ReturnType<typeof kindOf>[] =>
    said(text, words).map(({ 0: verb, index }) => kindBehind(text, index + verb.length) ?? kindOf(verb));
  const [words, opposite] = move === 'raised' ? [raised, lowered] : [lowered, raised];
  return kinds(words).some((kind) => kind === null || kind === 'earnings') || kinds(opposite).includes('loss');
}

/** Every state names one of these; most sentences have none. */
const stateWords = /guidance|outlook|forecast|\bview\b|target|expectation|estimate/i;

const itemsMax = 12;

const speakingOf = (sentences: readonly Sentence[]): Sentence[] =>
  sentences.filter(({ text }) => !(/guidance/i.test(text) && otherGuidance.test(text)));

/** Returns the places of guided figures in sentences, and of whole list items that a heading makes guidance. */
export const guidedPlaces = (sentences: readonly Sentence[]): KeyMetric['evidence'][] =>
  lookingAhead(speakingOf(sentences)).flatMap((look) =>
    look.isPoint ? [look.sentence] : guidedIn(look, ANY_CURRENCY).map(({ evidence }) => evidence),
  );
/** The place of a figure does not depend on it. */
const ANY_CURRENCY = 'USD';

/** Returns the guidance of a release, or null. `rows`: the rows of its tables of guidance; they precede the sentences, which often repeat them in part. */
export function readGuidance(sentences: readonly Sentence[], currency: string, rows: readonly GuidedRow[] = []): ParsedGuidance | null {
  const speaking = speakingOf(sentences);
  const items: GuidedRange[] = [];
  let given: Sentence | undefined;
  const looks = lookingAhead(speaking);
  const current = rows.filter(({ isEarlier }) => !isEarlier);
  const points = [...looks.filter(({ isPoint }) => isPoint), ...current].map(({ sentence }) => sentence);
  const guided = [
    ...looks.map((look) => ({ sentence: look.sentence, now: guidedIn(look, currency), before: guidedBefore(look, currency) })),
    ...current.map((row) => ({
      sentence: row.sentence,
      now: guidedInRow(row, currency),
      before: rows.filter((other) => other.isEarlier && other.sentence.start === row.sentence.start).flatMap((other) => guidedInRow(other, currency)),
    })),
  ];
  for (const { sentence, now } of guided) {
    if (items.length >= itemsMax) break;
    items.push(...now.filter((item) => !items.some((other) => isSameFigure(item, other))).slice(0, itemsMax - items.length));
    if (items.length > 0) given ??= sentence;
  }
  const ofGuidance = speaking.filter(({ text }) => stateWords.test(text));
  const isRevised = sentences.slice(0, titleSentences).some(({ text }) => revised.test(text));
  const isChanged = ofGuidance.some(({ text }) => revised.test(text) || [withdrawn, raised, lowered].some((words) => says(text, words)));
  const countsFor = (state: State, text: string): boolean => state !== 'maintained' || !isRevised || !ofRest.test(text);
  const saying = (state: keyof typeof statePatterns): Sentence | undefined =>
    ofGuidance.find(({ text }) => says(text, statePatterns[state]) && countsFor(state, text));
  // A withdrawn year next to a guided quarter still leaves guidance.
  const stated = {
    withdrawn: items.length > 0 ? undefined : saying('withdrawn'),
    raised: ofGuidance.find(({ text }) => saysMove(text, 'raised')),
    lowered: ofGuidance.find(({ text }) => saysMove(text, 'lowered')),
    maintained: saying('maintained') ?? guided.find(({ sentence, now }) => now.length > 0 && goesOn.test(sentence.text))?.sentence,
    initiated: saying('initiated') ?? given,
  };
  const decisive = stated.withdrawn ?? stated.raised ?? stated.lowered ?? stated.maintained ?? stated.initiated;
  if (decisive === undefined) return null;
  return {
    state: stateOf(
      stated,
      guided.flatMap(({ now, before }) => movesOf(now, before)),
      isChanged,
    ),
    evidence: { start: decisive.start, end: decisive.end },
    items,
    points,
  };
}

type StateSentences = Readonly<Record<Exclude<State, 'none'>, Sentence | undefined>>;

/**
 * Returns the state that the words name, else the one that the figures show beside earlier ones. It is `none` where one measure is raised
 * and another lowered, and where the guidance is changed without a word on how.
 */
function stateOf(stated: StateSentences, moves: readonly Move[], isChanged: boolean): State {
  if (stated.withdrawn !== undefined) return 'withdrawn';
  const [up, down] = (['raised', 'lowered'] as const).map((move) => stated[move] !== undefined || moves.includes(move));
  if (up || down) return up && down ? 'none' : up ? 'raised' : 'lowered';
  if (stated.maintained !== undefined || moves.length > 0) return 'maintained';
  return isChanged ? 'none' : 'initiated';
}

type Move = 'raised' | 'lowered' | 'maintained';
/** Returns how each measure's guidance moved against the one before; a range whose ends move apart or together is maintained. */
function movesOf(given: readonly GuidedRange[], before: readonly GuidedRange[]): Move[] {
  return before.flatMap((then) => {
    // A larger figure of another measure, such as costs, is not better guidance.
    const next = kindOf(then.metric) === 'earnings' ? replacementOf(then, given) : undefined;
    if (next === undefined) return [];
    const ends = Math.sign(next.low - then.low) + Math.sign(next.high - then.high);
    return [ends > 0 ? 'raised' : ends < 0 ? 'lowered' : 'maintained'];
  });
}

/** Returns the guidance of the same measure, and period if any has it, that is nearest before the earlier one, else the first after it. */
function replacementOf(then: GuidedRange, given: readonly GuidedRange[]): GuidedRange | undefined {
  const alike = given.filter((now) => areAlike(now, then));
  const ofPeriod = alike.filter(({ period }) => period === then.period);
  const likely = ofPeriod.length > 0 ? ofPeriod : alike;
  return likely.findLast(({ evidence }) => evidence.start < then.evidence.start) ?? likely[0];
}

const isSameFigure = (one: GuidedRange, other: GuidedRange): boolean =>
  areAlike(one, other) && one.low === other.low && one.high === other.high && one.period === other.period;

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
  const looks: OutlookSentence[] = [];
  let heading = '';
  /** The heading, or the list's last item with a period where the heading has none. */
  let under = '';
  let left = 0;
  let before: OutlookSentence | null = null;
  for (const sentence of sentences) {
    const { text } = sentence;
    const isAhead = ahead.test(text) && !says(text, withdrawn);
    const isList = isAhead && /:[^\w:]*$/.test(text);
    const isShort = text.length <= pointCharactersMax;
    if (isList || isGuidanceHeading(text)) [heading, under, left] = [text, text, listMax];
    else if (left > 0 && isShort && ofBefore.test(heading)) before = null;
    else if (isAhead) {
      const after = lookAfter(sentence, before);
      // A list item may look ahead itself, and still share the period of the list's heading.
      before = left > 0 && after.under === '' && isSamePeriod(text, under) ? { sentence, under, isPoint: false } : after;
      looks.push(before);
    } else if (left > 0 && isShort && !reports.test(text)) looks.push({ sentence, under, isPoint: true });
    else left = 0;
    if (left > 0 && text !== heading && periodOf(heading) === null && periodOf(text) !== null) under = text;
    left -= 1;
  }
  return looks;
}
