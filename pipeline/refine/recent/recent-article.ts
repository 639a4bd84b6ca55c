/** An article of the window of recent articles. */
import type { Fingerprint } from '../dedup/fingerprint.ts';
import type { StoryFeatures } from '../story/features.ts';

export interface RecentArticle {
  /** Position among all entries ever applied: a later article has a greater one. */
  readonly number: number;
  readonly uid: string;
  readonly storyId: string;
  readonly sourceDomain: string;
  /** Milliseconds in the window's time. */
  readonly atMs: number;
  readonly publishedAtMs: number;
  /** When its row was decided (`created_at`), milliseconds since 1970. */
  readonly createdAtMs: number;
  /** Whether it is an aggregator's entry, not the publisher's own article. */
  readonly isAggregatorEntry: boolean;
  readonly fingerprint: Fingerprint;
  readonly features: StoryFeatures;
}
