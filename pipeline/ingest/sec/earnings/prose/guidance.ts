/**
 * Reads the guidance of a release, its state and its printed ranges, from sentences and tables of guidance. A range of a sentence counts only
 * if the sentence names its measure and looks ahead, or is an item of a list that does.
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
  /** Offsets of the sentence that states the guidance. */
  readonly evidence: KeyMetric['evidence'];
  readonly items: readonly GuidedRange[];
  /** Sentences that look ahead only because of their context: items of a list of guidance, and rows of tables of guidance. */
  readonly points: readonly Sentence[];
}

const noun = '(?:guidance|outlook|forecasts?|targets?|expectations?|estimates?)';
/** Matches guidance that is not about the issuer's earnings: of authorities and accounting standards, for output or spending. */
const otherGuidance =
  /\b(?:production|capital|capex|drilling|volume|cost|expense|tax rate)(?: \w+){0,2} guidance|\b(?:fda|cdc|who|irs|sec|fasb|health|government|accounting|regulatory|authoritative|public health|interim final) (?:\w+ )?guidance|\b(?:fda|cdc|who|irs|fasb|government|agency)\b.{0,40}\bguidance|guidance (?:from|of|issued by) (?:the )?(?:fda|cdc|fasb|sec|government|health)/i;
/** Targets without an article before them: "Digital orders and EPS annual targets"; not those of costs or emissions. */
const named = String.raw`(?:(?!(?:to|by|on|for|as|in|with|from|above|than|toward|costs?|prices?|capital|emissions?|production|dividends?)\b)[\p{L}\d&’'/-]+\s+){0,8}?(?:revenue|sales|earnings|eps|profit|ebitda|arr|annual|full[\s-]year)\s+(?:annual\s+|growth\s+)?targets?\b`;
/** Guidance as the object of a verb; costs, debt and dividends are raised and lowered too. */
const object = String.raw`\s+(?:(?:and|or)\s+\w+\s+)?(?:(?:the\s+)?(?:(?:low|high|upp)(?:er)?|top|bottom)[\s-]+end\s+of\s+|(?:the\s+)?mid-?point\s+of\s+)?(?:(?:its|our|the|their|full|fiscal|fy|fy\s?\d{2,4}|annual|20\d\d|first|second|third|fourth|previous|previously|prior|revenue|sales|earnings|eps|profit|adjusted)(?:[\s-]+[\p{L}\d’'$%/-]+){0,7}?[\s-]+)?(?:guidance|outlook|forecasts?|(?:financial|revenue|sales|earnings|eps|profit|growth|annual|full[\s-]year) targets?)\b|\s+${named}`;
const withdrawn = new RegExp(
  `\\b(?:withdr(?:aw|aws|ew|awing|awn|awal)|suspend(?:s|ed|ing)?|discontinu(?:e|es|ed|ing)|rescind(?:s|ed|ing)?|no longer provid\\w+)\\b.{0,140}\\b(?:guidance|outlook|financial expectations)\\b|\\b(?:guidance|outlook)\\b.{0,100}\\b(?:withdrawn|withdrew|suspended|discontinued|no longer be relied)|\\bpull(?:s|ed|ing)?(?:${object})`,
  'giu',
);
/** Guidance as the subject: "Outlook raised", "guidance for the year was lowered"; not "outlook, as tariffs increased costs". */
const subject = String.raw`\b(?:guidance|outlook)\s+(?:(?!(?:as|on|due|because|while|after|when|with|despite|amid|and|but)\b)[\p{L}\d-]+\s+){0,4}`;
/** Earlier guidance with which a new figure is compared: "up from our prior guidance". */
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

/** Matches unchanged guidance: "continues to expect", "on track to meet guidance", "the high end of its previous range". */
const goesOn =
  /\b(?:continu(?:es?|ing) to (?:expect|anticipate|forecast|project|target|see|estimate|guide)|still (?:expect|anticipat|forecast|project|target|see)\w*|(?:meet|meeting|achiev(?:e|ing)|deliver(?:ing)?) (?:on )?(?:(?:its|our|the|full[\s-]year|fiscal|annual|20\d\d) ){0,3}guidance|(?:within|(?:end|half|mid-?point) of) (?:its|our|the) (?:previous|prior|existing|original|initial|current)\w*\b[^,;.]{0,40}\b(?:guidance|guided|outlook|ranges?|forecasts?|expectations))\b/i;

