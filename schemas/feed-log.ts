/**
 * Records of the feed log (stream FEED): one message for every decision of refine. Delta cursors contain the stream sequence. Tables, caches,
 * webhooks and refine's own state are derived from the log.
 *
 * - A `row` is a served document.
 * - A `drop` is a document that is not served. Its record prevents that a redelivery is counted twice, and a near-duplicate's counts as a
 * source of the story.
 * - A `trade` is an insider trade without an article: from a backfill, or a co-owner's report of a trade that is already known.
 * - A `revision` corrects a row or trade, or withdraws a row, after an amended filing (4/A) or an edit by the publisher. The row keeps its
 * uid, sequence and story. Before the root of a story is withdrawn, a revision makes the next row of the story its root.
 * - A `gap` replaces a record that is lost for good. Refill writes it to the log, readers get it for a
 * missing sequence, and the writer stores either.
 *
 * Writers use these strict schemas. Readers call `readFeedRecord`, which also accepts records of the next release.
 */
import { z } from 'zod';
import { EarningsAnalysis, readRefusals } from './earnings.ts';
import { StoredEvidence } from './evidence.ts';
import { InsiderTrade } from './insider.ts';
import { KeyEntity, StoredItem } from './item.ts';
import { isJsonObject, parseJson } from './json-text.ts';
import { Cik, DateOnly, Decimal, Domain, Instant, Ticker, Uid } from './primitives.ts';
import { tolerantCheck, type TolerantCheck } from './tolerant.ts';
import { dropReasons, rawKinds, sourceTypes } from './vocabulary.ts';

// Headers of a record, for readers that do not fetch its body.
export const digestHeader = 'Tw-Digest';
export const uidHeader = 'Tw-Uid';
/** Data of a Form 4 event with which amendments are matched (pipeline/refine/form4/known-event.ts). */
export const eventHeader = 'Tw-Event';

/** Times of a document, in order. The tables add the time at which its row became visible. */
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
  /** The full identity, which distinguishes a redelivery from another document with the same uid. */
  identity: z.string(),
  /** Id of the configured source or stage. */
  source: z.string(),
  kind: z.enum(rawKinds),
  instants: Instants,
};

export const FeedRow = z.object({
  type: z.literal('row'),
  ...shared,
  item: StoredItem,
  key_entities: z.array(KeyEntity),
  /** uid of the first row of the story. It never changes. */
  story_id: Uid,
  /** Whether the row is the root of its story. Only a revised row has it; without it, the first row of the story is the root. */
  is_root: z.boolean().optional(),
  /** Only on rows of earlier releases, whose items lack it. */
  score_version: z.string().optional(),
  /** Only on articles; absent on those of earlier releases. */
  evidence: StoredEvidence.optional(),
  /** Extract of the lead, present if a language model wrote the summary. Near-duplicates and stories are found by it. */
  extract: z.string().optional(),
  /** Present if the reader was unsure of the category. A different category then does not indicate a different event. */
  is_category_unsure: z.literal(true).optional(),
  /** Present if a backfill brought the row in. It never appears in delta mode. */
  is_history: z.literal(true).optional(),
  trade: InsiderTrade.optional(),
  /** Tickers of the filers, on 8-K and 6-K rows that also name other parties of a deal; absent if all tickers are filers'. */
  filers: z.array(Ticker).optional(),
  earnings: EarningsAnalysis.optional(),
  /** The text to which the read's offsets refer, packed (source-text.ts). */
  source_text: z.string().optional(),
  /** Why a row with an earnings release has no read. */
  earnings_refusal: z.enum([...readRefusals, 'not_major']).optional(),
});
export type FeedRow = z.infer<typeof FeedRow>;

export const FeedDrop = z.object({
  type: z.literal('drop'),
  ...shared,
  reason: z.enum(dropReasons),
  /** One line about the reason: the detected language, the uid of the repeated row, the parser's message. */
  detail: z.string().max(1_000),
  /** Address of the document; '' if it is in the identity (in that of an aggregator's entry, after the `|`). */
  url: z.string(),
  title: z.string(),
  source_type: z.enum(sourceTypes),
  source_domain: Domain.nullable(),
  /** On a near-duplicate, the repeated row and its story; on an aggregator's entry, those of the publisher's own entry. */
  duplicate_of: Uid.nullable(),
  story_id: Uid.nullable(),
  /** Issuer's CIK and transaction code (`0000320193:S`), if the Form 4 event `duplicate_of` equals or supersedes the dropped one. */
  event_key: z.string().optional(),
});
export type FeedDrop = z.infer<typeof FeedDrop>;

