/**
 * FEED, the feed log: every decision of refine, in order, one message each. Its stream sequence is the delta cursor. Tables,
 * caches, webhooks and refine's own state are all derived from it by reading it in order.
 *
 * - A `row` is served.
 * - A `drop` is not served. It is in the log so that it is counted once despite crashes, so that a copy counts as a source of its
 * story, and so that a redelivered document is recognised.
 * - A `trade` is an insider's trade that is listed among the trades of its ticker and makes no article: one from EDGAR's past, or a further
 * report of one trade by its co-owners.
 * - A `revision` corrects a row or trade, or withdraws a row: an amended filing (4/A) supersedes it, or its publisher edited the article. The
 * row keeps its uid, its place and its story. Before the root of a story is withdrawn, a revision makes the next row of the story its root.
 * - A `gap` takes the sequence of a record that is lost for good: refill writes it where the log had one, and readers get one for a
 * sequence that is missing.
 *
 * Writers use the strict schemas. Readers call `readFeedRecord`, so that release N reads what N+1 writes.
 */
import { z } from 'zod';
import { EarningsAnalysis, readRefusals } from './earnings.ts';
import { StoredEvidence } from './evidence.ts';
import { InsiderTrade } from './insider.ts';
import { KeyEntity, StoredItem } from './item.ts';
import { parseJson } from './json-text.ts';
import { Cik, DateOnly, Decimal, Domain, Instant, Ticker, Uid } from './primitives.ts';
import { tolerantCheck, type TolerantCheck } from './tolerant.ts';
import { dropReasons, rawKinds, sourceTypes } from './vocabulary.ts';

// Headers of a record, for reads without its body.
/** 32 hex digits of the identity's SHA-256: what a rebuild needs of an old record. */
export const digestHeader = 'Tw-Digest';
/** The record's uid. */
export const uidHeader = 'Tw-Uid';
/** The data of an insider's event that amendments are matched by (pipeline/refine/form4/known-event.ts). */
export const eventHeader = 'Tw-Event';

/** Times of a document in order: published, seen, fetched, refined; the store adds `visible`. Lag is the difference of two. */
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
  /** The document's full identity, which separates a uid collision from a redelivery. */
  identity: z.string(),
  /** Configured source or stage that delivered it. */
  source: z.string(),
  kind: z.enum(rawKinds),
  instants: Instants,
};

export const FeedRow = z.object({
  type: z.literal('row'),
  ...shared,
  item: StoredItem,
  key_entities: z.array(KeyEntity),
  /** uid of the first row of the row's story. Never changes. */
  story_id: Uid,
  /** Whether the row represents its story. The log has it on revisions only; absent: the first row of the story does. */
  is_root: z.boolean().optional(),
  /** Present only on rows of earlier releases, whose items lack it. */
  score_version: z.string().optional(),
  /** Articles: what tickers, score and directions rest on. Absent on rows of earlier releases. */
  evidence: StoredEvidence.optional(),
  /** Our own extract of the lead, present where a model wrote the summary; near-duplicates and stories are compared by it. */
  extract: z.string().optional(),
  /** Present on articles whose category the reader was not sure of: different categories then do not mean different events. */
  is_category_unsure: z.literal(true).optional(),
  /** Replayed from the past: served on request, never in delta mode. */
  is_history: z.literal(true).optional(),
  /** Form 4 rows: the trade that the row reports. */
  trade: InsiderTrade.optional(),
  /** Tickers of the filers, on 8-K and 6-K rows that also name other parties of a deal. Absent: all tickers of the row. */
  filers: z.array(Ticker).optional(),
  /** 8-K and 6-K rows of major tickers whose release could be read. */
  earnings: EarningsAnalysis.optional(),
  /** The text that the read's offsets refer to: gzip, base64. */
  source_text: z.string().optional(),
  /** Reason why a row with a release has no read. */
  earnings_refusal: z.enum([...readRefusals, 'not_major']).optional(),
});
export type FeedRow = z.infer<typeof FeedRow>;

export const FeedDrop = z.object({
  type: z.literal('drop'),
  ...shared,
  reason: z.enum(dropReasons),
  /** Evidence, one line: the detected language, the repeated row, the parser's message. */
  detail: z.string().max(1_000),
  /** Address of the document; '': it is in the identity (in an aggregator's entry, after the `|`). */
  url: z.string(),
  title: z.string(),
  source_type: z.enum(sourceTypes),
  source_domain: Domain.nullable(),
  /** On a near-duplicate: the repeated row and its story. On an aggregator's entry: the row or story of its publisher's own entry. */
  duplicate_of: Uid.nullable(),
  story_id: Uid.nullable(),
  /** On a drop that repeats or is superseded by the Form 4 event `duplicate_of`: issuer's CIK and transaction code, `0000320193:S`. */
  event_key: z.string().optional(),
});
export type FeedDrop = z.infer<typeof FeedDrop>;

export const FeedTrade = z.object({ type: z.literal('trade'), ...shared, trade: InsiderTrade });
export type FeedTrade = z.infer<typeof FeedTrade>;

