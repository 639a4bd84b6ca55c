/** Returns the words of a text that weighed most for a direction. */
import type { Sentiment } from '#schemas/vocabulary.ts';
import type { TextReading } from '../reader/read-with-names.ts';
import { wordSet } from '../text/word-set.ts';

const QUOTES_MAX = 3;
/** Words that change the direction's probability by less are not quoted. */
const WEIGHT_MIN = 0.08;
/** Words that say nothing when they are quoted without their sentence: function words, and verbs that only introduce what is said. */
const SAYS_NOTHING = wordSet(
  'a all amid among an and announced announces are as at be been but by can for from had has have he her his if in into is it its of on or our reported reports s said say says she than that the their these they this those to us versus vs was we were what when which who why will with you your',
);

/** Returns quotes in the order of the text; neighbouring words are one quote. */
export function quotesFor({ reading, names }: TextReading, direction: Exclude<Sentiment, 'neutral'>): string[] {
  const sign = direction === 'positive' ? 1 : -1;
  const taken = new Set(names.flatMap(({ mention }) => mention.text.toLowerCase().split(/\s+/)));
  const telling = reading.evidence.filter(
    ({ text, weight }) => weight * sign >= WEIGHT_MIN && text !== '' && !taken.has(text.toLowerCase()) && !SAYS_NOTHING.has(text.toLowerCase()),
  );
  const best = new Set(telling.toSorted((a, b) => (b.weight - a.weight) * sign).slice(0, QUOTES_MAX));
  const quotes: string[] = [];
  let before = -2;
  for (const [at, word] of reading.evidence.entries()) {
    if (!best.has(word)) continue;
    if (at === before + 1) quotes.push(`${quotes.pop()} ${word.text}`);
    else quotes.push(word.text);
    before = at;
  }
  return quotes;
}
