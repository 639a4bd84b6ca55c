/** Defines an article on its way through the steps. Each step fills its own fields and reads those of earlier steps; an unfilled field is empty. */
import type { RawArticle } from '#schemas/raw.ts';
import type { KeyEntity, MarketEffect } from '#schemas/item.ts';
import type { ActionabilityScore, Category } from '#schemas/vocabulary.ts';
import type { ServedText } from '../dedup/fingerprint.ts';
import type { RecentArticle } from '../recent/recent-article.ts';
import type { ReadAnalysis } from '../sentiment/outlook.ts';
import type { TickerDirection } from '../sentiment/direction.ts';
import { wordsOf, type Words } from '../text/words.ts';
import type { TextReading } from '../reader/read-with-names.ts';
import type { Mention } from '../tickers/mention.ts';

export interface Draft {
  readonly raw: RawArticle;
  readonly uid: string;

  readonly title: string;
  /** At most three sentences of the lead, served with the row. */
  readonly summary: string;
  /** First sentences of the article, cleaned and bounded, which steps read. */
  readonly lead: string;
  readonly titleWords: Words;
  readonly leadWords: Words;
  /** Headline that a withdrawal notice names; null when the article is no notice. */
  readonly withdrawnHeadline: string | null;
  readonly timePublished: string;
  readonly outlet: string;
  readonly host: string;
  readonly sourceDomain: string;
  readonly authors: readonly string[];
  readonly topics: readonly { topic: string; relevance: number }[];
  /** Words and fingerprint of the served text; null before dedup. */
  readonly served: ServedText | null;
  /** Recent articles that share rare terms with this one, nearest first. */
  readonly alike: readonly RecentArticle[];
  /** Answer of the reader to the headline; null before it is read, and for an article about no company and no market. */
  readonly read: TextReading | null;
  /** Whether the headline or lead is about crypto, where `Avalanche` is a coin. */
  readonly isCrypto: boolean;
  readonly mentions: readonly Mention[];
  readonly category: Category;
  /** Whether the category is certain enough to separate two events. */
  readonly isCategorySure: boolean;
  readonly relevance: number;
  readonly relevanceReason: string;
  readonly novelty: number;
  readonly actionability: ActionabilityScore;
  readonly analyses: readonly ReadAnalysis[];
  /** One direction per mention, on which its analysis is based; empty when a model answered. */
  readonly directions: readonly TickerDirection[];
  /** Markets that the headline moves; empty when the article has a ticker. */
  readonly marketEffects: readonly MarketEffect[];
  /** Set when a model answered: score and sentiment are then its answer, and `extract` is the built-in summary. */
  readonly answered: { readonly enricher: string; readonly extract: string } | null;
  readonly entities: readonly KeyEntity[];
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
  withdrawnHeadline: null,
  timePublished: raw.seen_at,
  outlet: '',
  host: '',
  sourceDomain: '',
  authors: [],
  topics: [],
  served: null,
  alike: [],
  read: null,
  isCrypto: false,
  mentions: [],
  category: 'other',
  isCategorySure: true,
  relevance: 1,
  relevanceReason: '',
  novelty: 1,
  actionability: 'negligible',
  analyses: [],
  directions: [],
  marketEffects: [],
  answered: null,
  entities: [],
  storyId: uid,
});
