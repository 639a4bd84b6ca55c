/**
 * Which way a text points the price of a name in it, or of nothing in particular: the trained model's
 * answer with how likely it is to be right, and the rules' phrases in it. The rules' reading is one of the
 * things the model weighs.
 */
import type { Sentiment } from '#schemas/vocabulary.ts';
import { createFeatureSet, type FeatureSet } from '../model/feature-set.ts';
import { greatest, scoresOf, toProbabilities, type LinearModel } from '../model/linear.ts';
import { putSentimentFeatures, type RuleReading } from '../model/sentiment-features.ts';
import { loadModel } from '../model/weights.ts';
import { hashText } from '../text/hash.ts';
import type { Words } from '../text/words.ts';
import { surpriseIn } from './surprise.ts';
import { targetChangeIn } from './target-change.ts';
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

/** `about`: the places of the name; null: the text as a whole. */
export function readSentiment(words: Words, about: readonly Span[] | null, others: readonly Span[]): SentimentReading {
  const { model, features } = about === null ? ofText : ofName;
  const named = putFeaturesOf(features, words, about, others);
  const { score, expressions } = named;
  toProbabilities(scoresOf(model, features, chances), model.temperature);
  if (about !== null && others.length === 0) {
    const surprise = surpriseIn(words);
    if (surprise !== null) return { ...surprises[surprise], expressions };
  }
  const target = about === null ? null : targetChangeIn(words);
  if (target !== null) return { ...surprises[target.way], ...(target.isBacked || target.way === 0 ? {} : { chance: UNBACKED_CHANCE }), expressions };
  const decided = notTurnedRound(greatest(chances), score);
  const best = about === null ? decided : agreed(decided, named);
  const sentiment = sentimentLabels[best] ?? 'neutral';
  return {
    sentiment,
    chance: chances[best] ?? 0,
    expressions,
  };
}

const [NEGATIVE, NEUTRAL, POSITIVE] = [0, 1, 2] as const;
/** How often such a print points where it is taken to. */
const SURPRISE_CHANCE = 0.9;
const MIXED_CHANCE = 0.6;
/** The same of a target that moves beside a neutral rating. */
const UNBACKED_CHANCE = 0.75;
const surprises: Readonly<Record<-1 | 0 | 1, Omit<SentimentReading, 'expressions'>>> = {
  [-1]: { sentiment: 'negative', chance: SURPRISE_CHANCE },
  0: { sentiment: 'neutral', chance: MIXED_CHANCE },
  1: { sentiment: 'positive', chance: SURPRISE_CHANCE },
};

/** Less than this without a word of the rules is a guess, and as often wrong as right. */
const GUESS_MAX = 0.55;
/** Where the weights see nothing, and are not sure of it, rules this clear are followed. */
const UNSURE_MAX = 0.6;
const CLEAR_SCORE = 1.5;

/** Two judges must agree, or one be sure: what only the weights see, and hardly, points nowhere. */
function agreed(best: number, { score, expressions, isIdle }: PolarityReading): number {
  const chance = chances[best] ?? 0;
  if (best !== NEUTRAL) return isIdle || (expressions.length === 0 && chance < GUESS_MAX) ? NEUTRAL : best;
  if (chance >= UNSURE_MAX || Math.abs(score) < CLEAR_SCORE) return best;
  return score > 0 ? POSITIVE : NEGATIVE;
}

/** Rules this sure of a direction may be doubted by the model, but not turned round. */
const SURE_SCORE = 2.5;

function notTurnedRound(best: number, score: number): number {
  if (best === NEUTRAL || Math.abs(score) < SURE_SCORE) return best;
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
