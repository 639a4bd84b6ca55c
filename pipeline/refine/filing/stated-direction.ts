/**
 * Reads the direction of a filing without a press release from its first words. Two statements count: an event in the formal language of
 * filings that always has the same direction, and an expected figure next to last year's.
 */
import type { Sentiment } from '#schemas/vocabulary.ts';

export interface StatedDirection {
  readonly sentiment: Sentiment;
  readonly confidence: 'low' | 'medium';
  readonly quoted: string;
}

type Rule = Direction & { readonly words: RegExp };
interface Direction {
  readonly sentiment: Sentiment;
  readonly confidence: 'low' | 'medium';
}

// prettier-ignore
const rules: readonly Rule[] = [
  { sentiment: 'negative', confidence: 'medium', words: /\bprompt corrective action\b|\bcease[- ]and[- ]desist\b|\bconsent order\b|\b(?:critically|significantly) undercapitalized\b/i },
  { sentiment: 'negative', confidence: 'medium', words: /\b(?:discontinu\w*|clos(?:e|es|ed|ing|ure)|shut\w*|exit\w*|wind\w* down)\b.{0,160}?\bcharges?\b|\bimpairment charges?\b/i },
  { sentiment: 'negative', confidence: 'medium', words: /\bno longer be relied (?:up)?on\b|\bvoluntary petitions?\b|\bevents? of default\b (?:has |have )?occurred\b|\bgoing concern\b/i },
];

const amount = '\\$([\\d,.]*\\d)(?: (thousand|million|billion))?';
const expected = new RegExp(
  `\\bexpect\\w*\\b[^$]{0,160}?\\b(?:revenues?|net sales|sales|net income|earnings)\\b[^$]{0,140}?${amount}(?: (?:and|to) ${amount})?[^$]{0,30}?\\bcompared (?:with|to)[^$]{0,60}?${amount}`,
  'i',
);
const scales: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };
/** Least change from the year before, as a share, that counts as a direction. */
const apartMin = 0.05;

function ofExpected(text: string): StatedDirection | null {
  const found = expected.exec(text);
  if (found === null) return null;
  const [, from = '', fromScale, to = from, toScale, before = '', beforeScale] = found;
  // A scale after one end of a range applies to both.
  const valueOf = (digits: string, scale: string | undefined): number =>
    Number(digits.replaceAll(',', '')) * (scales[scale?.toLowerCase() ?? ''] ?? 1);
  const [low, high, base] = [valueOf(from, fromScale ?? toScale), valueOf(to, toScale ?? fromScale), valueOf(before, beforeScale)];
  const quoted = found[0];
  if (high < base * (1 - apartMin)) return { sentiment: 'negative', confidence: 'medium', quoted };
  return low > base * (1 + apartMin) ? { sentiment: 'positive', confidence: 'medium', quoted } : null;
}

/** Returns the direction that a text states, with the quoted words; null without one. */
export function statedDirection(text: string): StatedDirection | null {
  for (const { words, sentiment, confidence } of rules) {
    const quoted = words.exec(text)?.[0];
    if (quoted !== undefined) return { sentiment, confidence, quoted };
  }
  return ofExpected(text);
}
