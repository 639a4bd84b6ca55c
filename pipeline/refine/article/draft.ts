/**
 * An article as it goes through the steps: each step fills its own fields and reads those before it. A
 * field that no step has filled yet holds its empty value.
 */
import type { RawArticle } from '#schemas/raw.ts';
import type { KeyEntity } from '#schemas/item.ts';
import type { ActionabilityScore, Category } from '#schemas/vocabulary.ts';
import type { z } from 'zod';
import type { Served } from '../dedup/fingerprint.ts';
import type { RecentArticle } from '../recent/recent-articles.ts';
import type { ReadAnalysis } from '../sentiment/outlook.ts';
import { wordsOf, type Words } from '../text/words.ts';
import type { Mention } from '../tickers/mention.ts';

export interface Draft {
  readonly raw: RawArticle;
  readonly uid: string;

  // normalise
  readonly title: string;
  /** As served: at most three sentences of the lead. */
  readonly summary: string;
  /** What is scored beyond the title: the lead, cleaned and bounded; not served. */
  readonly lead: string;
  readonly titleWords: Words;
  readonly leadWords: Words;
  readonly timePublished: string;
  readonly outlet: string;
  readonly host: string;
  readonly sourceDomain: string;
  readonly authors: readonly string[];
  readonly topics: readonly { topic: string; relevance: number }[];

  // dedup
  readonly served: Served | null;
  /** Recent articles that share what is rare in it, the nearest first. */
  readonly alike: readonly RecentArticle[];

  // tickers
  /** Every name of headline and lead, bystanders too, in order. */
  readonly named: readonly Mention[];
  /** The article's subjects, one mention a ticker, the first the headline's. */
  readonly mentions: readonly Mention[];

  // answer
  /** A model answered, and the fields below are its own; `extract` is the summary as the first step made it. */
  readonly answered: { readonly enricher: string; readonly extract: string } | null;

  // category, relevance, sentiment
  readonly category: Category;
  readonly categoryReasons: readonly string[];
  readonly relevance: number;
  readonly relevanceReason: string;
  readonly novelty: number;
  readonly actionability: ActionabilityScore;
  readonly analyses: readonly ReadAnalysis[];

  // story
  readonly entities: readonly z.infer<typeof KeyEntity>[];
  readonly storyId: string;
}

const NO_WORDS: Words = wordsOf('');

export const draftOf = (raw: RawArticle, uid: string): Draft => ({
  raw,
  uid,
  title: '',
  summary: '',
  lead: '',
  titleWords: NO_WORDS,
  leadWords: NO_WORDS,
  timePublished: raw.seen_at,
  outlet: '',
  host: '',
  sourceDomain: '',
  authors: [],
  topics: [],
  served: null,
  alike: [],
  named: [],
  mentions: [],
  answered: null,
  category: 'other',
  categoryReasons: [],
  relevance: 1,
  relevanceReason: '',
  novelty: 1,
  actionability: 'negligible',
  analyses: [],
  entities: [],
  storyId: uid,
});
