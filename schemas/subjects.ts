/**
 * Every stream, subject, consumer and KV bucket, and its contents.
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

/** Durable consumers; the feed log is read by ordered consumers, which need no name. */
export const consumers = { refine: 'refine', deliver: 'deliver', notify: 'notify' } as const;

export const buckets = {
  /** `account.<id>` -> StoredAccount with its keys. */
  accounts: 'accounts',
  /** `account.<id>` -> Identity, `address.<sha256>` -> AddressClaim: sign-in data (sign-in.ts). */
  identities: 'identities',
  /** `session.<sha256>` -> Session, `link.<sha256>` -> LinkToken: sessions of the account area and sent links. */
  sessions: 'sessions',
  /** `account.<id>` -> Connections, `refresh.<sha256>`, `client.<sha256>` -> StoredModel: applications connected by OAuth (oauth.ts). */
  oauth: 'oauth',
  /** OAuth codes, access tokens, consent questions and unused registrations -> StoredModel; all expire within a day. */
  oauthShort: 'oauth_short',
  /** ticker -> SymbolEntry. */
  symbols: 'symbols',
  /** ticker -> ReportDate: confirmed dates of earnings reports. */
  reportDates: 'report_dates',
  /** CIK -> ReportTime: the last statement of a company when it will report. */
  reportTimes: 'report_times',
  /** agency -> AgencySchedule: scheduled macro releases. */
  calendar: 'calendar',
  /** day -> DayReconciliation: EDGAR's daily index compared with the stored filings. */
  reconciliations: 'reconciliations',
  /** `<stage>.<source>` -> the position of a source. */
  positions: 'positions',
  /** Digest of the question to a model -> SettledAnswer. */
  modelAnswers: 'model_answers',
  /** UTC day -> ModelSpend. */
  modelSpend: 'model_spend',
  /**
   * `epochs` (generationsKey) -> GenerationList of the feed log (generation.ts); `checkpoint.<consumer>` -> checkpoint of a consumer of the
   * log; `raw.server` -> the NATS server whose positions in RAW refine trusts; `backup` -> LastBackup, the newest finished backup.
   */
  feedLog: 'feed_log',
  /** Sequence of a delivery's message -> DeliveryState: attempts that failed, and when the next one is due. */
  webhookAttempts: 'webhook_attempts',
  /** Webhook -> FailureRun: failed attempts in a row. */
  webhookFailures: 'webhook_failures',
  /** `refine`, `write`, `coverage`, `radar`, `match`, `rebuild`, `backfill`, `ingest.<stage>` -> Lease of the one active process. */
  leases: 'leases',
} as const;

/** Returns the name of the stream that stores a bucket. */
export const bucketStream = (bucket: string): string => `KV_${bucket}`;

/** A stream that exists while a restore runs or was interrupted (ops/scripts/backup/put-back.ts). */
export const unfinishedRestore = 'RESTORE_UNFINISHED';

/** Returns the subject of a kind of document in RAW. */
export const rawSubject = (kind: RawKind): string => `raw.${kind}`;
/** Returns the subject of a record. Characters that a subject may not have, e.g. in words of a later release, become `_`. */
export const feedSubject = (record: LogRecord): string =>
  `feed.${(record.type === 'row' ? record.item.enrichment.category : record.type).replaceAll(/[^\w-]/g, '_') || '_'}`;
/** Returns the subject of a stage in DEAD. */
export const deadSubject = (stage: string): string => `dead.${stage}`;
