/**
 * Gives the frequency of lower-case words in English news, which separates common words from names and weighs words. The counts are of headlines
 * and tweets in SEntFiN 1.0, the Twitter Financial News sets (MIT) and the UCI News Aggregator (CC BY 4.0, Gasparetti 2016).
 */
import { hashText } from './hash.ts';
import { stemOf } from './stem.ts';
import counts from './word-counts.json' with { type: 'json' };

const log2CountByWord = new Map<string, number>();
for (const [log2Count, words] of Object.entries(counts.byLog2Count)) {
  for (const word of words.split(' ')) log2CountByWord.set(word, Number(log2Count));
}

const perMillion = (log2Count: number): number => (1.5 * 2 ** log2Count * 1e6) / counts.tokens;

const perMillionByStem = new Map<number, number>();
for (const [word, log2Count] of log2CountByWord) {
  const stem = hashText(stemOf(word));
  perMillionByStem.set(stem, (perMillionByStem.get(stem) ?? 0) + perMillion(log2Count));
}

export const isCommonWord = (lowerWord: string): boolean => log2CountByWord.has(lowerWord);

/** Returns occurrences of a word per million words; 0 for an uncommon word. */
export function commonPerMillion(lowerWord: string): number {
  const log2Count = log2CountByWord.get(lowerWord);
  return log2Count === undefined ? 0 : perMillion(log2Count);
}

/** Returns occurrences per million words of all words with this stem, by the hash of the stem. */
export const commonPerMillionByStem = (stemHash: number): number => perMillionByStem.get(stemHash) ?? 0;
