/** Builds the served summary from description or main text: at most three sentences and 600 characters, never the whole article. */
import { sentencesOf } from '../text/sentences.ts';
import { cutBoilerplate } from './boilerplate.ts';
import { cleanText, cutText } from './clean.ts';

const SENTENCES_MAX = 3;
const SUMMARY_LENGTH_MAX = 600;
/** Maximum number of characters of a lead or body; more would change neither summary nor score. */
const LEAD_LENGTH_MAX = 1_000;
/** Length below which a description says too little about the article. */
export const DESCRIPTION_LENGTH_MIN = 80;

const ENDS_SENTENCE = /(?:[.!?…]["'”’)]?|^)$/;
const IS_BROKEN_OFF = /(?:…|\.\.\.)$/;

/** The publisher's description and the main text, each cleaned and cut to the length that is used. */
export interface ArticleText {
  readonly described: string;
  readonly body: string;
}

export function articleTextOf(rawSummary: string, body: string | null, title: string): ArticleText {
  const read = (text: string): string => {
    const beginning = text.slice(0, 2 * LEAD_LENGTH_MAX);
    if (areHeadlines(beginning, title)) return '';
    const clean = cutBoilerplate(cleanText(beginning));
    return beginning.length < text.length && !ENDS_SENTENCE.test(clean) ? `${clean}…` : clean;
  };
  return { described: read(rawSummary), body: body === null ? '' : read(body) };
}

/** Matches the outlet after a headline: `Walmart lifts view - Bloomberg`. */
const SIGNED = /\s[-–—]\s\p{Lu}[^\s,;]{0,20}(?:\s\p{Lu}[^\s,;]{0,20}){0,3}(?=\s*(?:[,;|\n]|$))/gu;
const ENDED = /[.!?…](?:\s|$)/;

/** Returns whether the text is an aggregator's list of headlines of several outlets, which says nothing about the article itself. */
function areHeadlines(text: string, title: string): boolean {
  if (!ENDED.test(text) && [...text.matchAll(SIGNED)].length > 1) return true;
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length > 1 && titleMatcher(title)(lines[0]!) && lines.every((line) => !/[.!?…]$/.test(line));
}

/** Returns the lead: the description, or the beginning of the main text when the description is short. */
export const leadOf = ({ described, body }: ArticleText): string =>
  cutText(described.length < DESCRIPTION_LENGTH_MIN && body.length > described.length ? body : described, LEAD_LENGTH_MAX);

/** Returns the summary; '' when the text only repeats the title. */
export function summaryOf({ described, body }: ArticleText, title: string): string {
  const isTitleAgain = titleMatcher(title);
  const source = described === '' || isTitleAgain(described) ? body : described;
  const sentences = sentencesOf(source, SENTENCES_MAX + 1)
    .filter((sentence) => !isTitleAgain(sentence))
    .slice(0, SENTENCES_MAX);
  // A truncated sentence is served only when there is no complete one.
  const whole = sentences.filter((sentence) => !IS_BROKEN_OFF.test(sentence));
  const summary = fit(whole.length > 0 ? whole : sentences);
  return body === '' ? summary : lessThan(summary, body);
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
/** Maximum number of characters that a description adds when it repeats the title: an aggregator appends the outlet's name. */
const TITLE_MARGIN = 25;

function titleMatcher(title: string): (sentence: string) => boolean {
  let bareTitle: string | null = null;
  const first = firstOf(title);
  return (sentence) => {
    // A sentence far longer than the title cannot repeat it.
    if (first === '' || sentence.length > 2 * title.length + 2 * TITLE_MARGIN || firstOf(sentence) !== first) return false;
    bareTitle ??= bare(title);
    const bareSentence = bare(sentence);
    return bareSentence.startsWith(bareTitle) && bareSentence.length < bareTitle.length + TITLE_MARGIN;
  };
}

function firstOf(text: string): string {
  const at = text.search(/[\p{L}\p{N}]/u);
  return at < 0 ? '' : text.charAt(at).toLowerCase();
}

function fit(sentences: readonly string[]): string {
  let summary = '';
  for (const sentence of sentences) {
    const longer = summary === '' ? sentence : `${summary} ${sentence}`;
    if (longer.length > SUMMARY_LENGTH_MAX) break;
    summary = longer;
  }
  return summary === '' && sentences[0] !== undefined ? cutText(sentences[0], SUMMARY_LENGTH_MAX) : summary;
}

/** Shortens a summary that would be all of a short body: drops sentences, and at last half of the words. */
function lessThan(summary: string, body: string): string {
  if (summary === '' || body === '' || !summary.includes(body.slice(0, SUMMARY_LENGTH_MAX + 1))) return summary;
  const sentences = sentencesOf(summary, SENTENCES_MAX);
  if (sentences.length > 1) return lessThan(sentences.slice(0, -1).join(' '), body);
  const words = summary.split(' ');
  return words.length < 8 ? '' : `${words.slice(0, Math.floor(words.length / 2)).join(' ')}…`;
}
