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
 * What the labelled stories can't teach: they were collected one at a time, which makes times tell more than those
 * of real news do, and few of them name a listed company or a day. What time says follows from how news come (decay
 * by time: Yang, Pierce and Carbonell 1998; Allan 2002): a story that many have told and then nobody for hours
 * has been told, and what comes next is mostly a new development; one that a single outlet has told may be taken
 * up by another the next day. What is told anew each day is seldom among them, and so are brokers' views of a company.
 */
export const weightsByHand = {
  sameEvent: 2.5,
  otherDate: -1,
  otherDirection: -1,
  otherIssue: -2.5,
  burst: 1.5,
  otherRater: -4,
  oneSidedRater: -1,
  logHours: -0.3,
  silence: -0.75,
} as const;

/** The others are fitted: logistic regression, by ops/lab/train-stories.ts. */
export const storyWeights: StoryWeights = { constant: fitted.constant, measures: { ...fitted.measures, ...weightsByHand } };

export const storyTuning = {
  /** Least odds to join: of an article that names a listed company, whose news are many and alike, and of one that names none. */
  companyThreshold: -0.5,
  threshold: -1.4,
  /** Of stories that pass, how much more a story known by e times as many articles is preferred. */
  preferKnown: 1.4,
};
