/** Writes a filing's title and summary: fixed sentences, and at most three of its own, never its whole text (specification.md 1.4). */
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { SurfacedItem } from '#schemas/filing.ts';
import { alarmItems, itemToday } from '#schemas/filing.ts';
import type { RawFiling } from '#schemas/raw.ts';
import { acceptedOn } from '../filed-record.ts';
import { longDate } from '../text/format-figures.ts';
import { cleanText, cutText } from '../normalise/clean.ts';
import { sentencesOf } from '../text/sentences.ts';
import { capitalised } from '../form4/names.ts';
import { eventTitle } from './event-title.ts';
import { againstYear, headlineFigures } from '../../earnings-figure-text.ts';
import { inOrdinaryCase } from './ordinary-case.ts';

export interface FilingText {
  readonly title: string;
  /** The event that the title states, without the ticker; null when the title only names the item. */
  readonly event: FilingEvent | null;
  readonly summary: string;
  readonly impact: string;
}

export interface FilingEvent {
  readonly text: string;
  /** Whether the text is a press release's headline. Otherwise it comes from the text of an item. */
  readonly isHeadline: boolean;
}

interface FilingTextInput {
  readonly raw: RawFiling;
  readonly company: string;
  readonly ticker: string;
  readonly analysis: EarningsAnalysis | null;
}

interface Phrase {
  readonly did: string;
  readonly called: string;
}

/** For each item, the words that follow the company's name in a title without a headline, and the item's name. */
// prettier-ignore
const surfaced: Readonly<Record<SurfacedItem, Phrase>> = {
  '1.01': { did: 'enters into a material agreement',                        called: 'entry into a material agreement' },
  '1.02': { did: 'ends a material agreement',                               called: 'end of a material agreement' },
  '2.01': { did: 'completes an acquisition or sale of assets',              called: 'completion of an acquisition or sale' },
  '2.02': { did: 'reports results',                                         called: 'results of operations' },
  '2.03': { did: 'takes on a material financial obligation',                called: 'new financial obligation' },
  '3.02': { did: 'sells unregistered shares',                               called: 'unregistered sale of shares' },
  '5.02': { did: 'announces a change among directors or officers',          called: 'directors and officers' },
  '5.07': { did: 'reports the votes of its shareholders',                   called: 'shareholder votes' },
  '7.01': { did: 'makes a Regulation FD disclosure',                        called: 'Regulation FD disclosure' },
  '8.01': { did: 'reports an event',                                        called: 'other events' },
};
/** The same for items that are not surfaced but may be a filing's main news. */
// prettier-ignore
const besides: Readonly<Record<string, Phrase>> = {
  '1.03': { did: 'enters bankruptcy or receivership',                       called: 'bankruptcy or receivership' },
  '1.05': { did: 'reports a material cyber incident',                       called: 'cyber incident' },
  '2.04': { did: 'reports a debt that falls due early',                     called: 'acceleration of an obligation' },
  '2.05': { did: 'takes on costs of a restructuring',                       called: 'costs of a restructuring' },
  '2.06': { did: 'records a material impairment',                           called: 'material impairment' },
  '3.01': { did: 'receives a notice on its listing',                        called: 'notice on the listing' },
  '4.01': { did: 'changes its auditors',                                    called: 'change of auditors' },
  '4.02': { did: 'says that earlier statements can no longer be relied on', called: 'non-reliance on earlier statements' },
  '5.01': { did: 'reports a change in control',                             called: 'change in control' },
};
const phrases: Readonly<Record<string, Phrase | undefined>> = { ...surfaced, ...besides };
const phraseOf = (item: string): Phrase => phrases[item] ?? surfaced['8.01'];

const titleCharacters = 300;
const summaryCharacters = 900;
const sentencesMax = 3;
const sentenceCharactersMin = 30;

/** Returns the words in lower case, separated by blanks; apostrophes are left out. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\d&]+/gu, ' ')
    .trim();
/** Returns whether a headline names the company by the first word of its name: Apple for `Apple Inc.`, Kohl's for `KOHLS Corp`. */
function names(headline: string, company: string): boolean {
  const first = /[\p{L}\d&]{3,}/u.exec(plain(company).replace(/^the /, ''))?.[0] ?? plain(company);
  // The headline may join it to the next word: `ExxonMobil` for Exxon Mobil.
  return ` ${plain(headline)}`.includes(` ${first}`);
}

