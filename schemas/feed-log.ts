/**
 * FEED, the log: every decision of refine, in order, one message each. Its stream sequence is the
 * delta cursor. Everything after it (tables, caches, webhooks) and refine's own state is a fold of it.
 *
 * A `row` is served. A `drop` is not; it is in the log so that it is counted once whatever crashes,
 * so that a copy counts as a source of its story, and so that a redelivered document is known.
 * A `trade` is an insider's trade out of EDGAR's past: it is held for the trades of its ticker and makes no article.
 * A `revision` corrects a row or trade that an amended filing (4/A) supersedes: the row keeps its uid and its place.
 * A `gap` holds the place of a sequence whose record is lost for good: refill writes it where the log had one, and
 * a reader that meets a hole reads it there.
 *
 * The schemas are strict for who writes. Who reads calls `readFeedRecord`: release N reads what N+1 writes.
 */
import { z } from 'zod';
import { EarningsAnalysis, readRefusals } from './earnings.ts';
import { InsiderTrade } from './insider.ts';
import { KeyEntity, NewsItem } from './item.ts';
import { Cik, DateOnly, Decimal, Domain, Instant, Uid } from './primitives.ts';
import { tolerantCheck, type TolerantCheck } from './tolerant.ts';
import { dropReasons, rawKinds, sourceTypes } from './vocabulary.ts';

// Headers of a record, for reads without its body.
/** 32 hex of the identity's SHA-256: what a rebuild needs of an old record. */
export const digestHeader = 'Tw-Digest';
/** The record's uid. */
export const uidHeader = 'Tw-Uid';
/** Of an insider's event: what amendments are matched by (pipeline/refine/form4/held-event.ts). */
export const eventHeader = 'Tw-Event';

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
  /** '': that in the identity, of a listing behind the bar. */
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

/** A record of a type that this release does not know, whole, as a later release wrote it. */
export interface UnknownRecord {
  /** In truth any text that is no type of FeedRecord: TypeScript tells the members of a union apart by literals only. */
  readonly type: '(unknown)';
}

/** A record as read. Closed sets are those of the release that wrote it: look-ups of its values may find nothing. */
export type LogRecord = FeedRecord | UnknownRecord;

export type FeedReading =
  /** `strange`: what this release does not know of it, one text each, to be counted. */
  { readonly ok: true; readonly record: LogRecord; readonly strange: readonly string[] } | { readonly ok: false; readonly reason: string };

/** Fields that are served as they are or not at all: a later release may give them another type. */
const freePaths = new Set([
  ...['authors', 'topics', 'tickers_sentiment', 'banner_image', 'updated_at', 'ownership_form'].map((name) => `item.original.${name}`),
  ...['is_10b5_1', 'is_10b5_1_basis', 'transaction_context', 'is_joint_duplicate'].map((name) => `item.insider.${name}`),
  ...['ai_trading_insights', 'ai_trading_insights.ticker_analysis', 'ai_trading_insights.news_trading_value', 'news_context_enhancement'].map(
    (name) => `item.enrichment.${name}`,
  ),
  ...['search_match', 'story_id', 'sources_count', 'sources'].map((name) => `item.${name}`),
  'key_entities',
  'score_version',
  'earnings_refusal',
  ...Object.keys(EarningsAnalysis.shape).flatMap((name) => (name === 'ticker' ? [] : [`earnings.${name}`])),
]);
/** Columns of the tables are made of these. */
const neededForms = [
  ...[Uid, DateOnly, Decimal].map((form) => ({ form, isReadable: () => false })),
  { form: Cik, isReadable: (text: string) => /^\d{1,15}$/.test(text) },
  { form: Instant, isReadable: (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text)) },
];

const checks: ReadonlyMap<unknown, TolerantCheck> = new Map(
  FeedRecord.options.map((schema) => [schema.shape.type.value, tolerantCheck(schema, { freePaths, neededForms })]),
);
const noneStrange: readonly string[] = [];

export const isKnownRecord = (record: LogRecord): record is FeedRecord => checks.has(record.type);

/** A record out of its bytes, unknown fields and the order of keys as they are. */
export function readFeedRecord(data: Uint8Array): FeedReading {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString());
  } catch {
    return { ok: false, reason: 'it is no JSON' };
  }
  return readFeedValue(value);
}

/** The same of JSON that is parsed already: the record is the value itself. */
export function readFeedValue(value: unknown): FeedReading {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false, reason: 'it is no JSON object' };
  const { type } = value as { readonly type?: unknown };
  if (typeof type !== 'string') return { ok: false, reason: 'it has no type' };
  const check = checks.get(type);
  if (check === undefined) return { ok: true, record: value as UnknownRecord, strange: [`type ${JSON.stringify(type)}`] };
  const strange: string[] = [];
  const failure = check(value, strange);
  if (failure !== null) return { ok: false, reason: `a ${type} whose ${failure}` };
  return { ok: true, record: value as FeedRecord, strange: strange.length === 0 ? noneStrange : strange };
}

/** Names the decision that a record tells, so that two readers can hold theirs against each other; null: a gap, which tells none. */
export function decisionOf(record: LogRecord): string | null {
  if (!isKnownRecord(record)) return JSON.stringify(record);
  return record.type === 'gap' ? null : `${record.type} ${record.uid} ${record.instants.refined_at}`;
}

/** A record of the log that cannot be read: its reader stops there, and says so, until someone acts (ops/docs/feed-log.md). */
export class UnreadableRecordError extends Error {
  readonly seq: number;
  constructor(seq: number, reason: string) {
    super(`record ${seq} of the feed log cannot be read: ${reason}`);
    this.seq = seq;
  }
}

/** The record of a message of the log; throws UnreadableRecordError. */
export function recordOf({ seq, data }: { readonly seq: number; readonly data: Uint8Array }): LogRecord {
  const reading = readFeedRecord(data);
  if (!reading.ok) throw new UnreadableRecordError(seq, reading.reason);
  return reading.record;
}
