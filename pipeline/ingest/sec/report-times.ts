/** Stores each company's latest statement of when it will report results, in the KV bucket `report_times`. */
import type { KV } from '@nats-io/kv';
import { uidOf } from '#schemas/identity.ts';
import type { RawFiling } from '#schemas/raw.ts';
import { ReportTime } from '#schemas/report-date.ts';
import { retryUntilStopped, type RetryOptions } from '#ops/process/retry.ts';

/** Stores the report time that a filing states, if any, unless the statement of a later filing is stored. */
export type KeepReportTime = (filing: RawFiling) => Promise<void>;

export const createKeepReportTime =
  (bucket: KV, options: RetryOptions): KeepReportTime =>
  async ({ report_time: stated, filers, identity, url, accepted_at, fetched_at }) => {
    const [filer] = filers;
    if (stated === undefined || filer === undefined) return;
    const time: ReportTime = { cik: filer.cik, ...stated, source_uid: uidOf(identity), source_url: url, stated_at: accepted_at ?? fetched_at };
    await retryUntilStopped('keep a report time', () => putLater(bucket, time), options);
  };

/** Writes the entry unless the stored one is as late. Throws if another stage changed the entry meanwhile; the caller retries. */
async function putLater(bucket: KV, time: ReportTime): Promise<void> {
  const entry = await bucket.get(time.cik);
  const kept = entry?.operation === 'PUT' ? ReportTime.safeParse(entry.json()).data : undefined;
  if (kept !== undefined && kept.stated_at >= time.stated_at) return;
  await bucket.put(time.cik, JSON.stringify(time), { previousSeq: entry?.revision ?? 0 });
}
