/** Finds the headline among the paragraphs above the lead of a press release. */
import { datePattern } from '../documents/dateline.ts';
import type { Paragraph } from './paragraphs.ts';

const headlineCharacters = 300;

const noise =
  /^(?:exhibit|ex-?\s?99|contacts?\b|for (?:immediate|further|more|additional|release|investors|media)|(?:news|press|media|earnings|corporate|financial)\s+(?:release|contacts?|relations|news)|news$|investors?\b|media\b|trade\b|page\b|form\s|united states|securities and|washington|source|release|date\b|tel|phone|fax|e-?mail|nasdaq|nyse|attn|immediate release|ticker|stock code|company release|document|logo|item\s|section\s|contact|company contact|at the company|note|highlights?$|pursuant to|registrant has duly|signatures?\b|dgap-news:?$|on (?:january|february|march|april|may|june|july|august|september|october|november|december)\b)|@|https?:|www\.|\(?\d{3}\)?[-. /]\s?\d{3}[-. ]\d{4}|\+\s?\d|^\W*$|^[“"']/i;
const dateOnly = new RegExp(`^\\W*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\\s+)?${datePattern}.{0,24}$`, 'i');
const person = /\b(?:president|chief|officer|director|treasurer|secretary|relations|communications|vice|investors?|cfo|ceo)\b/i;
/** Matches verbs of headlines. A line with one is preferred to a line that only names a document. */
const announces =
  /\b(?:reports?|announces?|declares?|posts?|delivers?|achieves?|completes?|acquires?|names?|appoints?|elects?|enters?|signs?|launch(?:es)?|raises?|prices?|issues?|expects?|provides?|receives?|closes?|sells?|agrees?|settles?|approves?|increases?|updates?|amends?|joins?)\b/i;
const happens =
  /\b(?:reports?|announces?|announced|declares?|posts?|delivers?|achieves?|completes?|acquires?|acquisition|names?|appoints?|elects?|enters?|signs?|launch(?:es)?|raises?|prices?|issues?|expects?|provides?|updates?|receives?|closes?|sells?|to acquire|to sell|to merge|joins?|retires?|resigns?|steps|increases?|grows?|results?|earnings|quarter|agreement|agrees?|settles?|dividend|offering|split|merger|combination|approves?|approval|files?|amends?|extends?|initiates?|begins?|record|profits?|revenues?|sales|outlook|guidance|changes?|update|restructuring|repurchase|buyback|evolving|future)\b/i;
const isBullet = (line: string): boolean => /^[\uf000-\uf8ff•·▪■●○◦*–—-]/.test(line);

const words = (line: string): number => line.split(' ').length;
const isHeadlineLine = (line: string): boolean =>
  line.length >= 12 &&
  line.length <= headlineCharacters &&
  words(line) >= 3 &&
  !noise.test(line) &&
  !dateOnly.test(line) &&
  !isBullet(line) &&
  !/\.\.{3}|_{3}/.test(line) &&
  !(person.test(line) && !happens.test(line));
const isNoTitle = (line: string): boolean =>
  line.length > 220 ||
  (/\p{Ll}\.$/u.test(line) && words(line) > 14) ||
  /\b(?:attached|incorporated|furnished) (?:hereto|herein|herewith|as|by)\b/i.test(line);

const isCapitals = (line: string): boolean => /\p{Lu}{3}/u.test(line) && !/\p{Ll}{3}/u.test(line);
const hangs =
  /(?:\b(?:of|for|and|the|in|to|with|on|a|an|its|by|from|at|as|or|over|per|new|third|first|second|fourth|most|announces?|reports?|acquires?|completes?|end(?:ed|ing)|successive|consecutive)|[,;&:–—-])$/i;
/** Match the end of a line whose title continues on the next line, with a date or a quarter. */
const hangsOnDate = /\bend(?:ed|ing)(?: on)?$/i;
const hangsOnQuarter = /\bfiscal(?: year)?(?: \d{4})?$/i;
const ofQuarter = /^(?:(?:first|second|third|fourth|full)[ -](?:fiscal )?(?:quarter|half|year)|annual results)\b/i;
const continuesCapitals = /^(?:OF|FOR|AND|THE|IN|TO|WITH|ON|BY|FROM|AT|AS|OR|OVER|PER|UNDER)\b/;
const continues = /^(?:of|for|and|the|in|to|with|on|by|from|at|as|or|over|per|under|[a-z](?![A-Z])|\$?\d|&)(?![a-z]*:)/;

const wirePrefix = /^(?:DGAP|EQS|PTA|euro)[- ]?(?:news|ad-?\s?hoc|adhoc|corporate news)?\s?:\s*/i;

interface Line {
  readonly text: string;
  readonly paragraph: number;
}

const canFollow = (before: Line, next: Line): boolean => {
  if (hangsOnDate.test(before.text) && dateOnly.test(next.text)) return true;
  if (noise.test(next.text) || dateOnly.test(next.text) || isBullet(next.text) || isNoTitle(next.text)) return false;
  const isOneBlock = before.paragraph === next.paragraph && isCapitals(before.text) === isCapitals(next.text);
  if (hangsOnQuarter.test(before.text) && ofQuarter.test(next.text)) return true;
  return isOneBlock || hangs.test(before.text) || continues.test(next.text) || (isCapitals(next.text) && continuesCapitals.test(next.text));
};

/** Returns the headline, joined from the line at `at` and the lines around it that belong to it. */
function wholeHeadline(lines: readonly Line[], at: number): string {
  let [first, last] = [at, at];
  while (
    first > 0 &&
    isHeadlineLine(lines[first - 1]!.text) &&
    canFollow(lines[first - 1]!, lines[first]!) &&
    (lines[first - 1]!.paragraph === lines[first]!.paragraph || continues.test(lines[first]!.text))
  )
    first -= 1;
  while (last + 1 < lines.length && canFollow(lines[last]!, lines[last + 1]!)) last += 1;
  let headline = '';
  for (const { text } of lines.slice(first, last + 1)) {
    if (headline.length + text.length > headlineCharacters) break;
    headline = headline === '' ? text : `${headline} ${text}`;
  }
  return headline
    .replace(/\s+/g, ' ')
    .replace(wirePrefix, '')
    .replace(/^[-–—•*\s]+|(?<![-–—*\s])[-–—*\s]+$/g, '');
}

/** Returns the headline above the lead; '' if all lines are marks, contacts or logos. */
export function headlineAbove(paragraphs: readonly Paragraph[]): string {
  const lines = paragraphs.flatMap(({ lines: own }, paragraph) => own.map((text) => ({ text, paragraph })));
  const isTitle = ({ text }: Line): boolean => isHeadlineLine(text) && !isNoTitle(text);
  const [says, speaks] = [announces, happens].map((pattern) => lines.findIndex((line) => isTitle(line) && pattern.test(line.text)));
  const at = [says!, speaks!, lines.findLastIndex(isTitle)].find((index) => index >= 0) ?? -1;
  return at < 0 ? '' : wholeHeadline(lines, at);
}
