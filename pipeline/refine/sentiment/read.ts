/**
 * Which way a text points the price of a name in it, or of nothing in particular: the trained model's
 * answer with how likely it is to be right, and the words that made it. The rules' reading is one of the
 * things the model weighs.
 */
import type { Sentiment } from '#schemas/vocabulary.ts';
import { createFeatureSet, type FeatureSet } from '../model/feature-set.ts';
import { evidenceFor, greatest, scoresOf, toProbabilities, type LinearModel } from '../model/linear.ts';
import { putSentimentFeatures, type RuleReading } from '../model/sentiment-features.ts';
import { loadModel } from '../model/weights.ts';
import { hashText } from '../text/hash.ts';
import type { Words } from '../text/words.ts';
import { polarityOf, type Expression, type PolarityReading, type Span } from './polarity.ts';

export const sentimentLabels: readonly Sentiment[] = ['negative', 'neutral', 'positive'];

export interface SentimentReading {
  readonly sentiment: Sentiment;
  /** How often such an answer is right, 0-1. */
  readonly chance: number;
  readonly expressions: readonly Expression[];
}

interface Reader {
  readonly model: LinearModel;
  readonly features: FeatureSet;
}

const readerOf = (model: LinearModel): Reader => ({ model, features: createFeatureSet(model.bits) });
const ofName = readerOf(loadModel('nameSentiment'));
const ofText = readerOf(loadModel('textSentiment'));
const chances = new Float64Array(sentimentLabels.length);

const NO_SPANS: readonly Span[] = [];
const EXPRESSIONS_MAX = 4;
const WORDS_NAMED = 2;

/** `about`: the places of the name; null: the text as a whole. */
export function readSentiment(words: Words, about: readonly Span[] | null, others: readonly Span[]): SentimentReading {
  const { model, features } = about === null ? ofText : ofName;
  const { score, expressions } = putFeaturesOf(features, words, about, others);
  toProbabilities(scoresOf(model, features, chances), model.temperature);
  const best = decided(greatest(chances), score);
  const sentiment = sentimentLabels[best] ?? 'neutral';
  return {
    sentiment,
    chance: chances[best] ?? 0,
    expressions: withWords(expressions, words, sentiment, () => evidenceFor(model, features, best, WORDS_NAMED)),
  };
}

const [NEGATIVE, NEUTRAL, POSITIVE] = [0, 1, 2] as const;
/** Rules this sure of a direction stand where the model is hardly surer of none. */
const SURE_SCORE = 2;
const TORN_CHANCE = 0.6;

function decided(best: number, score: number): number {
  if (best !== NEUTRAL || Math.abs(score) < SURE_SCORE || (chances[NEUTRAL] ?? 0) > TORN_CHANCE) return best;
  return score > 0 ? POSITIVE : NEGATIVE;
}

/** The last text's: its names are asked about one after another. */
let last: { readonly words: Words; readonly reading: PolarityReading } | null = null;

function polarityOfWhole(words: Words): PolarityReading {
  if (last?.words !== words) last = { words, reading: polarityOf(words, null, NO_SPANS) };
  return last.reading;
}

/** What the models see, for training and for reading; answers the rules' reading of the name. */
export function putFeaturesOf(features: FeatureSet, words: Words, about: readonly Span[] | null, others: readonly Span[]): PolarityReading {
  const whole = polarityOfWhole(words);
  const named = about === null ? whole : polarityOf(words, about, others);
  const rules: RuleReading = {
    ofName: named.score,
    ofText: whole.score,
    expressions: named.expressions.slice(0, EXPRESSIONS_MAX).map(({ text, weight }) => hashText(`${text.toLowerCase()}${weight > 0 ? '+' : '-'}`)),
  };
  putSentimentFeatures(features, words, about ?? NO_SPANS, about === null ? NO_SPANS : others, rules);
  return named;
}

/** Where no phrase of the rules points the way of the answer, the words that weighed most for it do. */
function withWords(
  expressions: readonly Expression[],
  words: Words,
  sentiment: Sentiment,
  strongest: () => readonly { readonly word: number; readonly weight: number }[],
): readonly Expression[] {
  if (sentiment === 'neutral') return expressions;
  const sign = sentiment === 'positive' ? 1 : -1;
  if (expressions.some(({ weight }) => weight * sign > 0)) return expressions;
  const found = strongest().flatMap(({ word, weight }) => {
    const text = words.text.slice(words.start[word], words.end[word]);
    return text === '' ? [] : [{ text, weight: sign * weight }];
  });
  return [...found, ...expressions];
}
