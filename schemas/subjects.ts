/**
 * Every stream, subject, consumer and KV bucket, with the type of its contents.
 *
 *   RAW   raw.<kind>                    RawMessage   (raw.ts)
 *   FEED  feed.<category> | feed.<type>   LogRecord    (feed-log.ts)
 *   DEAD  dead.<stage>                  DeadLetter   (dead-letter.ts)
 *   DELIVERIES  delivery.<kind>.<webhook>.<what>   Delivery   (delivery.ts)
 *   NOTICES  notice.<kind>.<account>.<what>   Notice   (notice.ts)
 */
import type { LogRecord } from './feed-log.ts';
import type { RawKind } from './vocabulary.ts';

export const streams = { raw: 'RAW', feed: 'FEED', dead: 'DEAD', deliveries: 'DELIVERIES', notices: 'NOTICES' } as const;

/** Durable consumers. The feed log is read by ordered consumers, which have no names. */
export const consumers = { refine: 'refine', deliver: 'deliver', notify: 'notify' } as const;

export const buckets = {
  /** `account.<id>` -> StoredAccount. */
  accounts: 'accounts',
  /** Sign-in data (sign-in.ts). */
  identities: 'identities',
  sessions: 'sessions',
  /** Applications connected by OAuth (oauth.ts). */
  oauth: 'oauth',
  oauthShort: 'oauth_short',
  /** ticker -> SymbolEntry. */
  symbols: 'symbols',
  /** ticker -> ReportDate: confirmed dates of earnings reports. */
  reportDates: 'report_dates',
  /** CIK -> ReportTime: the latest statement of a company about its next report. */
  reportTimes: 'report_times',
  /** agency -> AgencySchedule: scheduled macro releases. */
  calendar: 'calendar',
  /** day -> DayReconciliation: EDGAR's daily index compared with the stored filings. */
  reconciliations: 'reconciliations',
  /** `<stage>.<source>` -> the watermark of the source, in a format of the stage. */
  positions: 'positions',
  /** Digest of the prompt -> SettledAnswer. */
  modelAnswers: 'model_answers',
  /** UTC day -> ModelSpend. */
  modelSpend: 'model_spend',
  /**
   * `epochs` -> GenerationList (generation.ts); `checkpoint.<consumer>` -> the consumer's checkpoint; `raw.server` -> the NATS server to
   * which refine's positions in RAW refer; `backup` -> LastBackup, the newest finished backup.
   */
  feedLog: 'feed_log',
  /** Sequence of a delivery's message -> DeliveryState. */
  webhookAttempts: 'webhook_attempts',
  /** Webhook -> FailureRun. */
  webhookFailures: 'webhook_failures',
  /** `refine`, `write`, `coverage`, `radar`, `match`, `rebuild`, `backfill`, `ingest.<stage>` -> Lease of the leader. */
  leases: 'leases',
} as const;

export const bucketStream = (bucket: string): string => `KV_${bucket}`;

/** Name of a stream that exists while a restore is unfinished (ops/scripts/backup/put-back.ts). */
export const unfinishedRestore = 'RESTORE_UNFINISHED';

export const rawSubject = (kind: RawKind): string => `raw.${kind}`;
/** Returns the subject of a record. Characters that subjects may not have become `_`; words of a later release may contain them. */
export const feedSubject = (record: LogRecord): string =>
  `feed.${(record.type === 'row' ? record.item.enrichment.category : record.type).replaceAll(/[^\w-]/g, '_') || '_'}`;
export const deadSubject = (stage: string): string => `dead.${stage}`;
