/** Defines the weights that turn measures into the log-odds that an article belongs to a story, and the thresholds for joining one. */
import fitted from './fitted-weights.json' with { type: 'json' };
import type { Measures } from './measures.ts';

export interface StoryWeights {
  readonly constant: number;
  readonly measures: Readonly<Record<keyof Measures, number>>;
}

/**
 * Weights that the labelled stories cannot teach. The stories were collected one at a time, so that time separates them better than real news,
 * and few of them name a day, a listed company or a broker's view. Weights of time assume that a story of many articles ends after hours without
 * any, while a single article may be followed by another outlet's the next day (decay by time: Yang, Pierce and Carbonell 1998; Allan 2002).
 */
export const weightsByHand = {
  sameEvent: 2.5,
  sameReport: 2.5,
  otherDate: -1,
  otherActor: -1,
  otherDirection: -1,
  otherIssue: -2.5,
  burst: 1.5,
  otherRater: -4,
  oneSidedRater: -1,
  logHours: -0.3,
  silence: -0.75,
} as const;

/** All weights. Those that are not set by hand are fitted by logistic regression (ops/lab/train-stories.ts). */
export const storyWeights: StoryWeights = { constant: fitted.constant, measures: { ...fitted.measures, ...weightsByHand } };

export const storyTuning = {
  /** Least log-odds for an article that names a listed company, whose articles are many and similar. */
  companyThreshold: -0.5,
  /** Least log-odds for an article that names no listed company. */
  threshold: -1.4,
  /** Preference in log-odds for a story of e times as many articles, among those above the threshold. */
  preferKnown: 1.4,
};
