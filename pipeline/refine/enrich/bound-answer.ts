/** Limits how far a model's answer may differ from the built-in enricher's, so that a text that manipulates the model changes a score by no more. */
import { actionabilityScores, type ActionabilityScore, type Confidence, type Sentiment } from '#schemas/vocabulary.ts';

export const pointsMax = 2;
const stepsMax = 1;

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Returns the model's score (1-10), moved to at most `pointsMax` from ours. */
export const boundPoints = (said: number, ours: number): number => between(said, Math.max(1, ours - pointsMax), Math.min(10, ours + pointsMax));

/** Returns the model's actionability, moved to at most `stepsMax` from ours. */
export function boundActionability(said: ActionabilityScore, ours: ActionabilityScore): ActionabilityScore {
  const at = actionabilityScores.indexOf(ours);
  return actionabilityScores[between(actionabilityScores.indexOf(said), at - stepsMax, at + stepsMax)] ?? ours;
}

const directions: Readonly<Record<Sentiment, number>> = { negative: -1, neutral: 0, positive: 1 };
const confidences: readonly Confidence[] = ['low', 'medium', 'high'];

/** Returns the model's confidence: at most medium one step from the built-in sentiment, low two steps away, because no words support it. */
export function boundConfidence(said: { readonly sentiment: Sentiment; readonly confidence: Confidence }, ours: Sentiment): Confidence {
  const apart = Math.abs(directions[said.sentiment] - directions[ours]);
  return confidences[Math.min(confidences.indexOf(said.confidence), 2 - apart)] ?? 'low';
}
