/**
 * Finds the marks of a sentence, by which it is compared with others: amounts, percentages, counts, days and names. A number has the
 * precision with which it is printed, and a subject if words near it name one.
 */

export interface Mark {
  /** `pct`, `points`, `count`, `day`, `name` or a currency; marks of different kinds are never compared. */
  readonly kind: string;
  /** The number in units; for a day, 31 times its month plus the day; for a name, 0. */
  readonly value: number;
  /** Half a unit of the last printed digit, more if the sentence says "about". */
  readonly tolerance: number;
  /** The mark as printed; a name is in lower case. */
  readonly text: string;
  /** The subject with qualifiers, such as `the annual dividend`; null if the sentence gives none that can be compared. */
  readonly subject: string | null;
  readonly counted: readonly string[];
  /** 1 if words near a percentage or points say that something rose, -1 if it fell, else 0. */
  readonly sense: -1 | 0 | 1;
}

const scales: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, mln: 1e6, million: 1e6, b: 1e9, bn: 1e9, billion: 1e9, tn: 1e12, trn: 1e12, trillion: 1e12 }; // prettier-ignore
const currencies: Readonly<Record<string, string>> = { $: 'USD', us$: 'USD', usd: 'USD', dollar: 'USD', c$: 'CAD', a$: 'AUD', hk$: 'HKD', '€': 'EUR', eur: 'EUR', euro: 'EUR', '£': 'GBP', gbp: 'GBP', pound: 'GBP', '¥': 'JPY', yen: 'JPY', yuan: 'CNY' }; // prettier-ignore
const number =
  /(?<![\p{L}\p{N}.,/-])(?<currency>(?:US|HK|[CA])?\$|[€£¥]|USD |EUR |GBP )?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:(?<letter>bn|mn|mln|tn|trn|[mbk])(?![\p{L}\p{N}])|[ -](?<scale>trillion|billion|million|thousand|bn|mn|mln|tn|trn)(?![\p{L}\p{N}]))?(?<unit>%|[ -]?(?:percentage points?|percent|per cent|basis points?|bps?|dollars?|euros?|pounds?|yen|yuan)(?![\p{L}\p{N}]))?(?!-?\p{L}|[,.]?\p{N}|[ -](?:trillion|billion|million|thousand))/giu;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = '(?<month>Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?|July?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)'; // prettier-ignore
const days = [
  new RegExp(`\\b${month} (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? \\d{4})?(?![\\p{L}\\p{N}%])`, 'gu'),
  new RegExp(`(?<![\\p{N}.,])(?<day>\\d{1,2})(?:st|nd|rd|th)? ${month}(?: \\d{4})?\\b`, 'gu'),
];
const approximate =
  /(?:about|around|nearly|almost|roughly|approximately|some|more than|over|at least|up to|less than|under|as much as|close to|~) ?$/i;
/** Share of a number by which it may differ if the sentence says "about". */
const approximateShare = 0.1;

type Measure = 'money' | 'pct' | 'count';
interface Subject {
  readonly words: RegExp;
  /** Kinds of the subject's numbers: a percentage near "jobs" is not a number of jobs. */
  readonly measures: readonly Measure[];
  /** Set if the word often only describes another noun, `rate hopes`; a number then has the subject only if `isMeasuredBy` is true. */
  readonly isClose?: true;
  /** Set if the word before may name a part of the company, `cloud revenue`, whose number is not that of the whole. */
  readonly isSummed?: true;
}

