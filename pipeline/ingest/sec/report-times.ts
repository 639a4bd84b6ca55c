/** Stores the last statement of each company when it will report, in the KV bucket `report_times`. */
import type { KV } from '@nats-io/kv';
import { uidOf } from '#schemas/identity.ts';
import type { RawFiling } from '#schemas/raw.ts';
import { ReportTime } from '#schemas/report-date.ts';
import { retryUntilStopped, type RetryOptions } from '#ops/process/retry.ts';

/** Stores what a filing states, if anything, unless a later filing has been stored. */
export type KeepReportTime = (filing: RawFiling) => Promise<void>;

export const createKeepReportTime =
  (bucket: KV, options: RetryOptions): KeepReportTime =>
  async ({ report_time: stated, filers, identity, url, accepted_at, fetched_at }) => {
    const [filer] = filers;
    if (stated === undefined || filer === undefined) return;
    const time: ReportTime = { cik: filer.cik, ...stated, source_uid: uidOf(identity), source_url: url, stated_at: accepted_at ?? fetched_at };
    await retryUntilStopped('keep a report time', () => putLater(bucket, time), options);
  };

/** Writes the entry where it is later; a change by another stage meanwhile makes it fail, so that it is compared again. */
async function putLater(bucket: KV, time: ReportTime): Promise<void> {
  const entry = await bucket.get(time.cik);
  const kept = entry?.operation === 'PUT' ? ReportTime.safeParse(entry.json()).data : undefined;
  if (kept !== undefined && kept.stated_at >= time.stated_at) return;
  await bucket.put(time.cik, JSON.stringify(time), { previousSeq: entry?.revision ?? 0 });
}
