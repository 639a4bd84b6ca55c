/** Follows the buckets with symbols, report dates and the calendar, which the pipeline fills. Unreadable entries are logged and ignored. */
import type { BucketName } from '#ops/nats/control-plane/wanted.ts';
import { followBucket, type BucketReader } from '#ops/nats/follow-bucket.ts';
import { AgencySchedule, PlannedOccurrence } from '#schemas/calendar.ts';
import { ReportDate, ReportTime } from '#schemas/report-date.ts';
import { buckets } from '#schemas/subjects.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { createSchedule } from '../calendar/schedule.ts';
import type { DirectoryDeps } from '../deps.ts';
import { createCompanyNames } from '../search/company-names.ts';
import { createSymbolDirectory } from '../symbols/directory.ts';
import { createReportDates } from '../symbols/report-dates.ts';
import { createSymbolPages } from '../symbols/symbol-pages.ts';
import { withBucket, type StartContext } from './start-context.ts';
import type { Stores } from './open-stores.ts';

export async function openDirectory({ bus }: Pick<Stores, 'bus'>, context: StartContext): Promise<DirectoryDeps & { readonly stop: () => void }> {
  const { steadyMs, log } = context;
  const [symbols, calendar] = [createSymbolDirectory(), createSchedule()];
  const dates = new Map<string, string>();
  const times = new Map<string, ReportTime>();
  const follow = (bucket: BucketName, reader: BucketReader) =>
    withBucket(bus, bucket, context, (kv) => followBucket(kv, reader, { connection: bus.connection, log }));
  const watches = await Promise.all([
    follow(buckets.symbols, { put: (_, value) => symbols.put(SymbolEntry.parse(value)), remove: symbols.remove }),
    follow(buckets.reportDates, {
      put: (ticker, value) => void dates.set(ticker, ReportDate.parse(value).report_date),
      remove: (ticker) => void dates.delete(ticker),
    }),
    follow(buckets.reportTimes, { put: (cik, value) => void times.set(cik, ReportTime.parse(value)), remove: (cik) => void times.delete(cik) }),
    follow(buckets.calendar, {
      // This removes fields that only the pipeline needs.
      put: (agency, value) => calendar.put(agency, AgencySchedule.parse(value).occurrences.map((one) => PlannedOccurrence.parse(one))), // prettier-ignore
      remove: calendar.remove,
    }),
  ]);
  return {
    symbols,
    reportDates: createReportDates(dates, times),
    calendar,
    companyNames: createCompanyNames(symbols, steadyMs),
    symbolPages: createSymbolPages(symbols, steadyMs),
    stop: () => {
      for (const watch of watches) watch.stop();
    },
  };
}
