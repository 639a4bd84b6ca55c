import { expect, test } from 'vitest';
import { createKeepReportTime } from '#pipeline/ingest/sec/report-times.ts';
import { filingIdentity, uidOf } from '#schemas/identity.ts';
import type { RawFiling } from '#schemas/raw.ts';
import { ReportTime, type StatedReport } from '#schemas/report-date.ts';
import { freshBuckets } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { cik, filing } from '../../refine/filing/fixtures.ts';

const { bus } = await sharedBus();

const filed = (number: number, acceptedAt: string, report_time?: StatedReport): RawFiling => {
  const accession = `0000000077-26-00000${number}`;
  return filing({ accession, identity: filingIdentity(accession), accepted_at: acceptedAt, ...(report_time !== undefined && { report_time }) });
};
const stated = (date: string): StatedReport => ({ date, session: 'before_open', text: `It will report on ${date}.` });

test('a later statement replaces an earlier one, in whatever order and however many at once they arrive; a filing without one changes nothing', async () => {
  const bucket = (await freshBuckets(bus, 'report_times'))[0]!;
  const stopping = new AbortController();
  const keep = createKeepReportTime(bucket, { log: testLog, signal: stopping.signal });
  const last = filed(3, '2026-10-09T12:00:00.000Z', stated('2026-10-30'));
  const all = [filed(1, '2026-10-07T12:00:00.000Z', stated('2026-10-28')), last, filed(2, '2026-10-08T12:00:00.000Z', stated('2026-10-29')), filed(4, '2026-10-10T12:00:00.000Z')];
  await Promise.all(all.map((one) => keep(one)));
  const entry = ReportTime.parse((await bucket.get(cik))?.json());
  expect(entry).toEqual({ ...last.report_time, cik, source_uid: uidOf(last.identity), source_url: last.url, stated_at: last.accepted_at });
}); // prettier-ignore
