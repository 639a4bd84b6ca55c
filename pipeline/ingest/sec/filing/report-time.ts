/**
 * Finds the sentence in which a company says when it will report its results: "will release its third quarter results before the market
 * opens on Thursday, October 29, 2026". The sentence must name the company, results of a period, and a date after the filing. Tentative
 * words ("expects to") do not count.
 */
import { compareText } from '#schemas/compare-text.ts';
import type { StatedReport } from '#schemas/report-date.ts';
import { calendarDay, monthNumber, monthPattern } from '../../dates.ts';
import { paragraphsOf } from '../documents/paragraphs.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const month = `${monthPattern}\\.?`;
const ordinal = String.raw`(\d{1,2})(?:\s?(?:st|nd|rd|th))?`;
/** Groups: weekday; month, day, year; or day, month, year. */
const datePattern = String.raw`(?:\b(${weekdays.join('|')}),?\s+)?(?:\b(${month})\s+${ordinal}(?:,?\s+(20\d\d))?\b|\b${ordinal}\s+(${month}),?\s+(20\d\d)\b)`;
const date = new RegExp(datePattern, 'i');
/** Matches the end of a period, whose date is not that of the report. */
const periodEnd =
  /\b(quarter|year|months|weeks|period|half)(?: and [\w -]{1,40})?,? (?:that )?(?:ended|ending) (?:on )?(?:[a-z]{3,6}day,? )?(?:[a-z]{3,9}\.? \d{1,2}(?:,? 20\d\d)?|\d{1,2} [a-z]{3,9}\.?,? 20\d\d)\b/gi;

const firm = String.raw`\b(?<!\b(?:originally|previously|was|were|been|if)\s)(?:will|plans?\s+to|intends?\s+to|(?:is\s+|are\s+)?(?:scheduled|set)\s+to)\s+(?:(?:also|now|publicly)\s+)?`;
const active = new RegExp(String.raw`${firm}(?:report|release|announce|issue|publish|disclose)\b`, 'i');
const passive = new RegExp(
  String.raw`\b(?:results|earnings)\b[^;]{0,120}?${firm}be\s+(?:reported|released|announced|issued|published|disclosed)\b`,
  'i',
);
/** Matches the word that opens the part of a sentence about the conference call. */
const aboutCall = /\b(?:calls?|webcasts?|hosts?|holds?|conducts?|discuss\w*|presentations?|replay|dial|meetings?)\b/i;
const results = /\b(?:results|earnings)\b/i;
const ofPeriod =
  /\b(?:first|second|third|fourth|1st|2nd|3rd|4th|q[1-4]|[1-4]q|quarter(?:ly)?|fiscal|full[-\s]year|year[-\s]end|annual|half|interim|(?:three|six|nine|twelve)[-\s]months?)\b/i;
const otherResults =
  /\b(?:voting|tests?|trials?|stud(?:y|ies)|drilling|assays?|preliminary|sales|production|traffic|clinical|surveys?|tender|offers?|auction|stress|data|guidance|outlook|reserves?)\b/i;
const otherDate = /\b(?:dividends?|payable|record|10-[qk]|20-f|annual\s+report)\b/i;
const market = String.raw`(?:the\s+)?(?:(?:u\.?s\.?|new\s+york|nyse|nasdaq|stock|equity|financial|regular|american|exchange)\s+)*`;
const place = String.raw`\s+of\s+(?:the\s+)?(?:[\w.]+\s+){0,4}?(?:markets?|trading|nyse|nasdaq|exchange)`;
const sessionWords = {
  before_open: new RegExp(String.raw`\b(?:before|prior\s+to|ahead\s+of)\s+${market}(?:markets?['’]?s?\s+open(?:s|ing)?\b|open(?:ing)?${place}|open(?:ing)?\s+bell|(?:start|commencement)${place}|trading\s+(?:begins|opens|starts))|\bpre-?market\b`, 'i'),
  after_close: new RegExp(String.raw`\b(?:after|following)\s+${market}(?:markets?['’]?s?\s+clos(?:es?|ing)\b|clos(?:e|ing)${place}|closing\s+bell|trading\s+(?:ends|closes))|\b(?:after[-\s]market|post-?market|after\s+market\s+hours)\b`, 'i'),
  during: /\bduring\s+(?:regular\s+)?(?:market|trading)\s+hours\b/i,
} as const; // prettier-ignore

