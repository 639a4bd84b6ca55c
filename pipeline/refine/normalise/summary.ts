/**
 * Lead and body in, the served summary out: at most three sentences and about 600 characters of the lead,
 * and never all of the article's text (service.md 1.4).
 */
import { sentencesOf } from '../text/sentences.ts';
import { cutBoilerplate } from './boilerplate.ts';
import { cleanText, cutText } from './clean.ts';

const SENTENCES_MAX = 3;
const SUMMARY_LENGTH_MAX = 600;
/** What is looked at of a lead, and of a body: more changes neither summary nor score. */
const LEAD_LENGTH_MAX = 1_500;

/** The lead as it is scored: the publisher's description, else how the main text begins. */
export function leadOf(rawSummary: string, body: string | null): string {
  const lead = cutBoilerplate(cleanText(rawSummary.slice(0, 2 * LEAD_LENGTH_MAX)));
  const opening = lead.length >= 80 || body === null ? '' : cutBoilerplate(cleanText(body.slice(0, 2 * LEAD_LENGTH_MAX)));
  return cutText(opening.length > lead.length ? opening : lead, LEAD_LENGTH_MAX);
}

export function summaryOf(rawSummary: string, body: string | null, title: string): string {
  const described = cutBoilerplate(cleanText(rawSummary.slice(0, 2 * LEAD_LENGTH_MAX)));
  const source = isTitleAgain(described, title) ? leadOf('', body) : described;
  const sentences = sentencesOf(source, SENTENCES_MAX).filter((sentence) => !isTitleAgain(sentence, title));
  const summary = fit(sentences);
  return body === null ? summary : lessThan(summary, cleanText(body.slice(0, 4 * LEAD_LENGTH_MAX)));
}

function isTitleAgain(sentence: string, title: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const bareSentence = bare(sentence);
  return bareSentence !== '' && (bareSentence === bare(title) || (bareSentence.startsWith(bare(title)) && bareSentence.length < bare(title).length + 25 && title !== ''));
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

/** A body that short that the summary would be all of it: leave sentences out, at last half the words. */
function lessThan(summary: string, body: string): string {
  if (summary === '' || body === '' || !summary.includes(body.slice(0, SUMMARY_LENGTH_MAX + 1))) return summary;
  const sentences = sentencesOf(summary, SENTENCES_MAX);
  if (sentences.length > 1) return lessThan(sentences.slice(0, -1).join(' '), body);
  const words = summary.split(' ');
  return words.length < 8 ? '' : `${words.slice(0, Math.floor(words.length / 2)).join(' ')}…`;
}
