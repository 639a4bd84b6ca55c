/**
 * Limits how far a model's judgement may differ from the built-in enricher's; the limited value is served. An article
 * whose text manipulates the model can shift a score by no more than that.
 */
import { actionabilityScores, type ActionabilityScore, type Confidence, type Sentiment } from '#schemas/vocabulary.ts';

/** Points of ten by which a relevance score or a novelty may differ. */
export const pointsMax = 2;
/** Steps along `high, medium, low, negligible` by which an actionability may differ. */
const stepsMax = 1;

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Returns the model's score (1-10), moved to within `pointsMax` of ours. */
export const boundPoints = (said: number, ours: number): number => between(said, Math.max(1, ours - pointsMax), Math.min(10, ours + pointsMax));

/** Returns the model's actionability, moved to at most one step from ours. */
export function boundActionability(said: ActionabilityScore, ours: ActionabilityScore): ActionabilityScore {
  const at = actionabilityScores.indexOf(ours);
  return actionabilityScores[between(actionabilityScores.indexOf(said), at - stepsMax, at + stepsMax)] ?? ours;
}

const directions: Readonly<Record<Sentiment, number>> = { negative: -1, neutral: 0, positive: 1 };
const confidences: readonly Confidence[] = ['low', 'medium', 'high'];

/** Returns the model's confidence: at most medium one step from the built-in direction, low two steps away, since no words show it. */
export function boundConfidence(said: { readonly sentiment: Sentiment; readonly confidence: Confidence }, ours: Sentiment): Confidence {
  const apart = Math.abs(directions[said.sentiment] - directions[ours]);
  return confidences[Math.min(confidences.indexOf(said.confidence), 2 - apart)] ?? 'low';
}