const [daysAheadMax, textCharsMax, documentCharsMax] = [200, 1_000, 400_000] as const;
/** Matches documents that may have a statement; most fail this cheap test. */
const promising =
  /\b(?:will|plans?\s+to|intends?\s+to|scheduled|set\s+to)\b[^.]{0,250}\b(?:results|earnings|report\w*|releas\w*|announc\w*|publish\w*|issue\w*)\b/i;

interface FilingFacts {
  /** The registrant as EDGAR names it. */
  readonly company: string;
  readonly filedOn: string;
}

export function findReportTime(texts: readonly string[], filing: FilingFacts): StatedReport | null {
  const statement = texts
    .filter((text) => promising.test(text))
    .flatMap((text) => sentencesOf(text.slice(0, documentCharsMax)).flatMap((sentence) => readStatement(sentence, filing) ?? []));
  // If two sentences have the same date, the one that names the session is preferred.
  return statement.sort((a, b) => compareText(a.date, b.date) || Number(a.session === null) - Number(b.session === null))[0] ?? null;
}

const abbreviation = /(?:\b(?:inc|corp|ltd|co|llc|plc|no|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|approx|[ap]\.m)|\b[A-Z])\.$/i;

function sentencesOf(text: string): string[] {
  return paragraphsOf(text, true).flatMap(({ words }) => {
    const sentences: string[] = [];
    for (const part of words
      .replace(/\s+/g, ' ')
      .trim()
      .split(/(?<=[.!?]["”]?) (?=["“(]?[A-Z])/)) {
      const last = sentences.at(-1);
      if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = `${last} ${part}`;
      else sentences.push(part);
    }
    return sentences;
  });
}

export function readStatement(sentence: string, { company, filedOn }: FilingFacts): StatedReport | null {
  if (sentence.length > textCharsMax) return null;
  const text = sentence.replace(periodEnd, '$1');
  const [said, isPassive] = [active.exec(text) ?? passive.exec(text), !active.test(text)];
  if (said === null) return null;
  const after = text.slice(said.index + said[0].length);
  const clause = after.slice(0, aboutCall.exec(after)?.index ?? after.length);
  const on = date.exec(clause);
  const object = isPassive ? text.slice(0, said.index + said[0].length) : clause;
  const what = results.exec(object);
  if (on === null || what === null || !ofPeriod.test(object)) return null;
  const named = isPassive ? object : clause.slice(0, Math.max(on.index, what.index));
  if (otherResults.test(named) || otherDate.test(named) || (!isPassive && what.index > on.index + on[0].length + 40)) return null;
  if (!namesCompany(isPassive ? text : text.slice(0, said.index), company)) return null;
  const day = dayOf(on, filedOn);
  if (day === null) return null;
  const sessions = (Object.keys(sessionWords) as (keyof typeof sessionWords)[]).filter((session) => sessionWords[session].test(clause));
  return { date: day, session: sessions.length === 1 ? sessions[0]! : null, text: sentence };
}

const ownWords = /\b(?:we|our|it|its|the (?:company|corporation|group|bank|partnership|trust|firm|registrant))\b/i;
const generic = new Set(['the', 'first', 'new', 'american', 'united', 'national', 'general', 'global', 'international']);

/** Returns whether the words refer to the company: "we", "the company", or the first distinctive word of its name. */
function namesCompany(words: string, company: string): boolean {
  const own = company.toLowerCase().match(/[\p{L}\d]{3,}/gu)?.find((word) => !generic.has(word));
  return ownWords.test(words) || (own !== undefined && words.toLowerCase().includes(own));
} // prettier-ignore

/** Returns the date of a match if it exists, fits its weekday and is after the filing. A date without a year needs the weekday. */
function dayOf([, weekday, monthFirst, dayAfter, yearLast, dayFirst, monthAfter, yearAfter]: RegExpExecArray, filedOn: string): string | null {
  const filed = Temporal.PlainDate.from(filedOn);
  const stated = yearLast ?? yearAfter;
  const years = stated !== undefined ? [Number(stated)] : weekday === undefined ? [] : [filed.year, filed.year + 1];
  for (const year of years) {
    const day = calendarDay(year, monthNumber(monthFirst ?? monthAfter ?? '') ?? 0, Number(dayAfter ?? dayFirst));
    if (day === null || (weekday !== undefined && weekdays[day.dayOfWeek - 1] !== weekday.toLowerCase())) continue;
    const daysAhead = filed.until(day).days;
    if (daysAhead > 0 && daysAhead <= daysAheadMax) return day.toString();
  }
  return null;
}
