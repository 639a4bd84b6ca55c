/** Selects the words of a text that weighed most for a direction. */
import type { Sentiment } from '#schemas/vocabulary.ts';
import type { TextReading } from '../reader/read-with-names.ts';
import { lexemeOf, type Lexeme } from '../text/lexeme.ts';
import { stemOf } from '../text/stem.ts';
import { wordSet } from '../text/word-set.ts';
import { wordsOf } from '../text/words.ts';

const QUOTES_MAX = 3;
/** Least change of the probability by a word that is quoted. */
const WEIGHT_MIN = 0.08;
/** Words that mean nothing without their sentence: function words, adverbs of degree, and verbs that only introduce. */
const SAYS_NOTHING = wordSet(
  'a all also amid among an and another announced announces are as at be been but by can did do does even for from had has have he her his if in into is it its just most much now of on or our reported reports s said say says she so still such than that the their these they this those to too us versus very vs was we were what when which who why will with yet you your',
);

/** Returns whether a word alone supports a direction: no name, unknown word, kind of news (`analysts`) or number without a sign. */
const isTelling = ({ word, direction, perMillion, isKind, numberKind }: Lexeme): boolean =>
  direction !== 0 || (numberKind === null && perMillion > 0 && !isKind && !lexemeOf(stemOf(word)).isKind);
const SIGNED = /(?:^| )[+−-][$€£¥]?\.?\d/;

/** Returns quotes in the order of the text. Neighbouring words form one quote, which needs at least one telling word. */
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
  return quotes.filter((quote) => SIGNED.test(quote) || wordsOf(quote).lexemes.some(isTelling));
}
