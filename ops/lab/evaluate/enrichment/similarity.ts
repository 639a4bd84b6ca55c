/**
 * Computes the similarity of two articles or two sentences, from 0 to 1, by shared terms weighted by information content, and measures it
 * against labelled pairs.
 */
import type { Lexeme } from '#pipeline/refine/text/lexeme.ts';
import { shape, wordsOf, type Words } from '#pipeline/refine/text/words.ts';
import { informationOf, STEPS_PER_NAT } from '#pipeline/refine/story/information.ts';
import { pearson, scoreYes, share } from './figures.ts';
import { readRows } from './rows.ts';

/** Factor on the weight of a name, which is more specific than another word of the same frequency. */
const NAME_WEIGHT = 2;
const NAME_PER_MILLION = 60;
/** Length in characters of the beginning, which is also compared by itself, and of the lead, whose words count twice. */
const BEGINNING_LENGTH = 400;
const LEAD_LENGTH = 150;

/** Matches phrases of navigation and notices, which are not part of the article. */
const PAGE_FURNITURE =
  /\b(?:sign (?:up|in)|log (?:in|out)|logout|subscri|newsletter|free (?:trial|access)|registered users|enter your details|cookies|javascript|browser|click (?:here|on|below)|follow us|all rights reserved|copyright|terms of (?:use|service)|privacy policy|advertisement|email protected|read more|download (?:the|our) app|whatsapp|facebook)\b/i;

/**
 * Returns the mean of two similarities, of the beginnings and of the whole texts. Each is the square root of a cosine, to spread small
 * values.
 */
function articleSimilarity(first: string, second: string): number {
  const [a, b] = [withoutFurniture(first), withoutFurniture(second)];
  const beginnings = cosine(vectorOf(a.slice(0, BEGINNING_LENGTH)), vectorOf(b.slice(0, BEGINNING_LENGTH)));
  return (Math.sqrt(beginnings) + Math.sqrt(cosine(vectorOf(a), vectorOf(b)))) / 2;
}

/** Returns the Dice coefficient of two sentences, with terms weighted by their information. */
function sentenceSimilarity(first: string, second: string): number {
  const [a, b] = [saidBy(first), saidBy(second)];
  let shared = 0;
  for (const [term, said] of a) if (b.has(term)) shared += said;
  const all = sum(a.values()) + sum(b.values());
  return all === 0 ? 0 : (2 * shared) / all;
}

const withoutFurniture = (text: string): string =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence, at) => at === 0 || !PAGE_FURNITURE.test(sentence))
    .join(' ');

interface Vector {
  readonly values: ReadonlyMap<number, number>;
  readonly length: number;
}

function vectorOf(text: string): Vector {
  const words = wordsOf(text);
  const times = new Map<number, number>();
  const weights = new Map<number, number>();
  for (const [at, lexeme] of words.lexemes.entries()) {
    if (!isTerm(lexeme)) continue;
    times.set(lexeme.term, (times.get(lexeme.term) ?? 0) + ((words.start[at] ?? 0) < LEAD_LENGTH ? 2 : 1));
    if (weights.has(lexeme.term)) continue;
    weights.set(lexeme.term, (informationOf(lexeme) / STEPS_PER_NAT) * (isName(words, at) ? NAME_WEIGHT : 1));
  }
  const values = new Map<number, number>();
  let squares = 0;
  for (const [term, weight] of weights) {
    const value = weight * (1 + Math.log(times.get(term) ?? 1));
    values.set(term, value);
    squares += value * value;
  }
  return { values, length: Math.sqrt(squares) };
}

function cosine(a: Vector, b: Vector): number {
  let dot = 0;
  for (const [term, value] of a.values) dot += value * (b.values.get(term) ?? 0);
  return dot === 0 ? 0 : dot / (a.length * b.length);
}

/** Added to the information of every word, so that the commonest word has a weight above 0. */
const LEAST_SAID = 0.3;

function saidBy(text: string): Map<number, number> {
  const said = new Map<number, number>();
  for (const lexeme of wordsOf(text).lexemes) if (isTerm(lexeme)) said.set(lexeme.term, LEAST_SAID + informationOf(lexeme) / STEPS_PER_NAT);
  return said;
}

const isTerm = ({ word, number }: Lexeme): boolean => word.length > 1 || number !== null;

const isName = ({ lexemes, shapes }: Words, at: number): boolean => {
  const lexeme = lexemes[at];
  return lexeme !== undefined && ((shapes[at] ?? 0) & shape.startsUpper) !== 0 && lexeme.number === null && lexeme.perMillion < NAME_PER_MILLION;
};

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Threshold of similarity from which two sentences count as having the same meaning. */
const SAME_MEANING_MIN = 0.55;

/** Measures the sentence pairs of MRPC. Returns null without the set. */
export function sameMeaningFigures(folder: string): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ label: number; s1: string; s2: string }>(folder, 'stories/mrpc_news_sentence_pairs.jsonl');
  if (rows === null) return null;
  const read = rows.map(({ label, s1, s2 }) => ({ isExpected: label === 1, isAnswered: sentenceSimilarity(s1, s2) >= SAME_MEANING_MIN }));
  const { precision, recall } = scoreYes(read);
  const right = read.filter(({ isExpected, isAnswered }) => isExpected === isAnswered);
  return { accuracy: share(right.length, rows.length), precision, recall, n: rows.length };
}

/** Measures the article pairs of SemEval-2022 task 8. Returns null without the set. */
export function similarityFigures(folder: string): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ text1: string; text2: string; overall: number }>(folder, 'stories/semeval2022_task8_en_pairs.jsonl');
  if (rows === null) return null;
  const found = rows.map(({ text1, text2 }) => articleSimilarity(text1, text2));
  // `overall` is from 1, the same event, to 4, unrelated.
  return {
    pearson: pearson(
      found,
      rows.map(({ overall }) => -overall),
    ),
    n: rows.length,
  };
}