/** Subjects of numbers, by their names in uncertainties. */
const subjects: Readonly<Record<string, Subject>> = {
  'shares': { words: /\b(?:shares|stocks?|index|futures|yields?|market value|market cap\w*)\b/gi, measures: ['money', 'pct', 'count'] },
  'per-share earnings': { words: /\b(?:per share|a share|eps)\b/gi, measures: ['money'] },
  'the price target': { words: /\btargets?\b/gi, measures: ['money'] },
  'the dividend': { words: /\bdividends?\b/gi, measures: ['money'] },
  'the buyback': { words: /\b(?:buybacks?|repurchas\w+)\b/gi, measures: ['money'] },
  'the deal': { words: /\b(?:acqui\w+|takeover|merger|buyout|deal|bid|offer|buy|buys|buying|bought)\b/gi, measures: ['money'] },
  'the fine or settlement': { words: /\b(?:fine[ds]?|penalt\w+|settlements?|settl(?:e[ds]?|ing)(?! (?:at|up|down|lower|higher|\d)))\b/gi, measures: ['money'] },
  'the contract': { words: /\b(?:contracts?|orders?)\b/gi, measures: ['money'] },
  'the investment': { words: /\binvest(?:s|ed|ing|ments?)?\b/gi, measures: ['money'] },
  'the cost': { words: /\bcosts?\b/gi, measures: ['money'] },
  'the recall': { words: /\brecall(?:s|ed|ing)?\b/gi, measures: ['count'] },
  'deaths': { words: /\b(?:kill(?:s|ed)?|dead|deaths|died)\b/gi, measures: ['count'] },
  'the injured': { words: /\b(?:injur(?:es?|ed|ing|ies)|wounded)\b/gi, measures: ['count'] },
  'customers': { words: /\b(?:customers|users|accounts|subscribers)\b/gi, measures: ['count'] },
  'output': { words: /\b(?:output|production)\b/gi, measures: ['count'] },
  'jobs': { words: /\b(?:jobs?|employees|workers|positions|staff|layoffs?|workforce|payrolls?)\b/gi, measures: ['count'] },
  'the workforce': { words: /\b(?:staff|workforce|headcount)\b/gi, measures: ['pct'] },
  'the stake': { words: /\bstakes?\b/gi, measures: ['money', 'pct'] },
  'the funding': { words: /\b(?:funding|financing|fundrais\w+)\b/gi, measures: ['money'] },
  'the valuation': { words: /\b(?:valued|valuation)\b/gi, measures: ['money'] },
  'unemployment': { words: /\b(?:unemployment|jobless)\b/gi, measures: ['pct'], isClose: true },
  'the rate': { words: /(?<!(?:inflation|unemployment|jobless|growth|exchange) )\brates?\b/gi, measures: ['pct'], isClose: true },
  'inflation': { words: /\b(?:inflation|consumer prices|cpi)\b/gi, measures: ['pct'], isClose: true },
  'revenue': { words: /\b(?:revenues?|sales|turnover)\b/gi, measures: ['money', 'pct'], isClose: true, isSummed: true },
  'profit': { words: /\b(?:profits?|net income|earnings)\b/gi, measures: ['money', 'pct'], isClose: true, isSummed: true },
  'the loss': { words: /\b(?:loss|losses)\b/gi, measures: ['money'], isClose: true },
}; // prettier-ignore
/** A number per share is earnings only if the sentence has a word of `earnings` and none of `price`. */
const [earnings, price] = [
  /\b(?:earn\w*|profits?|income|eps|loss(?:es)?)\b/i,
  /\b(?:offer\w*|bid|takeover|premium|acqui\w*|buyout|dividends?|targets?)\b/i,
];
/** Words that make a number in the same part of the sentence a forecast. */
const expected = /\b(?:expect\w*|forecasts?|guidance|outlook|sees|projects?|estimat\w+|est|analysts|consensus)\b/i;
/** Words between a result and its forecast: `$1.51 vs $1.22 expected`, `$1.51, above estimates`. */
const compares = /\b(?:vs|versus|against|compared (?:with|to)|than|beat(?:s|ing)?|tops?|topped|miss(?:es|ed)?|above|below|exceed(?:s|ed|ing)?)\b/i;
/** Words from a comparison to its forecast, after which the next result may follow: `vs $1.22 expected`. */
const compared = /\b(?:vs|versus|against)\b[^,;]{0,40}?\b(?:expected|est\w*|consensus|forecasts?)\b/i;
const comparesBefore = /\b(?:vs\.?|versus|against|compared (?:with|to)) ?$/i;
/** Words that restrict a subject to a period or a measure; numbers with different qualifiers are not compared. */
const qualifiers = [
  ['annual', /\b(?:annual|full-year|fiscal (?:year|20\d\d)|for the year)\b/i],
  ['half-year', /\b(?:half[- ]year|(?:first|second)[- ]half|six[- ]months?|h[12])\b/i],
  ['nine-month', /\bnine[- ]months?\b/i],
  ['adjusted', /\b(?:adjusted|non-gaap|core|underlying)\b/i],
  ['operating', /\boperating (?=profit|income|earnings|loss)/i],
  ['pretax', /\b(?:pre-?tax|before tax(?:es)?)\b/i],
  ['gross', /\bgross (?=profit|income|earnings|revenue|sales)/i],
] as const;
/** Words that, before a measure, do not name a part of a company. Every other word is taken for one, because parts cannot be listed. */
const ofWhole = /^(?:\d\S*|q[1-4]|(?:tr|b|m)illion|[bm]n|half|year|quarter|\S+-(?:quarter|half|year|months?)|quarterly|annual|total|net|gross|group|company|inc|corp|plc|ltd|consolidated|overall|record|higher|lower|strong|reported|adjusted|non-gaap|core|underlying|operating|pre-?tax|an?|the|its?|their|our|in|of|on|for|from|to|with|as|and|or|but|that|while|had|has|have|was|is|posts?|posted|reports?|records?|recorded|generate[sd]?|mak(?:es?|ing)|made|earn(?:s|ed)?|sees?|saw|said|says|expects?|expected|forecasts?)$/i; // prettier-ignore
const wordBefore = /(?<![\p{L}\p{N}.&’'-])([\p{L}\p{N}.&’'-]+) $/u;
/** Text after a count that names a place: jobs in one place are not all jobs. */
const place = /^[^,;.(]{0,20}?\bin (?:the )?(?<name>(?:\p{Lu}\.){2,}|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*)/u;
const earlier = /\b(?:from|against|versus|vs\.?|compared (?:with|to)|year-earlier|was) ?$/i;
const past = /^[^.;,]{0,25}\b(?:earlier|ago|before)\b/i;
const partEnd = /[,;(]/;
const subjectCharsMax = 45;
/** Text after a word that no noun follows: the sentence's end, a number, a function word or a verb such as `rose`. */
const headBehind =
  /^(?:$|[^\s\p{L}-]| ?[$€£\d(]| (?:in|of|for|at|on|to|from|by|as|and|or|but|with|after|amid|while|which|that|than|this|last|during|since|up|down|over|above|below|near|about|around|vs|versus|against|expected|seen|forecast|is|was|were|are|will|would|may|has|had|beats?|tops?|topped|miss(?:es|ed)?|hit|reached|totall?ed|came|stood|rose|f[ae]ll(?:s|en|ing)?|gr[eo]w(?:s|n|ing)?|(?:climb|jump|soar|slow|cool)(?:s|ed|ing)?|(?:drop|slip)(?:s|ped|ping)?|slid(?:es?|ing)?|(?:ris|eas|declin|surg|plung|increas|decreas)(?:e[sdn]?|ing))(?!\p{L}))/iu;
/** Words that separate a number from a measure before the number (`apart`), or after it (`apartBehind`). */
const [apart, apartBehind] = [
  /[,;]|\b(?:as|after|amid|because|despite|while|when|pays?|paid|faces?)\b|\b(?:an?|the|its) $/i,
  /[,;]|\b(?:as|after|amid|because|despite|while|when|with|over|about|on|to|by|at|from|into|and)\b/i,
];

/** Returns whether `word` is the measure of the number from `from` to `to`, and not part of another noun or clause. */
function isMeasuredBy(sentence: string, word: readonly [from: number, to: number], from: number, to: number): boolean {
  const isBehind = word[0] >= to;
  const between = isBehind ? sentence.slice(to, word[0]) : sentence.slice(word[1], from);
  return headBehind.test(sentence.slice(word[1])) && !(isBehind ? apartBehind : apart).test(between);
}

/** Returns whether the measure after `ahead` is that of the whole company. A first word is a part, `Cloud revenue`, unless it is in `names`. */
function isOfWhole(ahead: string, names: ReadonlySet<string>): boolean {
  const word = wordBefore.exec(ahead)?.[1];
  if (word === undefined || ofWhole.test(word) || /['’]s?$/.test(word)) return true;
  return word.length + 1 === ahead.length && names.has(word.toLowerCase());
}

/** Returns the subject of the number from `from` to `to`, or null if no word near it names one or the number is of an earlier time. */
function subjectOf(sentence: string, names: ReadonlySet<string>, kind: string, from: number, to: number): string | null {
  const measure: Measure | null = kind === 'pct' || kind === 'count' ? kind : kind === 'points' ? null : 'money';
  if (measure === null) return null;
  if (kind === 'pct' && sentence.search(subjects['shares']!.words) >= 0) return 'shares';
  const [ahead, behind] = [sentence.slice(0, from), sentence.slice(to).split(partEnd, 1)[0]!];
  const isCompared = comparesBefore.test(ahead);
  if ((isCompared ? !expected.test(behind) : earlier.test(ahead)) || past.test(sentence.slice(to))) return null;
  let nearest: { readonly subject: string; readonly measures: readonly Measure[]; readonly distance: number; readonly isPart: boolean } | null = null;
  for (const [subject, { words, measures, isClose, isSummed }] of Object.entries(subjects))
    for (const { index, 0: word } of sentence.matchAll(words)) {
      const distance = index >= to ? index - to : from - (index + word.length);
      if (distance < 0 || distance > subjectCharsMax) continue;
      if (isClose && !isMeasuredBy(sentence, [index, index + word.length], from, to)) continue;
      // A word may belong to two subjects: `staff`. Then the number's measure decides.
      const isNearer = nearest === null || distance < nearest.distance || (distance === nearest.distance && !nearest.measures.includes(measure));
      const isPart = isSummed === true && !isOfWhole(sentence.slice(0, index), names);
      if (isNearer) nearest = { subject, measures, distance, isPart };
    }
  if (nearest === null || nearest.isPart || !nearest.measures.includes(measure)) return null;
  const { subject } = nearest;
  if (subject === 'per-share earnings' && (!earnings.test(sentence) || price.test(sentence))) return null;
  // A number after `vs` is the forecast, and the words after `vs` do not describe the number before it.
  const part = isCompared ? behind : ahead.split(partEnd).at(-1)!.split(compared).at(-1)! + behind.split(compares, 1)[0]!;
  const said = [...(expected.test(part) ? ['expected'] : []), ...qualifiers.filter(([, words]) => words.test(sentence)).map(([word]) => word)];
  const [article, rest] = subject.startsWith('the ') ? ['the ', subject.slice(4)] : ['', subject];
  const where = subject === 'jobs' ? place.exec(sentence.slice(to))?.groups!['name'] : undefined;
  return `${article}${[...said, rest].join(' ')}${where === undefined ? '' : ` in ${where}`}`;
}

/** Returns whether the subject's numbers change by the hour, so that publishers who give different ones do not contradict each other. */
export const isMoving = (subject: string): boolean => subject.endsWith('shares');

const plainMark = { tolerance: 0, subject: null, counted: [], sense: 0 } as const;

/** Returns the marks of a sentence: days, numbers, then names. `names` has its words, in lower case, that name a company or the like. */
export function marksOf(sentence: string, names: ReadonlySet<string>): Mark[] {
  const marks: Mark[] = [];
  let rest = sentence;
  for (const pattern of days)
    for (const { index, 0: text, groups } of rest.matchAll(pattern)) {
      const day = Number(groups!['day']);
      const at = months.indexOf(groups!['month']!.slice(0, 3).toLowerCase());
      if (day < 1 || day > 31) continue;
      marks.push({ ...plainMark, kind: 'day', value: at * 31 + day, text });
      rest = rest.slice(0, index) + '|'.repeat(text.length) + rest.slice(index + text.length);
    }
  for (const found of rest.matchAll(number)) {
    const mark = numberMark(sentence, names, found);
    if (mark !== null) marks.push(mark);
  }
  return [...marks, ...namesIn(sentence)];
}

const unitGap = /^[ -]/;
const plural = /s$/;
const percent = /^(?:%|percent|per cent)$/;
const year = /^(?:19|20)\d\d$/;

function numberMark(sentence: string, names: ReadonlySet<string>, { index, 0: text, groups }: RegExpExecArray): Mark | null {
  const { currency = '', digits = '', letter = '', scale = '', unit = '' } = groups!;
  const unitWord = unit.replace(unitGap, '').toLowerCase();
  const money = currencies[currency.trim().toLowerCase()] ?? currencies[unitWord.replace(plural, '')];
  // `3M` and `5K` without a currency are names.
  if (letter !== '' && money === undefined) return null;
  const size = scales[(letter || scale).toLowerCase()] ?? 1;
  const value = Number(digits.replaceAll(',', '')) * size;
  const isYear = year.test(digits) && size === 1 && unit === '' && currency === '';
  if (isYear || value === 0) return null;
  const rounding = (0.5 * size) / 10 ** (digits.split('.')[1]?.length ?? 0);
  const tolerance = approximate.test(sentence.slice(0, index)) ? Math.max(rounding, approximateShare * value) : rounding;
  const kind = money ?? (percent.test(unitWord) ? 'pct' : unitWord === '' ? 'count' : 'points');
  const counted = kind === 'count' ? countedBy(sentence.slice(index + text.length)) : [];
  if (kind === 'count' && counted.length === 0) return null;
  const [from, to] = [index, index + text.length];
  const sense = kind === 'pct' || kind === 'points' ? senseBeside(sentence, from, to) : 0;
  return { kind, value, tolerance, text: text.trim(), subject: subjectOf(sentence, names, kind, from, to), counted, sense };
}

const moves =
  /\b(?:(?<up>up|higher|ris(?:e[sn]?|ing)|rose|(?:climb|jump|gain|soar|rebound|advanc|increas|surg)(?:e?[sd]?|ed|ing)|gr[eo]w(?:s|n|ing|th)?)|down|lower|f[ae]ll(?:s|en|ing)?|(?:drop|slip)(?:s|ped|ping)?|(?:declin|decreas|plung|eas|los)(?:e[sd]?|ing)|lost|slid(?:es?|ing)?|s[au]nk|sink(?:s|ing)?|shr[aiu]nk|tumbl(?:e[sd]?|ing))\b/giu;
const moveBehind = /^ (?:\p{Ll}+ ){0,2}$/u;

/** Returns the sense of the last verb of movement before a number in its part of the sentence, else of the one after it: `a 3% drop`. */
function senseBeside(sentence: string, from: number, to: number): -1 | 0 | 1 {
  const behind = sentence.slice(to).split(partEnd, 1)[0]!;
  const ahead = [...sentence.slice(0, from).split(partEnd).at(-1)!.matchAll(moves)].at(-1);
  const next = [...behind.matchAll(moves)].find(({ index }) => moveBehind.test(behind.slice(0, index)));
  const move = ahead ?? next;
  return move === undefined ? 0 : move.groups!['up'] === undefined ? -1 : 1;
}

const countedWords = /^(?: [a-z][a-z-]*){1,3}/;

function countedBy(after: string): readonly string[] {
  const words = countedWords.exec(after)?.[0].trim().split(' ') ?? [];
  return words.filter((word) => word.length > 3).map((word) => word.replace(plural, ''));
}

const nameForm = /(?<=[\p{Ll},;:] |["“(])\p{Lu}[\p{L}’'-]+(?: (?:of |de |van |von )?\p{Lu}[\p{L}’'-]+){1,4}/gu;

const longWord = /\p{L}{4,}/gu;
const capital = /^\p{Lu}/u;

/** Share of capitalised words above which a sentence is a headline in title case. */
const headlineShare = 0.7;

function namesIn(sentence: string): Mark[] {
  const words = sentence.match(longWord) ?? [];
  if (words.filter((word) => capital.test(word)).length > headlineShare * words.length) return [];
  return [...sentence.matchAll(nameForm)].map(([text]) => ({ ...plainMark, kind: 'name', value: 0, text: text.toLowerCase() }));
}

/** Share of a number by which two rounded forms of it may differ. */
const roundingShare = 0.05;

/** Returns whether both marks state the same; one number may be a rounded form of the other. */
export function agree(a: Mark, b: Mark): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'name') return a.text === b.text;
  if (a.sense * b.sense < 0) return false;
  if (a.kind === 'count' && !a.counted.some((word) => b.counted.includes(word))) return false;
  return isRoundingOf(a, b) && Math.abs(a.value - b.value) <= roundingShare * Math.max(a.value, b.value);
}

export const isRoundingOf = (a: Mark, b: Mark): boolean => Math.abs(a.value - b.value) <= Math.max(a.tolerance, b.tolerance);

/** Numbers with a larger ratio are about different things. */
const ratioMax = 3;

/** Returns whether two numbers of one subject contradict each other, because neither is a rounded form of the other. */
export const contradict = (a: Mark, b: Mark): boolean =>
  a.kind === b.kind && !isRoundingOf(a, b) && Math.max(a.value, b.value) <= ratioMax * Math.min(a.value, b.value);
