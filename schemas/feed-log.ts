/**
 * FEED, the log: every decision of refine, in order, one message each. Its stream sequence is the
 * delta cursor. Everything after it (tables, caches, webhooks) and refine's own state is a fold of it.
 *
 * A `row` is served. A `drop` is not; it is in the log so that it is counted once whatever crashes,
 * so that a copy counts as a source of its story, and so that a redelivered document is known.
 * A `trade` is an insider's trade out of EDGAR's past: it is held for the trades of its ticker and makes no article.
 * A `revision` corrects a row or trade that an amended filing (4/A) supersedes: the row keeps its uid and its place.
 * A `gap` holds the place of a sequence whose record is lost for good (written only by refill).
 */
import { z } from 'zod';
import { EarningsAnalysis, readRefusals } from './earnings.ts';
import { InsiderTrade } from './insider.ts';
import { KeyEntity, NewsItem } from './item.ts';
import { Domain, Instant, Uid } from './primitives.ts';
import { dropReasons, rawKinds, sourceTypes } from './vocabulary.ts';

/** published -> seen -> fetched -> refined; `visible` is stamped by the store. Lag is subtraction. */
export const Instants = z.object({
  published_at: Instant.nullable(),
  seen_at: Instant,
  fetched_at: Instant,
  refined_at: Instant,
});
export type Instants = z.infer<typeof Instants>;

const shared = {
  v: z.literal(1),
  uid: Uid,
  /** The document's full identity, to tell a uid collision from a redelivery. */
  identity: z.string(),
  /** Configured source or stage that brought it. */
  source: z.string(),
  kind: z.enum(rawKinds),
  instants: Instants,
};

export const FeedRow = z.object({
  type: z.literal('row'),
  ...shared,
  item: NewsItem,
  key_entities: z.array(KeyEntity),
  /** The story the row belongs to: its root's uid; equals `uid` on the root itself. Never changes. */
  story_id: Uid,
  /** Version of the enricher that scored it: of the built-in one's rules and weights, before it a model's name where one answered. */
  score_version: z.string(),
  /** Where a model wrote the summary: our own extract of the lead, which near-duplicates and stories are compared by. */
  extract: z.string().optional(),
  /** Replayed from the past: served on request, never in delta mode. */
  is_history: z.literal(true).optional(),
  /** Form 4 rows: the trade behind the row. */
  trade: InsiderTrade.optional(),
  /** 8-K and 6-K rows of major tickers whose release could be read. */
  earnings: EarningsAnalysis.optional(),
  /** The text that the read's offsets count in: gzip, base64. */
  source_text: z.string().optional(),
  /** Why a row that holds a release has no read. */
  earnings_refusal: z.enum([...readRefusals, 'not_major']).optional(),
});
export type FeedRow = z.infer<typeof FeedRow>;

export const FeedDrop = z.object({
  type: z.literal('drop'),
  ...shared,
  reason: z.enum(dropReasons),
  /** Evidence, one line: the language found, the row it repeats, the parser's message. */
  detail: z.string().max(1_000),
  url: z.string(),
  title: z.string(),
  source_type: z.enum(sourceTypes),
  source_domain: Domain.nullable(),
  /** On a near-duplicate: the row it repeats and that row's story; of an aggregator's listing, what its publisher's own entry became. */
  duplicate_of: Uid.nullable(),
  story_id: Uid.nullable(),
  /** A Form 4 event whose amended version, or whose like, stands as `duplicate_of`: issuer's CIK and transaction code, `0000320193:S`. */
  event_key: z.string().optional(),
});
export type FeedDrop = z.infer<typeof FeedDrop>;

export const FeedTrade = z.object({ type: z.literal('trade'), ...shared, trade: InsiderTrade });
export type FeedTrade = z.infer<typeof FeedTrade>;

export const FeedRevision = z.object({
  type: z.literal('revision'),
  ...shared,
  /** uid of the row or trade it corrects. */
  revises: Uid,
  /** The row as it is from now on, `original.uid` that of `revises`; null where it corrects a trade without an article. */
  item: NewsItem.nullable(),
  key_entities: z.array(KeyEntity),
  trade: InsiderTrade,
});
export type FeedRevision = z.infer<typeof FeedRevision>;

export const FeedGap = z.object({ type: z.literal('gap'), v: z.literal(1) });

export const FeedRecord = z.discriminatedUnion('type', [FeedRow, FeedDrop, FeedTrade, FeedRevision, FeedGap]);
export type FeedRecord = z.infer<typeof FeedRecord>;
