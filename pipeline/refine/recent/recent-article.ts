/** An article of the window of recent articles. */
import type { Fingerprint } from '../dedup/fingerprint.ts';
import type { StoryFeatures } from '../story/features.ts';

export interface RecentArticle {
  /** Number of the entry; a later one has a greater number. */
  readonly number: number;
  readonly uid: string;
  readonly storyId: string;
  readonly sourceDomain: string;
  /** Milliseconds in the window's time (window-clock.ts). */
  readonly atMs: number;
  readonly publishedAtMs: number;
  /** `created_at` of the row, epoch milliseconds. */
  readonly createdAtMs: number;
  /** Whether it is an aggregator's entry, not the publisher's own article. */
  readonly isAggregatorEntry: boolean;
  readonly fingerprint: Fingerprint;
  readonly features: StoryFeatures;
}
