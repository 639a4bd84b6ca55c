/**
 * Reads the sentiment sets as rows of one shape: a text, the places of the name whose sentiment is labelled, and the label.
 */
import { cleanText } from '#pipeline/refine/normalise/clean.ts';
import { wordsOf, type Words } from '#pipeline/refine/text/words.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';
import { readRows } from './rows.ts';

/** A range of words; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface SentimentRow {
  /** Text as in the set, by which rows that were trained on are recognised. */
  readonly source: string;
  readonly words: Words;
  /** Places of the name whose sentiment is labelled; null when the label is for the whole text. */
  readonly about: readonly Span[] | null;
  /** Places of the other names of the text. */
  readonly others: readonly Span[];
  readonly label: Sentiment;
  /** True when names of the headline have different labels. */
  readonly isContested: boolean;
}

/** Returns a row for each name in SEntFiN's headlines, or null without the set. */
export function sentfinRows(folder: string): SentimentRow[] | null {
  const rows = readRows<{ title: string; entities: Record<string, Sentiment> }>(folder, 'sentiment/sentfin.jsonl');
  return (
    rows?.flatMap(({ title, entities }) => {
      const words = wordsOf(cleanText(title));
      const spans = Object.keys(entities).map((name) => spansOf(words, name));
      const isContested = new Set(Object.values(entities)).size > 1;
      return Object.values(entities).map((label, at) => {
        const about = spans[at] ?? [];
        const others = spans
          .flatMap((other, i) => (i === at ? [] : other))
          .filter((other) => about.every(({ from, to }) => other.from >= to || other.to <= from));
        return { source: title, words, about: about.length === 0 ? null : about, others, label, isContested };
      });
    }) ?? null
  );
}

/** Returns the cleaned text with each link replaced by `https`. */
export const tweetText = (text: string): string => cleanText(text.replace(/https?:\S*/g, 'https'));

export function twitterRows(folder: string): SentimentRow[] | null {
  const rows = readRows<{ text: string; label: Sentiment }>(folder, 'sentiment/twitter_fin_sentiment.jsonl');
  return rows?.map(({ text, label }) => wholeText(text, tweetText(text), label)) ?? null;
}

export function phrasebankRows(folder: string): SentimentRow[] | null {
  const rows = readRows<{ sentence: string; label: Sentiment }>(folder, 'sentiment/phrasebank.jsonl');
  return rows?.map(({ sentence, label }) => wholeText(sentence, cleanText(untokenised(sentence)), label)) ?? null;
}

/** Returns a tokenised sentence (`EUR0 .12 , up 5 % , Nokia 's`) with its original spacing. */
const untokenised = (text: string): string =>
  text
    .replace(/``|''/g, '"')
    .replace(/ ([,.;:?!%)]|'s\b|n't\b)/g, '$1')
    .replace(/([($€£]) /g, '$1')
    .replace(/(\d) (?=\.\d)/g, '$1');

const wholeText = (source: string, text: string, label: Sentiment): SentimentRow => ({
  source,
  words: wordsOf(text),
  about: null,
  others: [],
  label,
  isContested: false,
});

/** Returns every place of a name; when it does not occur, those of its longest beginning that does. */
export function spansOf(words: Words, name: string): Span[] {
  const { lower } = wordsOf(cleanText(name));
  for (let length = lower.length; length > 0; length -= 1) {
    const spans: Span[] = [];
    for (let from = 0; from + length <= words.lower.length; from += 1) {
      if (lower.slice(0, length).every((word, k) => words.lower[from + k] === word)) {
        spans.push({ from, to: from + length });
        from += length - 1;
      }
    }
    if (spans.length > 0) return spans;
  }
  return [];
}