/** Matches guidance for the rest, beside revised guidance: "All guidance not discussed in this release is unchanged". */
const ofRest =
  /\b(?:guidance|outlook)\s+(?:(?:that|which) (?:is|was)\s+)?not\s+(?:otherwise\s+|specifically\s+)?(?:discussed|mentioned|addressed|updated|described|listed|included)\b|\b(?:other|remaining)\s+(?:[\w-]+\s+){0,3}(?:guidance|outlook)\b/i;
const revised = /\b(?:revis(?:es|ed|ing)|updat(?:es|ed|ing)|chang(?:es|ed|ing))\b[^.;]{0,60}\b(?:guidance|outlook)\b/i;
/** Number of sentences that count as the title and its surroundings. */
const titleSentences = 6;

/** Matches "We are not withdrawing", "does not intend to raise"; but not "not only raised". */
const negation = /\b(?:not(?! only)|never|cannot|no (?:plans?|intention|need)|without)\b[^,;:]{0,40}$|n[’']t\b[^,;:]{0,40}$/i;

const said = (text: string, words: RegExp): RegExpExecArray[] =>
  [...text.matchAll(words)].filter(({ index }) => !negation.test(text.slice(0, index)));
const says = (text: string, words: RegExp): boolean => said(text, words).length > 0;

/** Matches words after the noun that say what is guided: "outlook for capital expenditures"; not "outlook as costs rose". */
const guidedAfter =
  /^\s(?:for|of)(?:\s(?!(?:as|on|due|because|while|after|when|with|despite|amid|and(?! (?:marketing|administrative|development)\b)|but|to|of|in)\b)[\p{L}\d&’'-]+){1,6}/iu;
const spent = 'income tax(?:es)?|expenses?|expenditures?|costs?|capex|opex|spending|selling|tax(?:es)?|debt|leverage|churn|attrition';
const earned = 'revenues?|sales|earnings|income|profits?|margins?|ebitda?|eps|cash flow|bookings|billings|results|performance';
/** Matches a measure with its parts: "cost of sales", "earnings before taxes", "income (loss)". */
const measure = new RegExp(
  String.raw`\b(?:(${spent})|(loss(?:es)?)|(?:${earned}))\b(?:\s(?:of|before|after|excluding|net of)\s(?:(?!to\b)[\p{L}\d,&-]+\s){0,4}?(?:${spent}|${earned})\b|\s?(?:\(|\/|or )loss(?:es)?\b)?`,
  'giu',
);

/** Returns the kind of the last measure that the words name; null if there is none. */
function kindOf(words: string): 'spending' | 'loss' | 'earnings' | null {
  const last = [...words.matchAll(measure)].at(-1);
  return last === undefined ? null : last[1] !== undefined ? 'spending' : last[2] !== undefined ? 'loss' : 'earnings';
}
const kindAfter = (text: string, at: number): ReturnType<typeof kindOf> => kindOf(guidedAfter.exec(text.slice(at))?.[0] ?? '');

/** Matches words that make a measure a reported one, or one that was expected before. */
const cameOut = /\b(?:as|than) expected\b|\b(?:was|were|came|fell|finished|ended)\b[^,;]{0,40}$/i;
/** Matches guidance that is given up: "no longer expects to achieve its guidance"; not guidance that was or may be missed. */
const givenUp = new RegExp(
  String.raw`\b(?:(?:(?:will|can) (?:not|no longer)|cannot|won[’']t)(?: now)?|(?:no longer|(?:do(?:es)?|is|are) not|(?:do(?:es)?|is|are)n[’']t)(?: (?:now|currently|longer))? (?:expect|anticipate)(?:s|d|ed)?(?: to)?)(?: be able to)? (?:achiev(?:e|ing)|meet(?:ing)?|reach(?:ing)?|attain(?:ing)?|deliver(?:ing)?)\s(?:(?:the|our|its|their|this|low(?:er)?|high|upp?er|bottom|top|end|mid-?point|of|previous(?:ly)?|prior|earlier|original(?:ly)?|initial|existing|current|issued|announced|provided|stated|published|full|fiscal|fy|annual|year|first|second|third|fourth|quarter|half|financial|net|total|organic|per|share|adjusted|diluted|operating|growth|and|${earned}|[$€£]?\d[\d.,%]*)(?:[’']s)?[\s-]+){0,12}(?:guidance|outlook|forecasts?)\b`,
  'i',
);
/** Matches words before guidance that make missing it only possible, or deny it. */
const doubts = /\b(?:if|unless|whether|event|risks?|could|may|might|should|assurance|affects?|ability|not (?:believe|think|mean))\b/i;
const conditions = /\b(?:if|unless)\b/i;
const clauseEnd = /[,;:]|\b(?:that|and|but|so)\b/i;

function givesUp(text: string): boolean {
  const match = givenUp.exec(text);
  if (match === null) return false;
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  if (doubts.test(before) || conditions.test(after)) return false;
  return [kindOf(before.split(clauseEnd).at(-1)!), kindAfter(after, 0)].every((kind) => kind === null || kind === 'earnings');
}

/** Matches a concessive first clause, which has another measure than the sentence. */
const concedes = /^(?:despite|although|while|after|following|notwithstanding)\b[^,]*,/i;
/** Matches the end of words after which an issuer itself exceeds its guidance. */
const expectsTo = /\b(?:expects?|anticipates?)\sto\s$/i;

/** Returns how a sentence that expects a result outside the guidance moves it; null if it does not. */
function expectedMove(text: string): 'raised' | 'lowered' | null {
  if (givesUp(text)) return 'lowered';
  const beside = besideGuidance(text);
  const before = beside === null ? '' : text.slice(0, beside.at).replace(concedes, '');
  if (beside === null || !areExpecting(before) || cameOut.test(before) || negation.test(before)) return null;
  const kind = kindOf(before) ?? (expectsTo.test(before) ? (kindOf(text.slice(beside.at)) ?? 'earnings') : null);
  if (kind === null || kind === 'spending') return null;
  return (beside.side === 'above') === (kind === 'loss') ? 'lowered' : 'raised';
}

/** Returns whether a sentence says that guidance moved this way. A smaller loss is better guidance; spending is neither. */
function saysMove(text: string, move: 'raised' | 'lowered'): boolean {
  if (expectedMove(text) === move) return true;
  const kinds = (words: RegExp): ReturnType<typeof kindOf>[] =>
    said(text, words).map(({ 0: verb, index }) => kindAfter(text, index + verb.length) ?? kindOf(verb));
  const [words, opposite] = move === 'raised' ? [raised, lowered] : [lowered, raised];
  return kinds(words).some((kind) => kind === null || kind === 'earnings') || kinds(opposite).includes('loss');
}

/** Matches words of which a sentence about the state has at least one; most sentences have none. */
const stateWords = /guidance|outlook|forecast|\bview\b|target|expectation|estimate/i;

const itemsMax = 12;

const aboutIssuer = (sentences: readonly Sentence[]): Sentence[] =>
  sentences.filter(({ text }) => !(/guidance/i.test(text) && otherGuidance.test(text)));

/** Returns the offsets of guided figures in sentences, and of whole list items that a heading makes guidance. */
export const guidedPlaces = (sentences: readonly Sentence[]): KeyMetric['evidence'][] =>
  lookingAhead(aboutIssuer(sentences)).flatMap((look) =>
    look.isPoint ? [look.sentence] : guidedIn(look, anyCurrency).map(({ evidence }) => evidence),
  );
/** The offsets of a figure do not depend on the currency. */
const anyCurrency = 'USD';

/**
 * Returns the guidance of a release, or null if it neither gives nor mentions any. `rows`: the rows of its tables of guidance. They take
 * precedence over the sentences, which often repeat a part of them.
 */
export function readGuidance(sentences: readonly Sentence[], currency: string, rows: readonly GuidedRow[] = []): ParsedGuidance | null {
  const speaking = aboutIssuer(sentences);
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
  // If a year is withdrawn and a quarter is guided, there still is guidance.
  const stated = {
    withdrawn: items.length > 0 ? undefined : saying('withdrawn'),
    raised: ofGuidance.find(({ text }) => saysMove(text, 'raised')),
    lowered: ofGuidance.find(({ text }) => saysMove(text, 'lowered')),
    maintained: saying('maintained') ?? guided.find(({ sentence, now }) => now.length > 0 && goesOn.test(sentence.text))?.sentence,
    initiated: saying('initiated') ?? given,
  };
  const decisive = stated.withdrawn ?? stated.raised ?? stated.lowered ?? stated.maintained ?? stated.initiated;
  if (decisive === undefined) return null;
  const moves = guided.flatMap(({ now, before }) => movesOf(now, before));
  return { state: stateOf(stated, moves, isChanged), evidence: { start: decisive.start, end: decisive.end }, items, points };
}

type StateSentences = Readonly<Record<Exclude<State, 'none'>, Sentence | undefined>>;

/**
 * Returns the state that the words name, else the one that the figures show beside earlier ones. The state is `none` if one measure is raised
 * and another lowered, or if the guidance is changed and no word says how.
 */
function stateOf(stated: StateSentences, moves: readonly Move[], isChanged: boolean): State {
  if (stated.withdrawn !== undefined) return 'withdrawn';
  const [up, down] = (['raised', 'lowered'] as const).map((move) => stated[move] !== undefined || moves.includes(move));
  if (up || down) return up && down ? 'none' : up ? 'raised' : 'lowered';
  if (stated.maintained !== undefined || moves.length > 0) return 'maintained';
  return isChanged ? 'none' : 'initiated';
}

type Move = 'raised' | 'lowered' | 'maintained';
/** Returns how the guidance of each measure moved. A range that becomes wider or narrower on both sides is maintained. */
function movesOf(given: readonly GuidedRange[], before: readonly GuidedRange[]): Move[] {
  return before.flatMap((then) => {
    // A larger figure is better only for earnings, not for costs.
    const next = kindOf(then.metric) === 'earnings' ? replacementOf(then, given) : undefined;
    if (next === undefined) return [];
    const ends = Math.sign(next.low - then.low) + Math.sign(next.high - then.high);
    return [ends > 0 ? 'raised' : ends < 0 ? 'lowered' : 'maintained'];
  });
}

/** Returns the guidance of the same measure, and of the same period if any has it: the last before the earlier guidance, else the first. */
function replacementOf(then: GuidedRange, given: readonly GuidedRange[]): GuidedRange | undefined {
  const alike = given.filter((now) => areAlike(now, then));
  const ofPeriod = alike.filter(({ period }) => period === then.period);
  const likely = ofPeriod.length > 0 ? ofPeriod : alike;
  return likely.findLast(({ evidence }) => evidence.start < then.evidence.start) ?? likely[0];
}

const isSameFigure = (one: GuidedRange, other: GuidedRange): boolean =>
  areAlike(one, other) && one.low === other.low && one.high === other.high && one.period === other.period;

/** Returns whether the sentence names no period, or the period of its heading in fewer words. */
function isSamePeriod(text: string, heading: string): boolean {
  const [own, general] = [periodOf(text), periodOf(heading)];
  return own === null || general?.startsWith(own) === true;
}

const listMax = 10;
const pointCharactersMax = 220;

/** Returns the sentence with the period of the one before it: "For the fourth quarter we target revenue of … A net loss of … is expected." */
function lookAfter(sentence: Sentence, before: OutlookSentence | null): OutlookSentence {
  if (before === null || before.sentence.paragraph !== sentence.paragraph || periodOf(sentence.text) !== null)
    return { sentence, under: '', isPoint: false };
  return { sentence, under: periodOf(before.sentence.text) === null ? before.under : before.sentence.text, isPoint: false };
}

/** Matches the heading of a list of earlier guidance, which stands beside the new one. */
const ofBefore = /^\W*(?:(?:the|our|its)\s+)?(?:prior|previous(?:ly)?|former|earlier|original)\b(?!\s+(?:year|quarter)\b)/i;
/** Matches words of results, which end the list under a heading without a colon. */
const reports = /\b(?:was|were|grew|increased|decreased|declined|rose|fell|reported|totall?ed|amounted)\b/i;

function lookingAhead(sentences: readonly Sentence[]): OutlookSentence[] {
  const looks: OutlookSentence[] = [];
  let heading = '';
  /** Text with the period: the heading, or the list's last item with a period if the heading has none. */
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
      // A list item that looks ahead itself still shares the period of the heading.
      before = left > 0 && after.under === '' && isSamePeriod(text, under) ? { sentence, under, isPoint: false } : after;
      looks.push(before);
    } else if (left > 0 && isShort && !reports.test(text)) looks.push({ sentence, under, isPoint: true });
    else left = 0;
    if (left > 0 && text !== heading && periodOf(heading) === null && periodOf(text) !== null) under = text;
    left -= 1;
  }
  return looks;
}
