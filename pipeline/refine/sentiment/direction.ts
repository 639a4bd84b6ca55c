/** The direction in which an article points a ticker's price, with the words and chances that it rests on. */
import type { Confidence, Sentiment } from '#schemas/vocabulary.ts';

export interface TickerDirection {
  readonly sentiment: Sentiment;
  readonly confidence: Confidence;
  readonly place: 'headline' | 'lead' | null;
  /** Words that give the direction. */
  readonly quotes: readonly string[];
  /** The reader's chance of each direction at that place; null where it read none. */
  readonly chances: ReadonlyMap<Sentiment, number> | null;
}
