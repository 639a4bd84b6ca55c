/**
 * The streams and buckets in a backup, with reasons for what is left out. The types require a decision for each new stream or bucket.
 * clickhouse/kept-rows.ts has the tables.
 *
 * Streams are saved one after another while the service runs, in the order of `streamOrder`. A stream with pointers into another one is
 * saved before it, so a saved pointer is never beyond its target: work may be repeated after a restore, but none is lost.
 */
import { buckets, streams } from '#schemas/subjects.ts';

export type StreamName = (typeof streams)[keyof typeof streams];
type BucketName = (typeof buckets)[keyof typeof buckets];

/** Whether a stream or bucket is in the backup. `withConsumers`: the positions of durable consumers are saved too. */
export type Decision = { readonly isKept: true; readonly withConsumers?: true } | { readonly isKept: false; readonly why: string };

const kept = { isKept: true } as const;
const leftOut = (why: string) => ({ isKept: false, why }) as const;

export const bucketDecisions = {
  [buckets.accounts]: kept,
  [buckets.identities]: kept,
  [buckets.sessions]: leftOut('people sign in again; a restored session could be one that was ended, and a restored link one that was used'),
  [buckets.oauth]: kept,
  [buckets.oauthShort]: leftOut('codes and access tokens expire within a day; applications request new ones'),
  [buckets.symbols]: kept,
  [buckets.reportDates]: kept,
  [buckets.reportTimes]: kept,
  [buckets.calendar]: kept,
  [buckets.reconciliations]: kept,
  [buckets.positions]: kept,
  [buckets.modelAnswers]: kept,
  [buckets.modelSpend]: kept,
  [buckets.feedLog]: kept,
  [buckets.webhookAttempts]: kept,
  [buckets.webhookFailures]: kept,
  [buckets.leases]: leftOut('they name processes of the lost machine'),
} as const satisfies Readonly<Record<BucketName, Decision>>;

export const streamDecisions = {
  [streams.raw]: { isKept: true, withConsumers: true },
  [streams.feed]: kept,
  [streams.dead]: kept,
  [streams.deliveries]: { isKept: true, withConsumers: true },
  [streams.notices]: { isKept: true, withConsumers: true },
} as const satisfies Readonly<Record<StreamName, Decision>>;

/**
 * The streams and buckets whose order matters, before all others.
 * - `positions` (how far sources were read) before RAW, which has what was read.
 * - `feed_log` (how far the log was matched) and the delivery attempts before DELIVERIES, and all of them before FEED.
 * - RAW (what refine has acknowledged) before FEED and DEAD, which have the results.
 */
export const streamOrder: readonly (BucketName | StreamName)[] = [
  buckets.feedLog,
  buckets.positions,
  buckets.webhookAttempts,
  buckets.webhookFailures,
  streams.deliveries,
  streams.notices,
  streams.raw,
  streams.dead,
  streams.feed,
];
