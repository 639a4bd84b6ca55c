/** One kind of news: its facts, and the ways in which newsrooms write it. */
import type { Category } from '#schemas/vocabulary.ts';
import type { Random } from '../../random.ts';
import type { Facts } from '../phrase.ts';

export interface StoryFacts {
  readonly facts: Facts;
  /** Listed tickers that the story affects; empty for market-wide news. */
  readonly tickers: readonly string[];
}

export interface StoryKind {
  readonly name: string;
  readonly category: Category;
  /** Share among original articles, relative to the other kinds. */
  readonly weight: number;
  readonly draw: (random: Random) => StoryFacts;
  readonly headlines: readonly string[];
  readonly leads: readonly string[];
  readonly paragraphs: readonly string[];
  /** Section names that a publisher may add. */
  readonly topics: readonly string[];
}