export const FeedRevision = z.object({
  type: z.literal('revision'),
  ...shared,
  /** uid of the corrected row or trade. */
  revises: Uid,
  /** The corrected row, with `original.uid` equal to `revises`; null for a withdrawal, a new root, and a trade without an article. */
  item: StoredItem.nullable(),
  key_entities: z.array(KeyEntity),
  /** Form 4: the corrected trade. */
  trade: InsiderTrade.optional(),
  /** Why the row is no longer served; absent: it is corrected, not withdrawn. */
  withdrawn: z.string().max(1_000).optional(),
  /** Only on an edited article and a new root: the story of its row. */
  story_id: Uid.optional(),
  /** Whether the row represents its story from here on; absent: as before. */
  is_root: z.boolean().optional(),
  evidence: StoredEvidence.optional(),
  extract: z.string().optional(),
  is_category_unsure: z.literal(true).optional(),
});
export type FeedRevision = z.infer<typeof FeedRevision>;

/** Returns whether a revision corrects, withdraws or makes a root of a row; the others are of trades without an article. */
export const changesRow = ({ item, withdrawn, is_root }: FeedRevision): boolean => item !== null || withdrawn !== undefined || is_root !== undefined;

export const FeedGap = z.object({ type: z.literal('gap'), v: z.literal(1) });

export const FeedRecord = z.discriminatedUnion('type', [FeedRow, FeedDrop, FeedTrade, FeedRevision, FeedGap]);
export type FeedRecord = z.infer<typeof FeedRecord>;

/** A record of a type that this release does not know, whole, as a later release wrote it. */
export interface UnknownRecord {
  /** May be any text that is not a type of FeedRecord; TypeScript discriminates a union by literals only. */
  readonly type: '(unknown)';
}

/** A record as read. Its closed sets are those of the release that wrote it, so look-ups of its values may find nothing. */
export type LogRecord = FeedRecord | UnknownRecord;

export type FeedReading =
  /** `strange`: one text for each value in the record that this release does not know; readers count them. */
  { readonly ok: true; readonly record: LogRecord; readonly strange: readonly string[] } | { readonly ok: false; readonly reason: string };

/** Fields that are served unchanged or not at all; a later release may give them another type. */
const freePaths = new Set([
  ...['authors', 'topics', 'tickers_sentiment', 'banner_image', 'updated_at', 'ownership_form'].map((name) => `item.original.${name}`),
  ...['is_10b5_1', 'is_10b5_1_basis', 'transaction_context', 'is_joint_duplicate'].map((name) => `item.insider.${name}`),
  ...['ai_trading_insights', 'ai_trading_insights.ticker_analysis', 'ai_trading_insights.news_trading_value', 'news_context_enhancement'].map(
    (name) => `item.enrichment.${name}`,
  ),
  ...['search_match', 'story_id', 'sources_count', 'sources'].map((name) => `item.${name}`),
  'key_entities',
  'score_version',
  'evidence',
  'earnings_refusal',
  ...Object.keys(EarningsAnalysis.shape).flatMap((name) => (name === 'ticker' ? [] : [`earnings.${name}`])),
]);
/** Text formats from which table columns are derived. */
const neededForms = [
  ...[Uid, DateOnly, Decimal].map((form) => ({ form, isReadable: () => false })),
  { form: Cik, isReadable: (text: string) => /^\d{1,15}$/.test(text) },
  { form: Instant, isReadable: (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text)) },
];

const checks: ReadonlyMap<unknown, TolerantCheck> = new Map(
  FeedRecord.options.map((schema) => [schema.shape.type.value, tolerantCheck(schema, { freePaths, neededForms })]),
);
const noneStrange: readonly string[] = [];

/** Returns whether this release knows the type of a record. */
export const isKnownRecord = (record: LogRecord): record is FeedRecord => checks.has(record.type);

/** Returns the record that the bytes encode; unknown fields and the order of keys are preserved. */
export function readFeedRecord(data: Uint8Array): FeedReading {
  const value = parseJson(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString());
  return value === undefined ? { ok: false, reason: 'it is not JSON' } : readFeedValue(value);
}

/** Does the same for parsed JSON; the returned record is the value itself. */
export function readFeedValue(value: unknown): FeedReading {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false, reason: 'it is not JSON object' };
  const { type } = value as { readonly type?: unknown };
  if (typeof type !== 'string') return { ok: false, reason: 'it has no type' };
  const check = checks.get(type);
  if (check === undefined) return { ok: true, record: value as UnknownRecord, strange: [`type ${JSON.stringify(type)}`] };
  const strange: string[] = [];
  const failure = check(value, strange);
  if (failure !== null) return { ok: false, reason: `a ${type} whose ${failure}` };
  return { ok: true, record: value as FeedRecord, strange: strange.length === 0 ? noneStrange : strange };
}

/** Returns a text that identifies the decision in a record, so that two readers can compare theirs; null for a gap, which has none. */
export function decisionOf(record: LogRecord): string | null {
  if (!isKnownRecord(record)) return JSON.stringify(record);
  return record.type === 'gap' ? null : `${record.type} ${record.uid} ${record.instants.refined_at}`;
}

/** A record of the log that cannot be read. Its reader stops there and reports it until an operator acts (ops/docs/feed-log.md). */
export class UnreadableRecordError extends Error {
  readonly seq: number;
  constructor(seq: number, reason: string) {
    super(`record ${seq} of the feed log cannot be read: ${reason}`);
    this.seq = seq;
  }
}

/** Returns the record in a message of the log; throws UnreadableRecordError. */
export function recordOf({ seq, data }: { readonly seq: number; readonly data: Uint8Array }): LogRecord {
  const parsed = readFeedRecord(data);
  if (!parsed.ok) throw new UnreadableRecordError(seq, parsed.reason);
  return parsed.record;
}
