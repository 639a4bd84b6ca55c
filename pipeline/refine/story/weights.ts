/**
 * Weights that turn measures (measures.ts) into the log-odds that an article belongs to a story, and the thresholds to
 * join one.
 */
import fitted from './fitted-weights.json' with { type: 'json' };
import type { Measures } from './measures.ts';

export interface StoryWeights {
  readonly constant: number;
  readonly measures: Readonly<Record<keyof Measures, number>>;
}

/**
 * Weights that the labelled stories cannot teach. They were collected one story at a time, so times separate stories better than in real
 * news, and few of them name a listed company or a day. The weights of time follow from how news come (decay by time: Yang, Pierce and
 * Carbonell 1998; Allan 2002). A story of many articles ends after hours without any: the next article is mostly a new development. A
 * single article may be followed by another outlet's the next day. Daily reports and brokers' views of a company are rare in the labelled
 * data.
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

/** All weights; those not set by hand are fitted by logistic regression (ops/lab/train-stories.ts). */
export const storyWeights: StoryWeights = { constant: fitted.constant, measures: { ...fitted.measures, ...weightsByHand } };

export const storyTuning = {
  /**
   * Least log-odds to join a story: for an article that names a listed company, whose articles are many and similar, and for one that names
   * none.
   */
  companyThreshold: -0.5,
  threshold: -1.4,
  /** Preference in log-odds for a story that is known by e times as many articles, among those over the threshold. */
  preferKnown: 1.4,
};
