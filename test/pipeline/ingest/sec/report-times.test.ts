import { expect, test } from 'vitest';
import { createKeepReportTime } from '#pipeline/ingest/sec/report-times.ts';
import { filingIdentity, uidOf } from '#schemas/identity.ts';
import type { RawFiling } from '#schemas/raw.ts';
import { ReportTime, type StatedReport } from '#schemas/report-date.ts';
import { freshBuckets } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

const { bus } = await sharedBus();

const cik = '0000000077';
const filing = (number: number, acceptedAt: string, report_time?: StatedReport): RawFiling => ({
  kind: 'filing',
  identity: filingIdentity(`0000000077-26-00000${number}`),
  source: 'sec_form8k',
  seen_at: acceptedAt,
  fetched_at: acceptedAt,
  form: '8-K',
  accession: `0000000077-26-00000${number}`,
  url: `https://www.sec.gov/Archives/${number}`,
  accepted_at: acceptedAt,
  filed_on: null,
  event_date: null,
  filers: [{ cik, name: 'ACME' }],
  symbols: [],
  items: [],
  primary_item: null,
  form6k: null,
  document: null,
  headline: '',
  lead: '',
  earnings: null,
  ...(report_time !== undefined && { report_time }),
});
const stated = (date: string): StatedReport => ({ date, session: 'before_open', text: `It will report on ${date}.` });

test('a later statement replaces an earlier one, in whatever order and however many at once they arrive; a filing without one changes nothing', async () => {
  const bucket = (await freshBuckets(bus, 'report_times'))[0]!;
  const stopping = new AbortController();
  const keep = createKeepReportTime(bucket, { log: testLog, signal: stopping.signal });
  const last = filing(3, '2026-10-09T12:00:00.000Z', stated('2026-10-30'));
  const all = [filing(1, '2026-10-07T12:00:00.000Z', stated('2026-10-28')), last, filing(2, '2026-10-08T12:00:00.000Z', stated('2026-10-29')), filing(4, '2026-10-10T12:00:00.000Z')];
  await Promise.all(all.map((one) => keep(one)));
  const entry = ReportTime.parse((await bucket.get(cik))?.json());
  expect(entry).toEqual({ ...last.report_time, cik, source_uid: uidOf(last.identity), source_url: last.url, stated_at: last.accepted_at });
}); // prettier-ignore