/** Removes punctuation that neighbouring lines left at the end of a headline. */
const trimmed = (headline: string): string => headline.replace(/(?<![\s;,:–—-])[\s;,:–—-]+$/, '').replace(/(?<=[a-z\d]{2})\.$/, '');
/** Returns whether the text is only a part of a headline, or a line of the form's cover. */
const isPiece = (headline: string): boolean =>
  /^(?:and|or|of|for|to|with|by|from)\b/i.test(headline) ||
  /\b(?:date of (?:report|earliest)|exact name of|commission file|state or other jurisdiction|registrant['’]s telephone|irs employer|current report|form 8-k|form 6-k|report of foreign)\b/i.test(
    headline,
  );

/**
 * Returns the item that headline and lead are about: an alarm item if there is one, except beside a completed merger, which also ends a
 * listing.
 */
export function leadItem({ told_item, items, primary_item }: RawFiling): string | null {
  if (told_item !== undefined || primary_item === '2.01') return told_item ?? primary_item;
  return items.map(itemToday).find((item) => item !== null && alarmItems.includes(item)) ?? primary_item;
}

interface FilingTitle extends Pick<FilingText, 'title' | 'event'> {
  /** The sentence of the lead that the title repeats; null when it repeats none. */
  readonly sentence: string | null;
}

function titleOf({ raw, company, ticker, analysis }: FilingTextInput): FilingTitle {
  const named = `${company} (${ticker})`;
  const headline = trimmed(inOrdinaryCase(cleanText(raw.headline), company));
  if (headline !== '' && !isPiece(headline)) {
    const isNamed = names(headline, company);
    return titled(isNamed ? `${headline} (${ticker})` : `${named}: ${headline}`, {
      text: isNamed ? headline : `${company}: ${headline}`,
      isHeadline: true,
    });
  }
  const item = leadItem(raw);
  if (analysis !== null && (item === null || item === '2.02')) return titled(`${named} ${surfaced['2.02'].did} for ${analysis.fiscal_period}`, null);
  const event = eventTitle({ item, lead: raw.lead, company });
  if (event === null) return titled(`${named} ${phraseOf(item ?? '2.02').did}`, null);
  const eventText = `${event.isOfCompany ? ' ' : ': '}${inOrdinaryCase(event.words, company)}`;
  return titled(`${named}${eventText}`, { text: `${company}${eventText}`, isHeadline: false }, event.sentence);
}

const titled = (title: string, event: FilingEvent | null, sentence: string | null = null): FilingTitle => ({
  title: cutText(title, titleCharacters),
  event,
  sentence,
});

function filedSentence({ raw, company, ticker }: FilingTextInput): string {
  const on = acceptedOn(raw);
  const when = on === null ? '' : ` on ${longDate(on)}`;
  const items = raw.items.flatMap((item) => {
    const today = itemToday(item);
    const phrase = today === null ? undefined : phrases[today];
    return phrase === undefined ? [] : [`${phrase.called} (item ${today})`];
  });
  const about = raw.form.startsWith('6-K') ? ', an earnings release' : items.length === 0 ? '' : `: ${items.join(', ')}`;
  const amended = raw.amends?.filed_on ?? null;
  const amends = amended === null ? '' : ` It amends the filing of ${longDate(amended)}.`;
  return `${company} (${ticker}) filed Form ${raw.form} with the SEC${when}${about}.${amends}`;
}

function figuresSentence(analysis: EarningsAnalysis | null): string {
  if (analysis === null) return '';
  const { revenue, netIncome, eps, adjustedEps } = headlineFigures(analysis);
  const figures = [revenue, netIncome, eps, adjustedEps].flatMap((metric) => {
    const text = metric === undefined ? null : againstYear(metric);
    return metric === undefined || text === null ? [] : [`${metric.name} ${text}`];
  });
  return figures.length === 0 ? '' : ` ${analysis.fiscal_period}: ${figures.join('; ')}.`;
}

const result = /\b(?:revenues?|sales|turnover|income|profits?|loss(?:es)?|earnings|eps)\b/i;
const digit = /\d/;
/** Returns whether a sentence names a result and then a figure. */
const statesResult = (sentence: string): boolean => digit.test(sentence.slice(result.exec(sentence)?.index ?? sentence.length));

interface LeadChoice {
  readonly charactersMax: number;
  /** Whether sentences with figures come first. */
  readonly isResults: boolean;
  /** The sentence that the title repeats; it is always chosen. */
  readonly titleSentence: string | null;
}

/** Returns at most three sentences, and never all sentences of a lead that has several. */
function leadSentences(lead: string, { charactersMax, isResults, titleSentence }: LeadChoice): string {
  const all = lead.split('\n').flatMap((paragraph) => sentencesOf(cleanText(paragraph), 12));
  const telling = all.filter((sentence) => sentence.length >= sentenceCharactersMin && (!sentence.endsWith(':') || all.length === 1));
  if (isResults) telling.sort((a, b) => Number(statesResult(b)) - Number(statesResult(a)));
  const count = Math.min(sentencesMax, Math.max(1, all.length - 1));
  const at = telling.findIndex((sentence) => sentence.toLowerCase() === titleSentence?.toLowerCase());
  if (at >= count || telling.slice(0, at + 1).join(' ').length > charactersMax) telling.unshift(...telling.splice(at, 1));
  let text = '';
  for (const sentence of telling.slice(0, count)) {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (longer.length > charactersMax) break;
    text = longer;
  }
  return text === '' && telling[0] !== undefined ? cutText(telling[0], charactersMax) : text;
}

export function writeFilingText(input: FilingTextInput): FilingText {
  const filed = `${filedSentence(input)}${figuresSentence(input.analysis)}`;
  const item = leadItem(input.raw);
  const isResults = input.analysis === null && (item === null || item === '2.02');
  const { title, event, sentence: titleSentence } = titleOf(input);
  const charactersMax = Math.max(200, summaryCharacters - filed.length);
  const lead = leadSentences(inOrdinaryCase(input.raw.lead, input.company), { charactersMax, isResults, titleSentence });
  const what = input.raw.form.startsWith('6-K') ? 'Earnings release' : phraseOf(item ?? '8.01').called;
  const impact = `${capitalised(what)} of ${input.company} (Form ${input.raw.form})${input.analysis === null ? '' : `, ${input.analysis.fiscal_period}: ${input.analysis.verdict}`}.`;
  return { title, event, summary: lead === '' ? filed : `${filed} ${lead}`, impact };
}