export const FeedTrade = z.object({ type: z.literal('trade'), ...shared, trade: InsiderTrade });
export type FeedTrade = z.infer<typeof FeedTrade>;

export const FeedRevision = z.object({
  type: z.literal('revision'),
  ...shared,
  revises: Uid,
  /** The corrected row, whose `original.uid` is `revises`; null for a withdrawal, a new root, and a trade without an article. */
  item: StoredItem.nullable(),
  key_entities: z.array(KeyEntity),
  trade: InsiderTrade.optional(),
  /** Why the row is no longer served; absent unless the row is withdrawn. */
  withdrawn: z.string().max(1_000).optional(),
  /** Story of the row, on revisions of an article and on a new root. */
  story_id: Uid.optional(),
  /** Whether the row is the root of its story from now on; absent if that does not change. */
  is_root: z.boolean().optional(),
  evidence: StoredEvidence.optional(),
  extract: z.string().optional(),
  is_category_unsure: z.literal(true).optional(),
});
export type FeedRevision = z.infer<typeof FeedRevision>;

/** Returns whether a revision changes a row; the others change a trade without an article. */
export const changesRow = ({ item, withdrawn, is_root }: FeedRevision): boolean => item !== null || withdrawn !== undefined || is_root !== undefined;

const FeedGap = z.object({ type: z.literal('gap'), v: z.literal(1) });

export const FeedRecord = z.discriminatedUnion('type', [FeedRow, FeedDrop, FeedTrade, FeedRevision, FeedGap]);
export type FeedRecord = z.infer<typeof FeedRecord>;

/** The unchanged record of a later release, whose type this release does not know. */
interface UnknownRecord {
  /** At run time any other text than the types of FeedRecord. TypeScript needs a literal to discriminate the union. */
  readonly type: '(unknown)';
}

/** A record as read from the log. It may have values of a later release, which this release's tables and sets lack. */
export type LogRecord = FeedRecord | UnknownRecord;

/** `strange` has one text for each value that this release does not know; readers count them. */
type FeedReading =
  | { readonly ok: true; readonly record: LogRecord; readonly strange: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Fields that no code here evaluates, so that a later release may give them another type. */
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
/** Formats of texts that are stored in typed columns. */
const neededForms = [
  ...[Uid, DateOnly, Decimal].map((form) => ({ form, isReadable: () => false })),
  { form: Cik, isReadable: (text: string) => /^\d{1,15}$/.test(text) },
  { form: Instant, isReadable: (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text)) },
];

const checks: ReadonlyMap<unknown, TolerantCheck> = new Map(
  FeedRecord.options.map((schema) => [schema.shape.type.value, tolerantCheck(schema, { freePaths, neededForms })]),
);
export const isKnownRecord = (record: LogRecord): record is FeedRecord => checks.has(record.type);

/** Returns the record in a message's body, with unknown fields and the order of keys preserved. */
export function readFeedRecord(data: Uint8Array): FeedReading {
  const value = parseJson(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString());
  return value === undefined ? { ok: false, reason: 'it is not JSON' } : readFeedValue(value);
}

/** Returns the record that a parsed body is, without copying it. */
export function readFeedValue(value: unknown): FeedReading {
  if (!isJsonObject(value)) return { ok: false, reason: 'it is not a JSON object' };
  const { type } = value;
  if (typeof type !== 'string') return { ok: false, reason: 'it has no type' };
  const check = checks.get(type);
  if (check === undefined) return { ok: true, record: value as unknown as UnknownRecord, strange: [`type ${JSON.stringify(type)}`] };
  const strange: string[] = [];
  const failure = check(value, strange);
  if (failure !== null) return { ok: false, reason: `a ${type} whose ${failure}` };
  return { ok: true, record: value as FeedRecord, strange };
}

/** Returns a text by which two copies of a record can be compared; null for a gap. */
export function decisionOf(record: LogRecord): string | null {
  if (!isKnownRecord(record)) return JSON.stringify(record);
  return record.type === 'gap' ? null : `${record.type} ${record.uid} ${record.instants.refined_at}`;
}

/** A record of the log that cannot be read. Readers stop there until an operator acts (ops/docs/feed-log.md). */
export class UnreadableRecordError extends Error {
  readonly seq: number;
  constructor(seq: number, reason: string) {
    super(`record ${seq} of the feed log cannot be read: ${reason}`);
    this.seq = seq;
  }
}

/** Returns the record in a message of the log. Throws an UnreadableRecordError. */
export function recordOf({ seq, data }: { readonly seq: number; readonly data: Uint8Array }): LogRecord {
  const parsed = readFeedRecord(data);
  if (!parsed.ok) throw new UnreadableRecordError(seq, parsed.reason);
  return parsed.record;
}
